import { getEntitlementsContract } from '../../../lib/accounts/contract.ts';
import { getEntitlements } from '../../../lib/accounts/get-entitlements.ts';
import { endpoint, renderCodecs } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(getEntitlementsContract, ({ principal }) =>
  getEntitlements({ ...services(), availableCodecs: renderCodecs }, principal),
);
