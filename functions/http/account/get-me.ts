import { getMeContract } from '../../../lib/accounts/contract.ts';
import { getMe } from '../../../lib/accounts/get-me.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(getMeContract, ({ principal }) => getMe(services().accounts, principal));
