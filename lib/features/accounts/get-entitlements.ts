import type { z } from 'zod';
import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { Principal } from './account.ts';
import type { entitlementsAnswerSchema } from './contract.ts';
import { limitsWithAvailableCodecs } from './get-account.ts';
import { limitsOfPlan } from './limits.ts';
import type { UsageStore } from './ports.ts';
import { usageMonthOf, usagePeriodOf } from './usage.ts';

/** Dependencies of `getEntitlements`. */
export interface GetEntitlementsDeps {
  usage: Pick<UsageStore, 'read'>;
  clock: Clock;
  /** The codecs that this service can encode. */
  codecs: readonly VideoCodecId[];
}

/** Reads the limits of a client's plan, with only the codecs that this service can encode, and the usage of this month. */
export async function getEntitlements(
  { usage, clock, codecs }: GetEntitlementsDeps,
  principal: Principal,
): Promise<z.output<typeof entitlementsAnswerSchema>> {
  const now = clock();
  const limits = limitsOfPlan(principal.plan);
  const monthUsage = await usage.read(principal.account_id, usageMonthOf(formatUtcTimestamp(now)));
  return {
    plan: principal.plan,
    api_access: true,
    limits: limitsWithAvailableCodecs(limits, codecs),
    // The answer's `stored_bytes` includes speech, although the limit does not.
    usage: { ...usagePeriodOf(now), ...monthUsage, stored_bytes: monthUsage.stored_bytes + monthUsage.speech_bytes },
  };
}
