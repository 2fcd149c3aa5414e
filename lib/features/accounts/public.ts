/** The part of this feature that the rest of the service may use. */
export {
  type Account,
  type ApiKey,
  AUTH_METHODS,
  type Invitation,
  type LinkedIdentity,
  PLAN_NAMES,
  type Plan,
  type Principal,
  versionOfApiKey,
} from './account.ts';
export { type Credentials, deletedAccountError, type OperationAccess } from './authenticate.ts';
export { ENTITLEMENTS, type PlanLimits } from './entitlements.ts';
export {
  checkOutputLimits,
  checkSlideCount,
  doesPlanAllowOutput,
  limitsOfPlan,
  monthlyAmountsOfPlan,
  quotaExceededError,
  type RequestRateLimits,
  storedBytesExceededError,
  tooManyFontsError,
  tooManyTemplatesError,
  tooManyTimelinesError,
} from './limits.ts';
export type { AccountStore, CredentialWriteConditions, InvitationStore, UsageStore } from './ports.ts';
export { readTrustedIssuer, type TrustedIssuer, trustedIssuerVariablesSchema } from './read-trusted-issuer.ts';
export { type AccountMonthUsage, type MonthlyAmounts, roundToMilliseconds, usageMonthOf } from './usage.ts';
