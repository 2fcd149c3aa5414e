import type { RenderStore } from './ports.ts';
import { isTerminal } from './render.ts';

/** How many renders are read at a time. */
const PAGE = 20;

/** Whether a render that has not ended was made of a timeline: it needs what it froze. Strongly consistent. */
export async function hasLiveRender(
  renders: Pick<RenderStore, 'slots' | 'find'>,
  accountId: string,
  timelineId: string,
): Promise<boolean> {
  const { running, waiting } = await renders.slots(accountId);
  const ids = [...running, ...waiting];
  for (let first = 0; first < ids.length; first += PAGE) {
    const found = await Promise.all(ids.slice(first, first + PAGE).map((id) => renders.find(accountId, id)));
    if (found.some((render) => render?.timeline_id === timelineId && !isTerminal(render.status))) return true;
  }
  return false;
}
