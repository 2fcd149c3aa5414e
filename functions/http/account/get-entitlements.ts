import { endpoint } from '#app/composition/api.ts';
import { config, services } from '#app/composition/services.ts';
import { getEntitlementsContract } from '#features/accounts/contract.ts';
import { getEntitlements } from '#features/accounts/get-entitlements.ts';

export const handler = endpoint(getEntitlementsContract, ({ principal }) =>
  getEntitlements({ ...services(), codecs: config().codecs }, principal),
);
