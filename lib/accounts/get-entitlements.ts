import type { z } from 'zod';
import { type Clock, timestamp } from '../shared/clock.ts';
import type { Principal } from './account.ts';
import type { entitlementsAnswer } from './contract.ts';
import { limitsOf } from './limits.ts';
import type { UsageStore } from './ports.ts';
import { monthOf, periodOf } from './usage.ts';

/** What the caller's plan allows, and how much of it is used. */
export async function getEntitlements(
  { usage, clock }: { usage: UsageStore; clock: Clock },
  principal: Principal,
): Promise<z.output<typeof entitlementsAnswer>> {
  const now = clock();
  const limits = limitsOf(principal.plan);
  const used = await usage.read(principal.account_id, monthOf(timestamp(now)));
  return {
    plan: principal.plan,
    api_access: true,
    limits: { ...limits, codecs: [...limits.codecs] },
    usage: { ...periodOf(now), ...used },
  };
}
