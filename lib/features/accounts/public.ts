/** The part of this feature that the rest of the service may use. */
export {
  type Account,
  type ApiKey,
  AUTH_METHODS,
  type LinkedIdentity,
  PLANS,
  type Plan,
  type Principal,
} from './account.ts';
export { type Credentials, refusalOf } from './authenticate.ts';
export { ENTITLEMENTS, type Limits } from './entitlements.ts';
export {
  checkOutput,
  checkSlideCount,
  limitsOf,
  monthlyAmounts,
  noRoomForFileError,
  quotaExceeded,
  tooManyFontsError,
  tooManyTemplatesError,
  tooManyTimelinesError,
} from './limits.ts';
export type { AccountStore, UsageStore } from './ports.ts';
export { type TrustedIssuer, trustedIssuer, trustVariables } from './trusted-issuer.ts';
export { exactSeconds, type MonthlyAmounts, monthOf, type Usage } from './usage.ts';
