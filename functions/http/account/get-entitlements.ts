import { getEntitlementsContract } from '../../../lib/accounts/contract.ts';
import { getEntitlements } from '../../../lib/accounts/get-entitlements.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { config, services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(getEntitlementsContract, ({ principal }) =>
  getEntitlements({ ...services(), codecs: config().codecs }, principal),
);
