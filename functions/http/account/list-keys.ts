import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listKeysContract } from '#features/accounts/contract.ts';
import { listApiKeysOfCaller, toApiKeyAnswer } from '#features/accounts/manage-keys.ts';
import { pageOfList } from '#front/api/page-of-list.ts';
import { decodeCursor, idPositionSchemaOf, listAnswerOfPage } from '#kernel/contract/pagination.ts';

/** Answers `GET /account/keys` with the API keys of the account, newest first. */
export const handler = createApiEndpoint(listKeysContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = sharedServices().scopeOf(`keys:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, idPositionSchemaOf('key'));
  const page = pageOfList(await listApiKeysOfCaller(sharedServices().accounts, principal), { limit, after });
  return listAnswerOfPage(page, scope, (key) => toApiKeyAnswer(key, principal));
});
