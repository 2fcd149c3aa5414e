import { useState } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { usePages } from '../parts/pages.tsx';
import { Empty } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { signedIn, video } from '../session.ts';
import { useTitles } from '../titles.ts';
import { NewBatchDialog } from './new-batch.tsx';

const POLL_MS = 2_000;
/** The number of rows of a batch that have ended, in any way. */
export const endedRows = ({ completed, failed, canceled }) => completed + failed + canceled;
function BatchListRow({ batch, title }) {
  const { counts, output } = batch;
  return _jsxs('a', {
    href: `#/batches/${batch.id}`,
    class: 'row-link',
    children: [
      _jsxs('span', {
        class: 'row-text',
        children: [
          _jsx('span', { class: 'row-title', children: title }),
          _jsxs('span', {
            class: 'fine',
            children: [
              endedRows(counts),
              ' of ',
              counts.total,
              ' videos \u00B7 ',
              output.resolution,
              ' ',
              output.codec,
              ' \u00B7',
              ' ',
              _jsx(When, { at: batch.created_at }),
              ' \u00B7 ',
              _jsx('code', { children: batch.id }),
            ],
          }),
        ],
      }),
      batch.status === 'running' &&
        _jsx('progress', { value: endedRows(counts), max: counts.total, 'aria-label': `Progress of ${title}` }),
      _jsx(StatusBadge, { status: batch.status }),
    ],
  });
}
/** All batches of the account, newest first. */
export function Batches() {
  const query = { limit: 30 };
  const pages = usePages((cursor) =>
    video().get('/batches', { params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } } }),
  );
  const { loaded } = pages;
  const batches = loaded.state === 'ready' ? loaded.data : [];
  const titleOf = useTitles(batches.map(({ timeline_id }) => timeline_id));
  usePolling(
    async () => {
      const { data } = await signedIn().quiet.get('/batches', { params: { query } });
      const fresh = new Map(data.map((batch) => [batch.id, batch]));
      loaded.set(batches.map((batch) => fresh.get(batch.id) ?? batch));
    },
    POLL_MS,
    batches.some(({ status }) => status === 'running'),
    [loaded],
  );
  const [isMaking, setIsMaking] = useState(false);
  return _jsxs(_Fragment, {
    children: [
      _jsxs('header', {
        class: 'view-head',
        children: [
          _jsx('h1', { children: 'Batches' }),
          _jsxs('button', {
            type: 'button',
            class: 'button button-main',
            onClick: () => setIsMaking(true),
            children: [_jsx(Icon, { name: 'plus' }), ' New batch'],
          }),
        ],
      }),
      _jsx(ListView, {
        pages: pages,
        keyOf: ({ id }) => id,
        empty: _jsx(Empty, {
          title: 'No batches yet',
          children: _jsx('p', {
            children: 'A batch makes one video of a timeline for each row of a table: with its name, offer or picture.',
          }),
        }),
        children: (batch) => _jsx(BatchListRow, { batch: batch, title: titleOf(batch.timeline_id) }),
      }),
      isMaking && _jsx(NewBatchDialog, { onClose: () => setIsMaking(false) }),
    ],
  });
}
