import { createApiEndpoint } from '#app/composition/api.ts';
import { config, sharedServices } from '#app/composition/services.ts';
import { getEntitlementsContract } from '#features/accounts/contract.ts';
import { getEntitlements } from '#features/accounts/get-entitlements.ts';

/** Answers `GET /entitlements` with the limits of the plan of the account, and their use this month. */
export const handler = createApiEndpoint(getEntitlementsContract, ({ principal }) =>
  getEntitlements({ ...sharedServices(), codecs: config().codecs }, principal),
);
