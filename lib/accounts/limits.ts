import { ServiceError } from '../shared/errors.ts';
import { RESOLUTIONS, type Resolution } from '../video/format.ts';
import type { Codec } from '../video/settings.ts';
import type { Plan } from './account.ts';
import { ENTITLEMENTS, type Limits } from './entitlements.ts';

const refuse = (message: string, param: string): never => {
  throw new ServiceError('entitlement_required', message, { param });
};

/** Refuses a plan without API access. @throws ServiceError `plan_not_allowed` for the Free plan. */
export function assertApiAccess(plan: Plan): asserts plan is Exclude<Plan, 'free'> {
  if (plan === 'free') throw new ServiceError('plan_not_allowed', 'API access needs a Pro or Max plan.');
}

/** The limits of a plan. @throws ServiceError `plan_not_allowed` for the Free plan. */
export function limitsOf(plan: Plan): Limits {
  assertApiAccess(plan);
  return ENTITLEMENTS[plan];
}

/** @throws ServiceError `entitlement_required` when the plan does not allow this number of slides. */
export function checkSlideCount(limits: Limits, count: number): void {
  if (count > limits.slides_per_timeline)
    refuse(`Your plan allows ${limits.slides_per_timeline} slides in a timeline.`, 'slides');
}

/** @throws ServiceError `entitlement_required` when the plan does not allow such a video. */
export function checkOutput(limits: Limits, output: { resolution: Resolution; codec: Codec; fps: number }): void {
  if (RESOLUTIONS[output.resolution] > RESOLUTIONS[limits.resolution])
    refuse(`Your plan allows resolutions up to ${limits.resolution}.`, 'output.resolution');
  if (!limits.codecs.includes(output.codec))
    refuse(`Your plan allows these codecs: ${limits.codecs.join(', ')}.`, 'output.codec');
  if (output.fps > limits.fps) refuse(`Your plan allows up to ${limits.fps} frames per second.`, 'output.fps');
}
