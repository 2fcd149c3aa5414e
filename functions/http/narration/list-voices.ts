import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { showVoicesDeps } from '#app/composition/voices.ts';
import { voicesOfLanguage } from '#engine/speech/voice-catalog.ts';
import { listVoicesContract } from '#features/narration/contract.ts';
import { listVoicesWithSamples } from '#features/narration/list-voices.ts';
import { staticPage } from '#front/api/static-page.ts';
import { decodeCursor, namePositions, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /voices` with the voices of the speech engine, each with its sample, or null while that is being made. */
export const handler = endpoint(listVoicesContract, async ({ principal, query: { limit, cursor, language } }) => {
  const scope = services().scopeOf(`voices:${principal.account_id}:${language ?? ''}`);
  const after = decodeCursor(cursor, scope, namePositions);
  const deps = showVoicesDeps();
  const page = staticPage(voicesOfLanguage(deps.engine, language), { limit, after });
  return pageAnswer({ items: await listVoicesWithSamples(deps, page.items), next: page.next }, scope, (voice) => voice);
});
