import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { createRenderEvent } from './events.ts';
import { encodedFractionOfRender } from './next-render-step.ts';
import type { RenderFailureCause } from './ports.ts';
import type { Render, RenderError } from './render.ts';
import { type RenderSlotDeps, releaseSlotOfEndedRender } from './render-slots.ts';
import { renderEpochRefOf } from './render-task.ts';

/**
 * Ends a render as failed. The same transaction writes its event and counts its usage.
 * @throws WriteConflictError when the render has ended or was started again since `render` was read, or the cause no longer applies; then
 * nothing is changed
 */
export async function failRender(
  deps: RenderSlotDeps,
  render: Render,
  error: RenderError,
  cause: RenderFailureCause,
): Promise<void> {
  const { renders } = deps;
  const at = formatUtcTimestamp(deps.clock());
  const [currentRender, tasks] = await Promise.all([
    renders.find(render.account_id, render.id),
    renders.tasks(renderEpochRefOf(render)),
  ]);
  const { epoch } = render;
  const failedRender: Render = {
    ...(currentRender ?? render),
    epoch,
    status: 'failed',
    stage: 'done',
    error,
    completed_at: at,
  };
  await renders.fail(
    failedRender,
    error,
    createRenderEvent('render.failed', failedRender, at),
    encodedFractionOfRender(tasks),
    cause,
  );
  await releaseSlotOfEndedRender(deps, { account_id: render.account_id, render_id: render.id });
}
