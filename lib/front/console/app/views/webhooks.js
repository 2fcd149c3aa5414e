import { useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { StatusBadge } from '../parts/badges.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField, Tick } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { usePages } from '../parts/pages.tsx';
import { Secret } from '../parts/secret.tsx';
import { Empty } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { video } from '../session.ts';
import { fieldFault } from '../shown-error.ts';
import { useWork } from '../work.ts';

const EVENTS = [
  ['render.completed', 'A render is completed'],
  ['render.failed', 'A render failed'],
  ['render.progress', 'A render makes progress'],
];
/** Registers a webhook, and shows its secret once. */
function NewWebhook({ onClose, onMade }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState(['render.completed', 'render.failed']);
  const [secret, setSecret] = useState();
  const work = useWork();
  const submit = () =>
    work.attempt(async () => {
      const about = description.trim();
      const body = { url: url.trim(), events, ...(about === '' ? {} : { description: about }) };
      const { signing_secret } = await video().post('/webhooks', { body });
      setSecret(signing_secret);
      onMade();
    });
  if (secret !== undefined)
    return _jsxs(Dialog, {
      title: 'Webhook created',
      onClose: onClose,
      children: [
        _jsx('div', { class: 'dialog-body', children: _jsx(Secret, { secret: secret }) }),
        _jsx('footer', {
          class: 'dialog-foot',
          children: _jsx('button', { type: 'button', class: 'button button-main', onClick: onClose, children: 'Done' }),
        }),
      ],
    });
  return _jsxs(FormDialog, {
    title: 'New webhook',
    action: 'Create',
    busyAction: 'Creating\u2026',
    fields: ['url', 'description', 'events'],
    work: work,
    onSubmit: submit,
    onClose: onClose,
    children: [
      _jsx(TextField, {
        label: 'Address',
        type: 'url',
        value: url,
        placeholder: 'https://\u2026',
        error: fieldFault(work.error, 'url'),
        onText: setUrl,
      }),
      _jsx(TextField, {
        label: 'Description',
        value: description,
        maxLength: 500,
        error: fieldFault(work.error, 'description'),
        onText: setDescription,
      }),
      _jsxs('fieldset', {
        class: 'template-choice',
        children: [
          _jsx('legend', { children: 'Events' }),
          _jsx('div', {
            class: 'ticks',
            children: EVENTS.map(([name, text]) =>
              _jsx(
                Tick,
                {
                  label: text,
                  isOn: events.includes(name),
                  onTick: (isOn) => setEvents(isOn ? [...events, name] : events.filter((each) => each !== name)),
                },
                name,
              ),
            ),
          }),
        ],
      }),
      fieldFault(work.error, 'events') !== undefined &&
        _jsx('p', { class: 'field-error', children: 'Choose at least one event.' }),
    ],
  });
}
/** All webhooks of the account. */
export function Webhooks() {
  const pages = usePages((cursor) =>
    video().get('/webhooks', { params: { query: { limit: 20, ...(cursor === undefined ? {} : { cursor }) } } }),
  );
  const [isMaking, setIsMaking] = useState(false);
  const make = _jsxs('button', {
    type: 'button',
    class: 'button button-main',
    onClick: () => setIsMaking(true),
    children: [_jsx(Icon, { name: 'plus' }), ' New webhook'],
  });
  return _jsxs(_Fragment, {
    children: [
      _jsxs('header', { class: 'view-head', children: [_jsx('h1', { children: 'Webhooks' }), make] }),
      _jsx(ListView, {
        pages: pages,
        keyOf: ({ id }) => id,
        empty: _jsx(Empty, {
          title: 'No webhooks yet',
          children: _jsx('p', {
            children: 'A webhook receives a signed request when a render is completed or failed.',
          }),
        }),
        children: (webhook) =>
          _jsxs('a', {
            href: `#/webhooks/${webhook.id}`,
            class: 'row-link',
            children: [
              _jsxs('span', {
                class: 'row-text',
                children: [
                  _jsx('span', { class: 'row-title', children: webhook.url }),
                  _jsxs('span', {
                    class: 'fine',
                    children: [
                      webhook.description === '' ? '' : `${webhook.description} · `,
                      webhook.events.join(', '),
                      webhook.last_delivery &&
                        _jsxs(_Fragment, {
                          children: [' ', '\u00B7 last delivery ', _jsx(When, { at: webhook.last_delivery.at })],
                        }),
                    ],
                  }),
                ],
              }),
              _jsx(StatusBadge, { status: webhook.status }),
            ],
          }),
      }),
      isMaking && _jsx(NewWebhook, { onClose: () => setIsMaking(false), onMade: pages.loaded.reload }),
    ],
  });
}
