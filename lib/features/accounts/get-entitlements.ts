import type { z } from 'zod';
import type { Codec } from '#engine/video/codecs/codec-facts.ts';
import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import type { Principal } from './account.ts';
import type { entitlementsAnswer } from './contract.ts';
import { limitsOf } from './limits.ts';
import type { UsageStore } from './ports.ts';
import { monthOf, periodOf } from './usage.ts';

/** Dependencies of `getEntitlements`. */
export interface GetEntitlementsDeps {
  usage: Pick<UsageStore, 'read'>;
  clock: Clock;
  /** The codecs that this service can encode. */
  codecs: readonly Codec[];
}

/** Reads the limits of a client's plan, with only the codecs that this service can encode, and the usage of this month. */
export async function getEntitlements(
  { usage, clock, codecs }: GetEntitlementsDeps,
  principal: Principal,
): Promise<z.output<typeof entitlementsAnswer>> {
  const now = clock();
  const limits = limitsOf(principal.plan);
  const used = await usage.read(principal.account_id, monthOf(timestamp(now)));
  return {
    plan: principal.plan,
    api_access: true,
    limits: { ...limits, codecs: limits.codecs.filter((codec) => codecs.includes(codec)) },
    // The answer's `stored_bytes` includes speech, although the limit does not.
    usage: { ...periodOf(now), ...used, stored_bytes: used.stored_bytes + used.speech_bytes },
  };
}
