import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import { RESOLUTIONS, type Resolution } from '#engine/video/format.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Plan } from './account.ts';
import { ENTITLEMENTS, FREE_PLAN_REQUESTS_PER_MINUTE, type PlanLimits } from './entitlements.ts';
import { type MonthlyAmounts, usagePeriodOf } from './usage.ts';

const throwNotEntitled = (message: string, param: string): never => {
  throw new ServiceError('entitlement_required', message, { param });
};

/** The monthly amounts of a plan. */
export const monthlyAmountsOfPlan = (
  limits: Pick<PlanLimits, 'render_seconds_per_month' | 'narration_characters_per_month'>,
): MonthlyAmounts => ({
  render_seconds: limits.render_seconds_per_month,
  narration_characters: limits.narration_characters_per_month,
});

/** The error for one timeline more than the plan allows. */
export const tooManyTimelinesError = ({ timelines }: PlanLimits): ServiceError =>
  new ServiceError(
    'entitlement_required',
    `Your plan allows ${timelines} timelines. Delete one, or choose a larger plan.`,
    { param: 'timelines' },
  );

/** The error for one custom template more than the plan allows. */
export const tooManyTemplatesError = ({ own_templates }: PlanLimits): ServiceError =>
  new ServiceError(
    'entitlement_required',
    `Your plan allows ${own_templates} custom templates. Delete one, or choose a larger plan.`,
    {
      param: 'own_templates',
    },
  );

/** The error for one custom font more than the plan allows. */
export const tooManyFontsError = ({ own_fonts }: PlanLimits): ServiceError =>
  new ServiceError(
    'entitlement_required',
    `Your plan allows ${own_fonts} custom fonts. Delete one, or choose a larger plan.`,
    { param: 'own_fonts' },
  );

/** The error for a file with which the account would have more bytes than the plan allows. */
export const storedBytesExceededError = ({ stored_bytes }: PlanLimits): ServiceError =>
  new ServiceError(
    'entitlement_required',
    `Your plan keeps images, videos, recordings and music of ${stored_bytes.toLocaleString('en')} bytes. Delete some, or choose a larger plan.`,
    {
      param: 'stored_bytes',
    },
  );

const QUOTA_PARAMS_AND_UNITS = {
  render_seconds: { param: 'render_seconds_per_month', unit: 'seconds of video' },
  narration_characters: { param: 'narration_characters_per_month', unit: 'characters of new narration' },
} as const;

/** The longest `retry-after`, in seconds: otherwise programs that obey it would sleep until the end of the month. */
const MAX_RETRY_AFTER_SECONDS = 3600;

/**
 * The error for work that needs more of an amount than the month has left after counted and reserved work. Waiting work may give some of its
 * reservation back before the month ends, so the client is asked to retry after at most an hour.
 */
export function quotaExceededError(
  amount: keyof MonthlyAmounts,
  neededAmount: number,
  limits: PlanLimits,
  now: Date,
): ServiceError {
  const { param, unit } = QUOTA_PARAMS_AND_UNITS[amount];
  const { period_end } = usagePeriodOf(now);
  const secondsToMonthEnd = Math.ceil((Date.parse(period_end) - now.getTime()) / 1000);
  return new ServiceError(
    'quota_exceeded',
    `This month's limit of ${limits[param]} ${unit} has no room for ${Math.ceil(neededAmount)} more. The month ends at ${period_end}.`,
    { param, headers: { 'retry-after': String(Math.min(secondsToMonthEnd, MAX_RETRY_AFTER_SECONDS)) } },
  );
}

/** Refuses a plan without API access. @throws ServiceError `plan_not_allowed` for the Free plan. */
export function assertApiAccess(plan: Plan): asserts plan is Exclude<Plan, 'free'> {
  if (plan === 'free')
    throw new ServiceError(
      'plan_not_allowed',
      'API access needs a Pro or Max plan. The operator of the service changes the plan.',
    );
}

/** The limits of a plan. @throws ServiceError `plan_not_allowed` for the Free plan. */
export function limitsOfPlan(plan: Plan): PlanLimits {
  assertApiAccess(plan);
  return ENTITLEMENTS[plan];
}

/** The limits of requests in a minute. */
export type RequestRateLimits = Pick<PlanLimits, 'requests_per_minute' | 'render_creations_per_minute'>;

/** The limits of requests per minute of a plan, the Free plan included. */
export const requestRateLimitsOfPlan = (plan: Plan): RequestRateLimits =>
  plan === 'free'
    ? { requests_per_minute: FREE_PLAN_REQUESTS_PER_MINUTE, render_creations_per_minute: 0 }
    : ENTITLEMENTS[plan];

/** Checks a number of slides. @throws ServiceError `entitlement_required` when the plan does not allow it */
export function checkSlideCount(limits: PlanLimits, count: number): void {
  if (count > limits.slides_per_timeline)
    throwNotEntitled(`Your plan allows ${limits.slides_per_timeline} slides in a timeline.`, 'slides');
}

/** The settings of a video that plans limit. */
export interface LimitedOutput {
  resolution: Resolution;
  codec: VideoCodecId;
  fps: number;
}

/** The first setting of a video that a plan does not allow, and a message about it; undefined: the plan allows all. */
function settingBeyondPlan(limits: PlanLimits, output: LimitedOutput): { param: string; message: string } | undefined {
  if (RESOLUTIONS[output.resolution] > RESOLUTIONS[limits.resolution])
    return { param: 'output.resolution', message: `Your plan allows resolutions up to ${limits.resolution}.` };
  if (!limits.codecs.includes(output.codec))
    return { param: 'output.codec', message: `Your plan allows these codecs: ${limits.codecs.join(', ')}.` };
  if (output.fps > limits.fps)
    return { param: 'output.fps', message: `Your plan allows up to ${limits.fps} frames per second.` };
  return undefined;
}

/** Reports whether a plan allows the resolution, the codec and the frame rate of a video. */
export const doesPlanAllowOutput = (limits: PlanLimits, output: LimitedOutput): boolean =>
  settingBeyondPlan(limits, output) === undefined;

/** Checks resolution, codec and frame rate of a video. @throws ServiceError `entitlement_required` when the plan does not allow one of them */
export function checkOutputLimits(limits: PlanLimits, output: LimitedOutput): void {
  const refusedSetting = settingBeyondPlan(limits, output);
  if (refusedSetting) throwNotEntitled(refusedSetting.message, refusedSetting.param);
}
