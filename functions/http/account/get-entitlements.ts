import { getEntitlements as contract } from '../../../lib/accounts/contract.ts';
import { getEntitlements } from '../../../lib/accounts/get-entitlements.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';

export const handler = endpoint(contract, ({ principal }) => getEntitlements(data(), principal));
