import { WriteConflict } from '../shared/errors.ts';
import type { Admission, RenderStore, UnitQueue } from './ports.ts';
import type { TaskRef } from './render-task.ts';

/** Place in the queue, from 1; undefined for one that does not wait. */
export function queuePosition({ waiting }: Admission, renderId: string): number | undefined {
  const place = waiting.indexOf(renderId);
  return place < 0 ? undefined : place + 1;
}

/** Those that wait and may run now, the oldest first. */
export const nextInLine = ({ running, waiting, most }: Admission): readonly string[] =>
  waiting.slice(0, Math.max(0, most - running.length));

const isNext = (admission: Admission, renderId: string): boolean =>
  !admission.waiting.includes(renderId) || nextInLine(admission).includes(renderId);

/** Whether the render of a first unit runs, or could if it were taken up now. */
export const isDue = async ({ renders }: { renders: RenderStore }, unit: TaskRef): Promise<boolean> =>
  isNext(await renders.admission(unit.account_id), unit.render_id);

const CONFLICT_TRIES = 10;

/** Whether the render of a first unit may be worked on; it takes its place among those that run if it is its turn. */
export async function isAdmitted({ renders }: { renders: RenderStore }, unit: TaskRef): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const admission = await renders.admission(unit.account_id);
    if (!admission.waiting.includes(unit.render_id)) return true;
    if (!isNext(admission, unit.render_id)) return false;
    try {
      await renders.admit(unit.account_id, unit.render_id, admission.most);
      return true;
    } catch (error) {
      // Another one took the room, or this one is let in by another message, or it has ended.
      if (!(error instanceof WriteConflict) || attempt >= CONFLICT_TRIES) throw error;
    }
  }
}

/** After a render has ended: sends a message to each render of the account that may run now. */
export async function wakeNext(
  { renders, queue }: { renders: RenderStore; queue: UnitQueue },
  accountId: string,
): Promise<void> {
  const next = nextInLine(await renders.admission(accountId));
  await Promise.all(next.map((id) => queue.send({ account_id: accountId, render_id: id, kind: 'prepare', index: 0 })));
}
