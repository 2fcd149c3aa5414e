import type { Principal } from '#features/accounts/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import {
  attemptConditionalWrite,
  runIgnoringUnavailability,
  ServiceError,
  serviceUnavailableError,
} from '#kernel/shared/errors.ts';
import { checkPrecondition, hasPrecondition, type Precondition } from '#kernel/shared/precondition.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { requireRender } from './get-render.ts';
import { encodedFractionOfRender } from './next-render-step.ts';
import type { RenderStore } from './ports.ts';
import { isTerminalRenderStatus, type Render } from './render.ts';
import { type RenderSlotDeps, releaseSlotOfEndedRender } from './render-slots.ts';
import { renderEpochRefOf } from './render-task.ts';

/** Attempts of a cancel, which collides with changes of the render's status and slot. */
const CONFLICT_ATTEMPTS = 8;

/**
 * Cancels a render. Its status changes at once; its workers notice at their next heartbeat and stop, and then its slot is free. The write
 * that ends it counts what was encoded and synthesized so far and gives the rest of the reservation back. A repeated cancel only
 * returns the canceled render: it counts nothing again, and does not check the precondition.
 * @param precondition on its status
 * @throws ServiceError `render_not_found`; `render_not_cancelable` once it is completed or failed; `precondition_failed`; `unavailable` if
 * other changes of the render came first each time
 */
export async function cancelRender(
  deps: RenderSlotDeps,
  principal: Pick<Principal, 'account_id'>,
  id: string,
  precondition: Precondition = {},
): Promise<Render> {
  const { renders, clock } = deps;
  // After the last conflict, the status that is read below decides.
  await attemptConditionalWrite(() =>
    retryOnConflict({ attempts: CONFLICT_ATTEMPTS }, async () => {
      const render = await requireRender(renders, principal, id);
      if (render.status === 'canceled') return;
      checkPrecondition(precondition, [render.status]);
      if (isTerminalRenderStatus(render.status)) return;
      const tasks = await renders.tasks(renderEpochRefOf(render));
      const expectedStatus = hasPrecondition(precondition) ? render.status : undefined;
      await renders.cancel(render, formatUtcTimestamp(clock()), encodedFractionOfRender(tasks), expectedStatus);
      const renderRef = { account_id: render.account_id, render_id: render.id };
      // If this fails, its workers or the sweeper release the slot.
      await runIgnoringUnavailability(() => releaseSlotOfEndedRender(deps, renderRef));
    }),
  );
  const currentRender = await requireRender(renders, principal, id);
  if (!isTerminalRenderStatus(currentRender.status))
    throw serviceUnavailableError('The render is changing. Cancel it again.');
  if (currentRender.status !== 'canceled')
    throw new ServiceError(
      'render_not_cancelable',
      `This render is ${currentRender.status} and can no longer be canceled.`,
    );
  return currentRender;
}

/**
 * Cancels the renders of an account that have not ended. The waiting ones come first, so that none of them starts in a slot that becomes
 * free; no messages are sent. A second run cancels the remaining ones.
 */
export async function cancelRendersOfAccount(
  deps: { renders: RenderStore; clock: Clock },
  accountId: string,
): Promise<void> {
  const silentQueue = { send: async () => undefined };
  const { waiting, running } = await deps.renders.slots(accountId);
  for (const id of [...waiting, ...running])
    try {
      await cancelRender({ ...deps, queue: silentQueue, batchQueue: silentQueue }, { account_id: accountId }, id);
    } catch (error) {
      // The render has ended or was removed, or other changes came first: then a second run cancels it.
      if (!(error instanceof ServiceError)) throw error;
    }
}
