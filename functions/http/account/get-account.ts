import { createApiEndpoint } from '#app/composition/api.ts';
import { config, sharedServices } from '#app/composition/services.ts';
import { getAccountContract } from '#features/accounts/contract.ts';
import { getAccount } from '#features/accounts/get-account.ts';

/** Answers `GET /account` with the account of the credentials on any plan, and what each plan allows. */
export const handler = createApiEndpoint(getAccountContract, ({ principal }) =>
  getAccount({ accounts: sharedServices().accounts, codecs: config().codecs }, principal),
);
