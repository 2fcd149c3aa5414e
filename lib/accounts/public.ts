/** What the rest of the service may use of this feature. */
export type { Account, ApiKey, Identity, Plan, Principal } from './account.ts';
export type { Credentials } from './authenticate.ts';
export { ENTITLEMENTS, type Limits } from './entitlements.ts';
export { checkOutput, checkSlideCount, limitsOf } from './limits.ts';
export type { AccountStore, UsageStore } from './ports.ts';
export { type TrustedIssuer, trustedIssuer, trustVariables } from './trusted-issuer.ts';
export { monthOf, periodOf } from './usage.ts';
