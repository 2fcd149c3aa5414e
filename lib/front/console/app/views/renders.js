import { useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { bytes, clock } from '../amounts.ts';
import { usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { Choice } from '../parts/fields.tsx';
import { ListView } from '../parts/list-view.tsx';
import { usePages } from '../parts/pages.tsx';
import { Empty } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { signedIn, video } from '../session.ts';
import { useTitles } from '../titles.ts';

const POLL_MS = 2_000;
const STATUSES = [
  ['all', 'All'],
  ['queued', 'Queued'],
  ['processing', 'Processing'],
  ['rendering', 'Rendering'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
  ['canceled', 'Canceled'],
];
const isOpen = ({ status }) => ['queued', 'processing', 'rendering'].includes(status);
/** The content of a row of renders. @param title of its timeline */
export function RenderRow({ render, title }) {
  const { output } = render;
  const facts = [
    `${output.resolution} ${output.codec}`,
    output.duration_seconds === null ? undefined : clock(output.duration_seconds),
    output.size_bytes === null ? undefined : bytes(output.size_bytes),
  ].filter((fact) => fact !== undefined);
  return _jsxs('a', {
    href: `#/renders/${render.id}`,
    class: 'row-link',
    children: [
      _jsx('span', {
        class: 'row-picture',
        children: output.poster_url !== null && _jsx('img', { src: output.poster_url, alt: '', loading: 'lazy' }),
      }),
      _jsxs('span', {
        class: 'row-text',
        children: [
          _jsxs('span', {
            class: 'row-title',
            children: [
              title,
              render.external_id !== null &&
                render.external_id !== title &&
                _jsxs('span', { class: 'row-detail', children: [' \u00B7 ', render.external_id] }),
            ],
          }),
          _jsxs('span', {
            class: 'fine',
            children: [
              facts.join(' · '),
              ' \u00B7 ',
              _jsx(When, { at: render.created_at }),
              ' \u00B7 ',
              _jsx('code', { children: render.id }),
            ],
          }),
        ],
      }),
      isOpen(render) && _jsx('progress', { value: render.progress, max: 100, 'aria-label': `Progress of ${title}` }),
      _jsx(StatusBadge, { status: render.status }),
    ],
  });
}
/** All renders of the account, newest first. */
export function Renders() {
  const [status, setStatus] = useState('all');
  const query = { limit: 30, ...(status === 'all' ? {} : { status }) };
  const pages = usePages(
    (cursor) =>
      video().get('/renders', { params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } } }),
    [status],
  );
  const { loaded } = pages;
  const renders = loaded.state === 'ready' ? loaded.data : [];
  const titleOf = useTitles(renders.map(({ timeline_id }) => timeline_id));
  // The first page has the renders that are in progress; further pages are not read again.
  usePolling(
    async () => {
      const { data } = await signedIn().quiet.get('/renders', { params: { query } });
      const fresh = new Map(data.map((render) => [render.id, render]));
      loaded.set(renders.map((render) => fresh.get(render.id) ?? render));
    },
    POLL_MS,
    renders.some(isOpen),
    [loaded],
  );
  return _jsxs(_Fragment, {
    children: [
      _jsxs('header', {
        class: 'view-head',
        children: [
          _jsx('h1', { children: 'Renders' }),
          _jsx('div', {
            class: 'filter',
            children: _jsx(Choice, { label: 'Status', value: status, options: STATUSES, onChoice: setStatus }),
          }),
        ],
      }),
      _jsx(ListView, {
        pages: pages,
        keyOf: ({ id }) => id,
        empty: _jsx(Empty, {
          title: status === 'all' ? 'No renders yet' : 'No renders with this status',
          children: _jsxs('p', {
            children: ['Open a ', _jsx('a', { href: '#/timelines', children: 'timeline' }), ' and render it.'],
          }),
        }),
        children: (render) => _jsx(RenderRow, { render: render, title: titleOf(render.timeline_id) }),
      }),
    ],
  });
}
