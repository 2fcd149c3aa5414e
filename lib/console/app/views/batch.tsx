import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { count } from '../amounts.ts';
import { useLoad, usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { inWords } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { tell } from '../parts/notices.tsx';
import { MoreButton, usePages } from '../parts/pages.tsx';
import { Empty, Failure, Shown } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { signedIn, video } from '../session.ts';
import { endedRows } from './batches.tsx';
import { RenderRow } from './renders.tsx';

const POLL_MS = 1_500;
/** An address of a file in this page is given back after the browser has taken it. */
const TAKEN_MS = 60_000;

/** Hands a file to the browser as a download. */
function download(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS);
}

function Counts({ batch: { counts } }: { batch: Schemas['Batch'] }) {
  const parts = ['waiting', 'running', 'completed', 'failed', 'canceled'] as const;
  return (
    <section aria-label="Progress" class="render-progress">
      <p class="render-percent">
        {count(endedRows(counts))} of {count(counts.total)}
      </p>
      <progress value={endedRows(counts)} max={counts.total} aria-label="Progress of the batch" />
      <dl class="counts">
        {parts.map((name) => (
          <div key={name}>
            <dt>{inWords(name)}</dt>
            <dd>{count(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** One batch: how far it is, and the film of each row. */
export function BatchView({ id }: { id: string }) {
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
  const [work, setWork] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
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
  const attempt = async (make: () => Promise<void>) => {
    setIsAsking(false);
    setWork({ isBusy: true });
    try {
      await make();
      setWork({ isBusy: false });
    } catch (error) {
      setWork({ isBusy: false, error });
    }
  };
  const cancel = () =>
    attempt(async () => {
      loaded.set(await video().delete('/batches/{id}', { params }));
      pages.loaded.reload();
      tell('The batch is canceled');
    });
  const results = () =>
    attempt(async () => {
      const file: unknown = await video().get('/batches/{id}/results.csv', { params, parseAs: 'blob' });
      if (file instanceof Blob) download(`${id}.csv`, file);
    });
  const shown = (batch: Schemas['Batch']) => (
    <>
      <header class="view-head">
        <div class="title-block">
          <a class="up-link" href="#/batches">
            <Icon name="back" /> Batches
          </a>
          <h1>
            Batch <StatusBadge status={batch.status} />
          </h1>
          <p class="fine">
            <code>{batch.id}</code> · <When at={batch.created_at} />
          </p>
        </div>
        <div class="view-actions">
          <a class="button" href={`#/timelines/${batch.timeline_id}`}>
            <Icon name="timelines" /> Its timeline
          </a>
          {batch.status === 'running' && (
            <button type="button" class="button" disabled={work.isBusy} onClick={() => setIsAsking(true)}>
              Cancel the batch
            </button>
          )}
          <button type="button" class="button button-main" disabled={work.isBusy} onClick={results}>
            Results as CSV
          </button>
        </div>
      </header>
      {work.error !== undefined && <Failure error={work.error} />}
      <Counts batch={batch} />
      <h2 class="deliveries-title">Films</h2>
      <Shown loaded={pages.loaded}>
        {(renders) =>
          renders.length === 0 ? (
            <Empty title="None has begun yet">
              <p>Rows begin as the places of the account come free.</p>
            </Empty>
          ) : (
            <>
              <ul class="rows">
                {renders.map((render) => (
                  <RenderRow key={render.id} render={render} />
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          )
        }
      </Shown>
      {isAsking && (
        <Confirm title="Cancel this batch?" action="Cancel it" onClose={() => setIsAsking(false)} onConfirm={cancel}>
          <p>Films that are finished stay. What waits or runs is given up.</p>
        </Confirm>
      )}
    </>
  );
  return (
    <Shown loaded={loaded} heading="Batch">
      {shown}
    </Shown>
  );
}
