import { useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { readJson } from '#front/client/read-json.ts';
import { useLoad } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { Confirm, Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { tell } from '../parts/notices.tsx';
import { usePages } from '../parts/pages.tsx';
import { Secret } from '../parts/secret.tsx';
import { Empty, Failure, Shown } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { video } from '../session.ts';
import { useWork } from '../work.ts';

/** One attempt of a delivery: its time, its result, its answer. */
const Try = ({ tried }) =>
  _jsxs('li', {
    class: 'try',
    children: [
      _jsxs('p', {
        children: [
          _jsx(StatusBadge, { status: tried.outcome }),
          ' ',
          tried.response_status ?? 'no answer',
          ' \u00B7 ',
          tried.duration_ms,
          ' ms \u00B7',
          ' ',
          _jsx(When, { at: tried.at }),
        ],
      }),
      tried.error !== null && _jsx('p', { class: 'fine', children: tried.error }),
      tried.response_excerpt !== null &&
        tried.response_excerpt !== '' &&
        _jsx('p', { class: 'excerpt', children: _jsx('code', { children: tried.response_excerpt }) }),
    ],
  });
/** The headers of an attempt, as far as the API tells them: the signature is made with the secret, which cannot be read again. */
const headersOf = ({ event, event_id }, at) => {
  const seconds = String(Math.floor(Date.parse(at) / 1000));
  return [
    ['content-type', 'application/json; charset=utf-8'],
    ['x-service-event', event],
    ['x-service-event-id', event_id],
    ['x-service-signature', `t=${seconds},v1=…`],
    ['webhook-id', event_id],
    ['webhook-timestamp', seconds],
    ['webhook-signature', 'v1,…'],
  ];
};
/** JSON with indents; any other text as it is. */
function indented(text) {
  const value = readJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
/** Headers and body that were sent. */
function SentRequest({ delivery }) {
  const { event, event_id, created_at, payload, render_id, tries } = delivery;
  const at = tries.at(-1)?.at ?? created_at;
  const envelope = `${JSON.stringify({ event, event_id, created_at }, null, 2).slice(0, -2)},\n  "data": { … }\n}`;
  return _jsxs('details', {
    class: 'sent-request',
    children: [
      _jsx('summary', { children: 'Request' }),
      _jsx('section', {
        class: 'code',
        'aria-label': 'Headers that were sent',
        children: _jsx('pre', {
          children: _jsx('code', {
            children: headersOf(delivery, at)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n'),
          }),
        }),
      }),
      _jsx('section', {
        class: 'code',
        'aria-label': 'Body that was sent',
        children: _jsx('pre', {
          children: _jsx('code', { children: payload === null ? envelope : indented(payload) }),
        }),
      }),
      payload === null &&
        render_id !== null &&
        _jsxs('p', {
          class: 'fine',
          children: [
            _jsx('code', { children: 'data' }),
            ' was the ',
            _jsx('a', { href: `#/renders/${render_id}`, children: 'render' }),
            ' as it was at that time. Signatures are made with the secret and are not kept.',
          ],
        }),
    ],
  });
}
function DeliveryRow({ delivery, onRepeat }) {
  const { event, event_id, is_test, status, tries, next_try_at, failure_reason } = delivery;
  return _jsxs('details', {
    children: [
      _jsxs('summary', {
        class: 'row-link',
        children: [
          _jsxs('span', {
            class: 'row-text',
            children: [
              _jsxs('span', {
                class: 'row-title',
                children: [event, ' ', is_test && _jsx('span', { class: 'status status-plain', children: 'Test' })],
              }),
              _jsxs('span', {
                class: 'fine',
                children: [
                  _jsx(When, { at: delivery.created_at }),
                  ' \u00B7 ',
                  tries.length,
                  ' ',
                  tries.length === 1 ? 'attempt' : 'attempts',
                  next_try_at !== null &&
                    _jsxs(_Fragment, { children: [' ', '\u00B7 next ', _jsx(When, { at: next_try_at })] }),
                ],
              }),
            ],
          }),
          _jsx(StatusBadge, { status: status }),
        ],
      }),
      _jsxs('div', {
        class: 'delivery-body',
        children: [
          _jsx('p', { class: 'fine', children: _jsx('code', { children: event_id }) }),
          failure_reason !== null && _jsx('p', { children: failure_reason }),
          _jsx('ol', { class: 'tries', children: tries.map((tried) => _jsx(Try, { tried: tried }, tried.at)) }),
          _jsx(SentRequest, { delivery: delivery }),
          _jsx('button', { type: 'button', class: 'button button-small', onClick: onRepeat, children: 'Send again' }),
        ],
      }),
    ],
  });
}
/** One webhook: its deliveries, a test, its secret. */
export function WebhookView({ id }) {
  const path = { id };
  const params = { path };
  const loaded = useLoad(() => video().get('/webhooks/{id}', { params }), [id]);
  const deliveries = usePages(
    (cursor) =>
      video().get('/webhooks/{id}/deliveries', {
        params: { path, query: { limit: 20, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    [id],
  );
  const [open, setOpen] = useState();
  const [secret, setSecret] = useState();
  const work = useWork();
  const attempt = (make) => {
    setOpen(undefined);
    return work.attempt(make);
  };
  const test = () =>
    attempt(async () => {
      const body = { event: 'render.completed' };
      const { delivery } = await video().post('/webhooks/{id}/test', { params, body });
      const answer =
        delivery.response_status === null
          ? (delivery.error ?? 'The receiver did not answer.')
          : `The receiver answered ${String(delivery.response_status)}.`;
      tell(`The test ${delivery.status} after ${String(delivery.duration_ms)} ms. ${answer}`);
      deliveries.loaded.reload();
    });
  const repeat = (did) =>
    attempt(async () => {
      await video().post('/webhooks/{id}/deliveries/{did}/redeliver', { params: { path: { id, did } } });
      tell('The delivery is sent again.');
      deliveries.loaded.reload();
    });
  const rotate = () =>
    attempt(async () => {
      const rotated = await video().post('/webhooks/{id}/rotate-secret', { params });
      setSecret(rotated.signing_secret);
    });
  const enable = () =>
    attempt(async () => {
      loaded.set(await video().post('/webhooks/{id}/enable', { params }));
      tell('The webhook is active.');
    });
  const remove = () =>
    attempt(async () => {
      await video().delete('/webhooks/{id}', { params });
      tell('The webhook is deleted.');
      location.hash = '#/webhooks';
    });
  const shown = (webhook) =>
    _jsxs(_Fragment, {
      children: [
        _jsxs('header', {
          class: 'view-head',
          children: [
            _jsxs('div', {
              class: 'title-block',
              children: [
                _jsxs('a', {
                  class: 'up-link',
                  href: '#/webhooks',
                  children: [_jsx(Icon, { name: 'back' }), ' Webhooks'],
                }),
                _jsxs('h1', { children: [webhook.url, ' ', _jsx(StatusBadge, { status: webhook.status })] }),
                _jsxs('p', {
                  class: 'fine',
                  children: [webhook.description === '' ? '' : `${webhook.description} · `, webhook.events.join(', ')],
                }),
              ],
            }),
            _jsxs('div', {
              class: 'view-actions',
              children: [
                _jsxs('button', {
                  type: 'button',
                  class: 'button',
                  onClick: () => setOpen('delete'),
                  children: [_jsx(Icon, { name: 'trash' }), ' Delete'],
                }),
                _jsx('button', {
                  type: 'button',
                  class: 'button',
                  onClick: () => setOpen('rotate'),
                  children: 'New secret',
                }),
                webhook.status === 'disabled'
                  ? _jsx('button', {
                      type: 'button',
                      class: 'button button-main',
                      disabled: work.isBusy,
                      onClick: enable,
                      children: 'Enable',
                    })
                  : _jsx('button', {
                      type: 'button',
                      class: 'button button-main',
                      disabled: work.isBusy,
                      onClick: test,
                      children: 'Send a test',
                    }),
              ],
            }),
          ],
        }),
        webhook.disabled_reason !== null && _jsx('p', { class: 'note', children: webhook.disabled_reason }),
        work.error !== undefined && _jsx(Failure, { error: work.error }),
        _jsx('h2', { class: 'deliveries-title', children: 'Deliveries' }),
        _jsx(ListView, {
          pages: deliveries,
          keyOf: (delivery) => delivery.id,
          itemClass: 'row delivery',
          empty: _jsx(Empty, {
            title: 'No deliveries yet',
            children: _jsx('p', { children: 'Send a test, or render a timeline.' }),
          }),
          children: (delivery) => _jsx(DeliveryRow, { delivery: delivery, onRepeat: () => repeat(delivery.id) }),
        }),
        open === 'delete' &&
          _jsx(Confirm, {
            title: 'Delete this webhook?',
            action: 'Delete',
            onClose: () => setOpen(undefined),
            onConfirm: remove,
            children: _jsxs('p', {
              children: [
                'No more events are sent to ',
                webhook.url,
                '. This cannot be undone: a new webhook for the address has a new secret.',
              ],
            }),
          }),
        open === 'rotate' &&
          _jsx(Confirm, {
            title: 'Create a new secret?',
            action: 'Create',
            onClose: () => setOpen(undefined),
            onConfirm: rotate,
            children: _jsx('p', {
              children: 'For 24 hours, deliveries are signed with both secrets. Then the old one is no longer used.',
            }),
          }),
        secret !== undefined &&
          _jsx(Dialog, {
            title: 'New secret',
            onClose: () => setSecret(undefined),
            children: _jsx('div', { class: 'dialog-body', children: _jsx(Secret, { secret: secret }) }),
          }),
      ],
    });
  return _jsx(Shown, { loaded: loaded, heading: 'Webhook', children: shown });
}
