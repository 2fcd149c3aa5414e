import { useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { count } from '../amounts.ts';
import { useLoad, usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { inWords } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { tell } from '../parts/notices.tsx';
import { usePages } from '../parts/pages.tsx';
import { Empty, Failure, Shown } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { signedIn, video } from '../session.ts';
import { useTitles } from '../titles.ts';
import { useWork } from '../work.ts';
import { endedRows } from './batches.tsx';
import { RenderRow } from './renders.tsx';

const POLL_MS = 1_500;
/** The address of a file in this page is released after the browser has taken it. */
const TAKEN_MS = 60_000;
/** Hands a file to the browser as a download. */
function download(name, file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS);
}
function Counts({ batch: { counts } }) {
  const parts = ['waiting', 'running', 'completed', 'failed', 'canceled'];
  return _jsxs('section', {
    'aria-label': 'Progress',
    class: 'render-progress',
    children: [
      _jsxs('p', { class: 'render-percent', children: [count(endedRows(counts)), ' of ', count(counts.total)] }),
      _jsx('progress', { value: endedRows(counts), max: counts.total, 'aria-label': 'Progress of the batch' }),
      _jsx('dl', {
        class: 'counts',
        children: parts.map((name) =>
          _jsxs(
            'div',
            { children: [_jsx('dt', { children: inWords(name) }), _jsx('dd', { children: count(counts[name]) })] },
            name,
          ),
        ),
      }),
    ],
  });
}
/** One batch: its progress, and the video of each row. */
export function BatchView({ id }) {
  const params = { path: { id } };
  const loaded = useLoad(() => video().get('/batches/{id}', { params }), [id]);
  const pages = usePages(
    (cursor) =>
      video().get('/batches/{id}/renders', {
        params: { path: { id }, query: { limit: 30, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    [id],
  );
  const [isAsking, setIsAsking] = useState(false);
  const work = useWork();
  const isOn = loaded.state === 'ready' && loaded.data.status === 'running';
  usePolling(
    async () => {
      loaded.set(await signedIn().quiet.get('/batches/{id}', { params }));
      pages.loaded.reload();
    },
    POLL_MS,
    isOn,
    [id],
  );
  const attempt = (make) => {
    setIsAsking(false);
    return work.attempt(make);
  };
  const titleOf = useTitles(loaded.state === 'ready' ? [loaded.data.timeline_id] : []);
  const cancel = () =>
    attempt(async () => {
      loaded.set(await video().delete('/batches/{id}', { params }));
      pages.loaded.reload();
      tell('The batch is canceled.');
    });
  const results = () =>
    attempt(async () => {
      const file = await video().get('/batches/{id}/results.csv', { params, parseAs: 'blob' });
      if (file instanceof Blob) download(`${id}.csv`, file);
    });
  const shown = (batch) =>
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
                  href: '#/batches',
                  children: [_jsx(Icon, { name: 'back' }), ' Batches'],
                }),
                _jsxs('h1', {
                  children: [titleOf(batch.timeline_id), ' ', _jsx(StatusBadge, { status: batch.status })],
                }),
                _jsxs('p', {
                  class: 'fine',
                  children: [_jsx('code', { children: batch.id }), ' \u00B7 ', _jsx(When, { at: batch.created_at })],
                }),
              ],
            }),
            _jsxs('div', {
              class: 'view-actions',
              children: [
                _jsxs('a', {
                  class: 'button',
                  href: `#/timelines/${batch.timeline_id}`,
                  children: [_jsx(Icon, { name: 'timelines' }), ' Open timeline'],
                }),
                batch.status === 'running' &&
                  _jsx('button', {
                    type: 'button',
                    class: 'button',
                    disabled: work.isBusy,
                    onClick: () => setIsAsking(true),
                    children: 'Cancel batch',
                  }),
                _jsx('button', {
                  type: 'button',
                  class: 'button button-main',
                  disabled: work.isBusy,
                  onClick: results,
                  children: 'Results as CSV',
                }),
              ],
            }),
          ],
        }),
        work.error !== undefined && _jsx(Failure, { error: work.error }),
        _jsx(Counts, { batch: batch }),
        _jsx('h2', { class: 'deliveries-title', children: 'Videos' }),
        _jsx(ListView, {
          pages: pages,
          keyOf: ({ id: renderId }) => renderId,
          empty: _jsx(Empty, {
            title: 'Waiting to start',
            children: _jsx('p', { children: 'The first videos start as soon as your account may run more renders.' }),
          }),
          children: (render) =>
            _jsx(RenderRow, { render: render, title: render.external_id ?? titleOf(render.timeline_id) }),
        }),
        isAsking &&
          _jsx(Confirm, {
            title: 'Cancel this batch?',
            action: 'Cancel batch',
            onClose: () => setIsAsking(false),
            onConfirm: cancel,
            children: _jsx('p', {
              children: 'Finished videos stay. Rows that wait or run are canceled. This cannot be undone.',
            }),
          }),
      ],
    });
  return _jsx(Shown, { loaded: loaded, heading: 'Batch', children: shown });
}
