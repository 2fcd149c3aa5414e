import { staticPage } from '../../../lib/api/static-page.ts';
import { decodeCursor, namePositions, pageAnswer } from '../../../lib/contract/pagination.ts';
import { listVoicesContract } from '../../../lib/narration/contract.ts';
import { listVoicesWithSamples } from '../../../lib/narration/list-voices.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { showVoicesDeps } from '../../../lib/runtime/voices.ts';
import { voicesOfLanguage } from '../../../lib/speech/voice-catalog.ts';

export const handler = endpoint(listVoicesContract, async ({ principal, query: { limit, cursor, language } }) => {
  const scope = services().scopeOf(`voices:${principal.account_id}:${language ?? ''}`);
  const after = decodeCursor(cursor, scope, namePositions);
  const deps = showVoicesDeps();
  const page = staticPage(voicesOfLanguage(deps.engine, language), { limit, after });
  return pageAnswer({ items: await listVoicesWithSamples(deps, page.items), next: page.next }, scope, (voice) => voice);
});
