import type { Principal } from '#features/accounts/public.ts';
import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import { ServiceError, unlessConflict, unlessUnavailable } from '#kernel/shared/errors.ts';
import { checkPrecondition, isConditional, type Precondition } from '#kernel/shared/precondition.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import { findRender } from './get-render.ts';
import { encodedShare } from './next-step.ts';
import type { RenderStore } from './ports.ts';
import { isTerminal, type Render } from './render.ts';
import { leaveSlotWhenStopped, type RenderSlotDeps } from './render-slots.ts';
import { epochOf } from './render-task.ts';

/** A render changes its status a few times, and its slot once. */
const CONFLICT_ATTEMPTS = 8;

/**
 * Cancels a render. For the client it is canceled at once; its workers see it at their next heartbeat and stop, and then its
 * slot is free. What they encoded and spoke up to now is counted, the rest of the reservation given back: once, however
 * often it is canceled, because the write that ends the render does it.
 * A second cancel answers the canceled render, whatever its condition: the client has repeated the first one.
 * @param precondition on its status
 * @throws ServiceError `render_not_cancelable` once it is completed or failed; `precondition_failed`
 */
export async function cancelRender(
  deps: RenderSlotDeps,
  principal: Pick<Principal, 'account_id'>,
  id: string,
  precondition: Precondition = {},
): Promise<Render> {
  const { renders, clock } = deps;
  // After the last attempt the status decides.
  await unlessConflict(() =>
    retryOnConflict({ attempts: CONFLICT_ATTEMPTS }, async () => {
      const render = await findRender(renders, principal, id);
      if (render.status === 'canceled') return;
      checkPrecondition(precondition, [render.status]);
      if (isTerminal(render.status)) return;
      const tasks = await renders.tasks(epochOf(render));
      const seen = isConditional(precondition) ? render.status : undefined;
      await renders.cancel(render, timestamp(clock()), encodedShare(tasks), seen);
      const ended = { account_id: render.account_id, render_id: render.id };
      // Its workers and the sweeper give the slot back otherwise.
      await unlessUnavailable(() => leaveSlotWhenStopped(deps, ended));
    }),
  );
  const now = await findRender(renders, principal, id);
  if (now.status !== 'canceled')
    throw new ServiceError('render_not_cancelable', `This render is ${now.status} and can no longer be canceled.`);
  return now;
}

/**
 * Cancels the renders of an account that have not ended. The waiting ones come first, so that none of them starts when a slot
 * comes free: no message is sent to them. Run again, it cancels what is left.
 */
export async function cancelRendersOfAccount(
  deps: { renders: RenderStore; clock: Clock },
  accountId: string,
): Promise<void> {
  const quiet = { send: async () => undefined };
  const { waiting, running } = await deps.renders.slots(accountId);
  for (const id of [...waiting, ...running])
    try {
      await cancelRender({ ...deps, queue: quiet, batchQueue: quiet }, { account_id: accountId }, id);
    } catch (error) {
      // It has ended, or is removed already.
      if (!(error instanceof ServiceError)) throw error;
    }
}
