import type { z } from 'zod';
import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import { PLAN_NAMES, type Plan, type Principal } from './account.ts';
import type { accountWithPlansAnswerSchema } from './contract.ts';
import { ENTITLEMENTS, type PlanLimits } from './entitlements.ts';
import { getMe } from './get-me.ts';
import type { AccountStore } from './ports.ts';

/** Dependencies of `getAccount`. */
export interface GetAccountDeps {
  accounts: Pick<AccountStore, 'findAccount'>;
  /** The codecs that this service can encode. */
  codecs: readonly VideoCodecId[];
}

const hasApiAccess = (plan: Plan): plan is Exclude<Plan, 'free'> => plan !== 'free';

/** The limits of a plan with only the codecs that a service can encode. */
export const limitsWithAvailableCodecs = (limits: PlanLimits, codecs: readonly VideoCodecId[]) => ({
  ...limits,
  codecs: limits.codecs.filter((codec) => codecs.includes(codec)),
});

/** Reads the account of the caller on any plan, with the limits of each plan. @throws ServiceError 401 if the account was deleted meanwhile */
export async function getAccount(
  { accounts, codecs }: GetAccountDeps,
  principal: Principal,
): Promise<z.output<typeof accountWithPlansAnswerSchema>> {
  const { auth, ...account } = await getMe(accounts, principal);
  return {
    ...account,
    api_access: hasApiAccess(account.plan),
    auth: { ...auth, scope: principal.scope },
    plans: PLAN_NAMES.map((plan) => ({
      plan,
      api_access: hasApiAccess(plan),
      limits: hasApiAccess(plan) ? limitsWithAvailableCodecs(ENTITLEMENTS[plan], codecs) : null,
    })),
  };
}
