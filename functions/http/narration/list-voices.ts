import { decodeCursor, pageAnswer } from '../../../lib/http/pagination.ts';
import { staticPage } from '../../../lib/http/static-page.ts';
import { listVoices as contract } from '../../../lib/narration/contract.ts';
import { listVoices } from '../../../lib/narration/list-voices.ts';
import { showVoices } from '../../../lib/narration/show-voices.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { showVoicesTools } from '../../../lib/runtime/voices.ts';

export const handler = endpoint(contract, async ({ principal, query: { limit, cursor, language } }) => {
  const scope = `voices:${principal.account_id}:${language ?? ''}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const tools = showVoicesTools();
  const page = staticPage(listVoices(tools.engine, language), { limit, after });
  return pageAnswer({ items: await showVoices(tools, page.items), next: page.next }, scope, (voice) => voice);
});
