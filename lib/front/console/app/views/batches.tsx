import { useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { useLoadedPages } from '../parts/pages.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { EmptyState } from '../parts/states.tsx';
import { requireSession, requireSessionRecordingClient } from '../session.ts';
import { useTimelineTitles } from '../titles.ts';
import { NewBatchDialog } from './new-batch.tsx';

/** Milliseconds between two reads of the list while a batch runs. */
const POLL_MS = 2_000;

/** The number of rows of a batch that have ended: completed, failed or canceled. */
export const countEndedRows = ({ completed, failed, canceled }: Schemas['BatchCounts']): number =>
  completed + failed + canceled;

function BatchListRow({ batch, title }: { batch: Schemas['Batch']; title: string }) {
  const { counts, output } = batch;
  return (
    <a href={`#/batches/${batch.id}`} class="row-link">
      <span class="row-text">
        <span class="row-title">{title}</span>
        <span class="fine">
          {countEndedRows(counts)} of {counts.total} videos · {output.resolution} {output.codec} ·{' '}
          <RelativeTime time={batch.created_at} /> · <code>{batch.id}</code>
        </span>
      </span>
      {batch.status === 'running' && (
        <progress value={countEndedRows(counts)} max={counts.total} aria-label={`Progress of ${title}`} />
      )}
      <StatusBadge status={batch.status} />
    </a>
  );
}

/** The view of all batches of the account, newest first. */
export function BatchesView() {
  const query = { limit: 30 };
  const pages = useLoadedPages((cursor) =>
    requireSessionRecordingClient().get('/batches', {
      params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
    }),
  );
  const { loadState } = pages;
  const batches = loadState.state === 'ready' ? loadState.data : [];
  const titleOf = useTimelineTitles(batches.map(({ timeline_id }) => timeline_id));
  usePolling(
    async () => {
      const { data } = await requireSession().quietClient.get('/batches', { params: { query } });
      const freshBatchById = new Map(data.map((batch) => [batch.id, batch]));
      loadState.set(batches.map((batch) => freshBatchById.get(batch.id) ?? batch));
    },
    POLL_MS,
    batches.some(({ status }) => status === 'running'),
    [loadState],
  );
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <header class="view-head">
        <h1>Batches</h1>
        <button type="button" class="button button-main" onClick={() => setIsDialogOpen(true)}>
          <Icon name="plus" /> New batch
        </button>
      </header>
      <ListView
        pages={pages}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No batches yet">
            <p>A batch makes one video of a timeline for each row of a table: with its name, offer or picture.</p>
          </EmptyState>
        }
      >
        {(batch) => <BatchListRow batch={batch} title={titleOf(batch.timeline_id)} />}
      </ListView>
      {isDialogOpen && <NewBatchDialog onClose={() => setIsDialogOpen(false)} />}
    </>
  );
}
