import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { Account } from './account.ts';
import { ENTITLEMENTS, type PlanLimits } from './entitlements.ts';
import { UnknownAccountError } from './manage-accounts.ts';
import type { AccountStore, UsageStore } from './ports.ts';
import { type AccountMonthUsage, type MonthlyAmounts, usageMonthOf } from './usage.ts';

/** The usage of an account in a month, for the operator. */
export interface AccountUsage {
  account_id: string;
  plan: Account['plan'];
  /** The month as `yyyy-mm`, in UTC. */
  month: string;
  usage: AccountMonthUsage;
  /** Amounts that waiting and running work has reserved; they also count for the limits. */
  reserved: MonthlyAmounts;
  /** Undefined for a plan without API access. */
  limits: PlanLimits | undefined;
}

/** Reads the usage and reservations of an account in this month, and the limits of its plan. @throws UnknownAccountError */
export async function readAccountUsage(
  { store, usage, clock }: { store: AccountStore; usage: UsageStore; clock: Clock },
  accountId: string,
): Promise<AccountUsage> {
  const account = await store.findAccount(accountId);
  if (!account) throw new UnknownAccountError(`There is no account ${accountId}.`);
  const month = usageMonthOf(formatUtcTimestamp(clock()));
  const [monthUsage, reserved] = await Promise.all([usage.read(accountId, month), usage.reserved(accountId, month)]);
  const { id, plan } = account;
  return {
    account_id: id,
    plan,
    month,
    usage: monthUsage,
    reserved,
    limits: plan === 'free' ? undefined : ENTITLEMENTS[plan],
  };
}
