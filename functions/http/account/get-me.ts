import { getMe as contract } from '../../../lib/accounts/contract.ts';
import { getMe } from '../../../lib/accounts/get-me.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';

export const handler = endpoint(contract, ({ principal }) => getMe(data().accounts, principal));
