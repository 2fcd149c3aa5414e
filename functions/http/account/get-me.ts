import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { getMeContract } from '#features/accounts/contract.ts';
import { getMe } from '#features/accounts/get-me.ts';

/** Answers `GET /me` with the account that the credentials belong to. */
export const handler = createApiEndpoint(getMeContract, ({ principal }) => getMe(sharedServices().accounts, principal));
