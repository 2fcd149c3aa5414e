import { type Clock, timestamp } from '../shared/clock.ts';
import { WriteConflict } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { wakeNext } from './admission.ts';
import { progressEventDue, renderEvent } from './events.ts';
import { nextStep, progressOf } from './next-step.ts';
import type { RenderStore, UnitQueue } from './ports.ts';
import { isTerminal, type Render, type Stage } from './render.ts';
import { pendingTask, type RenderTask, type TaskKind, type TaskRef } from './render-task.ts';

export interface AdvanceDeps {
  renders: RenderStore;
  queue: UnitQueue;
  clock: Clock;
  log: Log;
}

const stageOf = (units: readonly RenderTask[]): Stage => {
  if (units.some((unit) => unit.kind === 'assembly')) return 'assembling';
  if (units.some((unit) => unit.kind === 'video')) return 'encoding';
  return units.some((unit) => unit.kind === 'narration') ? 'narrating' : 'queued';
};

async function showProgress(
  { renders, clock, log }: AdvanceDeps,
  render: Render,
  units: readonly RenderTask[],
): Promise<void> {
  const progress = progressOf(units);
  if (progress <= render.progress) return;
  const now = clock();
  const stage = stageOf(units);
  const due = progressEventDue(render, progress, now);
  const at = timestamp(now);
  const event = due ? renderEvent('render.progress', { ...render, progress, stage }, at, String(progress)) : undefined;
  try {
    await renders.raiseProgress(render, progress, stage, at, event);
  } catch (error) {
    // Somebody showed more progress meanwhile, or the render ended: then there is nothing to show. Whatever else it is, the
    // render does not wait for it: it is shown after the next unit.
    if (!(error instanceof WriteConflict)) log.warn('progress not shown', { render_id: render.id, error });
  }
}

/** Which units the worker that asks can do itself, right away: of these no message is sent. */
export type CanDo = (kind: TaskKind) => boolean;
const nothing: CanDo = () => false;

async function begin(
  { renders, queue, clock }: AdvanceDeps,
  ref: Pick<TaskRef, 'account_id' | 'render_id'>,
  kind: 'plan' | 'assembly',
  canDo: CanDo,
): Promise<RenderTask> {
  const unit = pendingTask({ ...ref, kind, index: 0 }, timestamp(clock()));
  await renders.addUnits([unit]);
  if (!canDo(kind)) await queue.send(unit);
  return unit;
}

/**
 * Looks at a render after one of its units was committed and begins what is next. Every worker calls it after its own
 * commit and reads all units strongly, so at least the last one sees that all are there; several may see it, and then
 * they add the same unit, which is claimed once. After the end of a render the next one of the account begins.
 * @returns the unit that the caller has to do itself, because it said that it can: no message was sent for it. It is found
 * again by whoever comes with the same message after a crash, as long as it is not done.
 */
export async function advance(
  deps: AdvanceDeps,
  ref: Pick<TaskRef, 'account_id' | 'render_id'>,
  canDo: CanDo = nothing,
): Promise<RenderTask | undefined> {
  const { renders } = deps;
  const [render, units] = await Promise.all([
    renders.find(ref.account_id, ref.render_id),
    renders.units(ref.account_id, ref.render_id),
  ]);
  if (!render) return undefined;
  if (isTerminal(render.status)) {
    await wakeNext(deps, ref.account_id);
    return undefined;
  }
  const next = nextStep(units);
  const begun = next.do === 'wait' ? [] : [await begin(deps, ref, next.do === 'plan' ? 'plan' : 'assembly', canDo)];
  await showProgress(deps, render, [...units, ...begun]);
  return [...begun, ...units].find((unit) => unit.state !== 'done' && canDo(unit.kind));
}
