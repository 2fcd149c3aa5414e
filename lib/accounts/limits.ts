import { ServiceError } from '../shared/errors.ts';
import { RESOLUTIONS, type Resolution } from '../video/format.ts';
import type { Codec } from '../video/settings.ts';
import type { Plan } from './account.ts';
import { ENTITLEMENTS, type Limits } from './entitlements.ts';

const refuse = (message: string, param: string): never => {
  throw new ServiceError('entitlement_required', message, { param });
};

/** The limits of a plan. @throws ServiceError `plan_not_allowed` for the Free plan, which has no API access. */
export function limitsOf(plan: Plan): Limits {
  if (plan === 'free') throw new ServiceError('plan_not_allowed', 'API access needs a Pro or Max plan.');
  return ENTITLEMENTS[plan];
}

export function checkSlideCount(limits: Limits, count: number): void {
  if (count > limits.slides_per_timeline)
    refuse(`Your plan allows ${limits.slides_per_timeline} slides in a timeline.`, 'slides');
}

export function checkOutput(limits: Limits, output: { resolution: Resolution; codec: Codec; fps: number }): void {
  if (RESOLUTIONS[output.resolution] > RESOLUTIONS[limits.resolution])
    refuse(`Your plan allows resolutions up to ${limits.resolution}.`, 'output.resolution');
  if (!limits.codecs.includes(output.codec))
    refuse(`Your plan allows these codecs: ${limits.codecs.join(', ')}.`, 'output.codec');
  if (output.fps > limits.fps) refuse(`Your plan allows up to ${limits.fps} frames per second.`, 'output.fps');
}
