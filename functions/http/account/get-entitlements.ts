import { endpoint } from '#app/composition/api.ts';
import { config, services } from '#app/composition/services.ts';
import { getEntitlementsContract } from '#features/accounts/contract.ts';
import { getEntitlements } from '#features/accounts/get-entitlements.ts';

/** Answers `GET /entitlements` with the limits of the plan of the account, and their use this month. */
export const handler = endpoint(getEntitlementsContract, ({ principal }) =>
  getEntitlements({ ...services(), codecs: config().codecs }, principal),
);
