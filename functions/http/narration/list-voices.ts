import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { showVoicesDeps } from '#app/composition/voices.ts';
import { voicesOfLanguage } from '#engine/speech/voice-catalog.ts';
import { listVoicesContract } from '#features/narration/contract.ts';
import { listVoicesWithSamples } from '#features/narration/list-voices.ts';
import { pageOfList } from '#front/api/page-of-list.ts';
import { decodeCursor, listAnswerOfPage, nameCursorPositionSchema } from '#kernel/contract/pagination.ts';

/** Answers `GET /voices` with the voices of the speech engine, each with its sample, or null while that is being made. */
export const handler = createApiEndpoint(
  listVoicesContract,
  async ({ principal, query: { limit, cursor, language } }) => {
    const scope = sharedServices().scopeOf(`voices:${principal.account_id}:${language ?? ''}`);
    const after = decodeCursor(cursor, scope, nameCursorPositionSchema);
    const deps = showVoicesDeps();
    const page = pageOfList(voicesOfLanguage(deps.engine, language), { limit, after });
    return listAnswerOfPage(
      { items: await listVoicesWithSamples(deps, page.items), next: page.next },
      scope,
      (voice) => voice,
    );
  },
);
