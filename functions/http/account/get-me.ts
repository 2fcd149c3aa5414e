import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { getMeContract } from '#features/accounts/contract.ts';
import { getMe } from '#features/accounts/get-me.ts';

/** Answers `GET /me` with the account that the credentials belong to. */
export const handler = endpoint(getMeContract, ({ principal }) => getMe(services().accounts, principal));
