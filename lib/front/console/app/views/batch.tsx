import { useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { formatWithThousandsSeparators } from '../amounts.ts';
import { useLoadedData, usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { identifierInWords } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { ListView } from '../parts/list-view.tsx';
import { showNotice } from '../parts/notices.tsx';
import { useLoadedPages } from '../parts/pages.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { EmptyState, ErrorNotice, WhenLoaded } from '../parts/states.tsx';
import { saveAsDownload } from '../save-file.ts';
import { requireSession, requireSessionRecordingClient } from '../session.ts';
import { useTimelineTitles } from '../titles.ts';
import { useAction } from '../use-action.ts';
import { countEndedRows } from './batches.tsx';
import { RenderRow } from './renders.tsx';

/** Milliseconds between two reads of a running batch. */
const POLL_MS = 1_500;

function BatchProgress({ batch: { counts } }: { batch: Schemas['Batch'] }) {
  const countNames = ['waiting', 'running', 'completed', 'failed', 'canceled'] as const;
  return (
    <section aria-label="Progress" class="render-progress">
      <p class="render-percent">
        {formatWithThousandsSeparators(countEndedRows(counts))} of {formatWithThousandsSeparators(counts.total)}
      </p>
      <progress value={countEndedRows(counts)} max={counts.total} aria-label="Progress of the batch" />
      <dl class="counts">
        {countNames.map((name) => (
          <div key={name}>
            <dt>{identifierInWords(name)}</dt>
            <dd>{formatWithThousandsSeparators(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The view of a batch: its progress, and the video of each row. */
export function BatchView({ id }: { id: string }) {
  const params = { path: { id } };
  const batchLoad = useLoadedData(() => requireSessionRecordingClient().get('/batches/{id}', { params }), [id]);
  const pages = useLoadedPages(
    (cursor) =>
      requireSessionRecordingClient().get('/batches/{id}/renders', {
        params: { path: { id }, query: { limit: 30, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    [id],
  );
  const [isConfirmingCancel, setIsConfirmingCancel] = useState(false);
  const work = useAction();
  const isRunning = batchLoad.state === 'ready' && batchLoad.data.status === 'running';
  usePolling(
    async () => {
      batchLoad.set(await requireSession().quietClient.get('/batches/{id}', { params }));
      pages.loadState.reload();
    },
    POLL_MS,
    isRunning,
    [id],
  );
  const attempt = (act: () => Promise<void>) => {
    setIsConfirmingCancel(false);
    return work.attempt(act);
  };
  const titleOf = useTimelineTitles(batchLoad.state === 'ready' ? [batchLoad.data.timeline_id] : []);
  const cancel = () =>
    attempt(async () => {
      batchLoad.set(await requireSessionRecordingClient().delete('/batches/{id}', { params }));
      pages.loadState.reload();
      showNotice('The batch is canceled.');
    });
  const downloadResults = () =>
    attempt(async () => {
      const file: unknown = await requireSessionRecordingClient().get('/batches/{id}/results.csv', {
        params,
        parseAs: 'blob',
      });
      if (file instanceof Blob) saveAsDownload(`${id}.csv`, file);
    });
  const batchContent = (batch: Schemas['Batch']) => (
    <>
      <header class="view-head">
        <div class="title-block">
          <a class="up-link" href="#/batches">
            <Icon name="back" /> Batches
          </a>
          <h1>
            {titleOf(batch.timeline_id)} <StatusBadge status={batch.status} />
          </h1>
          <p class="fine">
            <code>{batch.id}</code> · <RelativeTime time={batch.created_at} />
          </p>
        </div>
        <div class="view-actions">
          <a class="button" href={`#/timelines/${batch.timeline_id}`}>
            <Icon name="timelines" /> Open timeline
          </a>
          {batch.status === 'running' && (
            <button type="button" class="button" disabled={work.isBusy} onClick={() => setIsConfirmingCancel(true)}>
              Cancel batch
            </button>
          )}
          <button type="button" class="button button-main" disabled={work.isBusy} onClick={downloadResults}>
            Results as CSV
          </button>
        </div>
      </header>
      {work.error !== undefined && <ErrorNotice error={work.error} />}
      <BatchProgress batch={batch} />
      <h2 class="deliveries-title">Videos</h2>
      <ListView
        pages={pages}
        keyOf={({ id: renderId }) => renderId}
        empty={
          <EmptyState title="Waiting to start">
            <p>The first videos start as soon as your account may run more renders.</p>
          </EmptyState>
        }
      >
        {(render) => <RenderRow render={render} title={render.external_id ?? titleOf(render.timeline_id)} />}
      </ListView>
      {isConfirmingCancel && (
        <ConfirmDialog
          title="Cancel this batch?"
          action="Cancel batch"
          onClose={() => setIsConfirmingCancel(false)}
          onConfirm={cancel}
        >
          <p>Finished videos stay. Rows that wait or run are canceled. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
  return (
    <WhenLoaded loadState={batchLoad} heading="Batch">
      {batchContent}
    </WhenLoaded>
  );
}
