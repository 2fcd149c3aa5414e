import { createApiEndpoint, manageAccountsDeps } from '#app/composition/api.ts';
import { createKeyContract } from '#features/accounts/contract.ts';
import { createApiKeyOfCaller, toApiKeyAnswer } from '#features/accounts/manage-keys.ts';

/** Handles `POST /account/keys`: makes an API key, shown only once. */
export const handler = createApiEndpoint(createKeyContract, async ({ principal, body, prepareAnswer }) => {
  await createApiKeyOfCaller(manageAccountsDeps(), principal, body, ({ key, secret }) =>
    prepareAnswer({ ...toApiKeyAnswer(key, principal), api_key: secret }),
  );
});
