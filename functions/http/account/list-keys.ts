import { apiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listKeysContract } from '#features/accounts/contract.ts';
import { listKeysOfCaller, toKeyAnswer } from '#features/accounts/manage-keys.ts';
import { pageOfList } from '#front/api/page-of-list.ts';
import { decodeCursor, idPositionSchema, listAnswerOfPage } from '#kernel/contract/pagination.ts';

/** Answers `GET /account/keys` with the API keys of the account, newest first. */
export const handler = apiEndpoint(listKeysContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = sharedServices().scopeOf(`keys:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, idPositionSchema('key'));
  const page = pageOfList(await listKeysOfCaller(sharedServices().accounts, principal), { limit, after });
  return listAnswerOfPage(page, scope, (key) => toKeyAnswer(key, principal));
});
