import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { usePolling } from '../load.ts';
import { StatusBadge } from '../parts/badges.tsx';
import { Icon } from '../parts/icons.tsx';
import { MoreButton, usePages } from '../parts/pages.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { signedIn, video } from '../session.ts';
import { NewBatchDialog } from './new-batch.tsx';

const POLL_MS = 2_000;

/** How many rows of a batch have ended, in whichever way. */
export const endedRows = ({ completed, failed, canceled }: Schemas['BatchCounts']): number =>
  completed + failed + canceled;

function BatchListRow({ batch }: { batch: Schemas['Batch'] }) {
  const { counts, output } = batch;
  return (
    <li class="row">
      <a href={`#/batches/${batch.id}`} class="row-link">
        <span class="row-text">
          <span class="row-title">{batch.id}</span>
          <span class="fine">
            {endedRows(counts)} of {counts.total} films · {output.resolution} {output.codec} ·{' '}
            <When at={batch.created_at} />
          </span>
        </span>
        {batch.status === 'running' && (
          <progress value={endedRows(counts)} max={counts.total} aria-label={`Progress of ${batch.id}`} />
        )}
        <StatusBadge status={batch.status} />
      </a>
    </li>
  );
}

/** All batches of the account, newest first. */
export function Batches() {
  const query = { limit: 30 };
  const pages = usePages((cursor) =>
    video().get('/batches', { params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } } }),
  );
  const { loaded } = pages;
  const batches = loaded.state === 'ready' ? loaded.data : [];
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
  return (
    <>
      <header class="view-head">
        <h1>Batches</h1>
        <button type="button" class="button button-main" onClick={() => setIsMaking(true)}>
          <Icon name="plus" /> New batch
        </button>
      </header>
      <Shown loaded={loaded}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No batches yet">
              <p>A batch makes a film of one timeline for each row of a table: a name, an offer, a picture.</p>
            </Empty>
          ) : (
            <>
              <ul class="rows">
                {all.map((batch) => (
                  <BatchListRow key={batch.id} batch={batch} />
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          )
        }
      </Shown>
      {isMaking && <NewBatchDialog onClose={() => setIsMaking(false)} />}
    </>
  );
}
