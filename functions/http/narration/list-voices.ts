import { decodeCursor, pageAnswer } from '../../../lib/http/pagination.ts';
import { staticPage } from '../../../lib/http/static-page.ts';
import { listVoices as contract } from '../../../lib/narration/contract.ts';
import { listVoices } from '../../../lib/narration/list-voices.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { narrator } from '../../../lib/runtime/narrator.ts';

export const handler = endpoint(contract, async ({ principal, query: { limit, cursor, language } }) => {
  const scope = `voices:${principal.account_id}:${language ?? ''}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  return pageAnswer(staticPage(listVoices(narrator, language), { limit, after }), scope, (voice) => voice);
});
