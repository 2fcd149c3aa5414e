import { type Clock, timestamp } from '../shared/clock.ts';
import { WriteConflict } from '../shared/errors.ts';
import { renderEvent } from './events.ts';
import { encodedShare } from './next-step.ts';
import type { RenderStore, TaskQueue } from './ports.ts';
import type { FailureCode, Render } from './render.ts';
import { leaveSlotWhenStopped } from './render-slots.ts';
import { epochOf } from './render-task.ts';

/**
 * Ends a render as failed, with its event and its share of the month's usage in the same transaction. A render that has
 * ended, or has been begun again since `render` was read, stays as it is.
 */
export async function failRender(
  { renders, queue, clock }: { renders: RenderStore; queue: TaskQueue; clock: Clock },
  render: Render,
  error: { code: FailureCode; message: string },
): Promise<void> {
  const at = timestamp(clock());
  const [found, tasks] = await Promise.all([
    renders.find(render.account_id, render.id),
    renders.tasks(epochOf(render)),
  ]);
  const { epoch } = render;
  const failed: Render = { ...(found ?? render), epoch, status: 'failed', stage: 'done', error, completed_at: at };
  try {
    await renders.fail(failed, error, renderEvent('render.failed', failed, at), encodedShare(tasks));
  } catch (conflict) {
    if (!(conflict instanceof WriteConflict)) throw conflict;
  }
  await leaveSlotWhenStopped({ renders, queue, clock }, { account_id: render.account_id, render_id: render.id });
}
