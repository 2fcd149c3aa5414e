import type { BatchStore } from './batches/ports.ts';
import type { RenderStore } from './ports.ts';
import { isTerminalRenderStatus } from './render.ts';

/** The number of renders that are read at the same time. */
const READS_AT_ONCE = 20;

/** Reports whether a live render or an open batch of a timeline exists, which still needs the files that it froze. Strongly consistent. */
export async function hasLiveRenderOrOpenBatch(
  { renders, batches }: { renders: Pick<RenderStore, 'slots' | 'find'>; batches: Pick<BatchStore, 'findMany'> },
  accountId: string,
  timelineId: string,
): Promise<boolean> {
  const { running, waiting, batches: openBatchIds } = await renders.slots(accountId);
  const openBatches = openBatchIds.length > 0 ? await batches.findMany(accountId, openBatchIds) : [];
  if (openBatches.some((batch) => batch.timeline_id === timelineId)) return true;
  const ids = [...running, ...waiting];
  for (let first = 0; first < ids.length; first += READS_AT_ONCE) {
    const rendersInChunk = await Promise.all(
      ids.slice(first, first + READS_AT_ONCE).map((id) => renders.find(accountId, id)),
    );
    if (rendersInChunk.some((render) => render?.timeline_id === timelineId && !isTerminalRenderStatus(render.status)))
      return true;
  }
  return false;
}
