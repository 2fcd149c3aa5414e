import { apiEndpoint, apiKeyDeps } from '#app/composition/api.ts';
import { createKeyContract } from '#features/accounts/contract.ts';
import { createKeyOfCaller, toKeyAnswer } from '#features/accounts/manage-keys.ts';

/** Handles `POST /account/keys`: makes an API key, shown only once. */
export const handler = apiEndpoint(createKeyContract, async ({ principal, body, prepareAnswer }) => {
  await createKeyOfCaller(apiKeyDeps(), principal, body, ({ key, secret }) =>
    prepareAnswer({ ...toKeyAnswer(key, principal), api_key: secret }),
  );
});
