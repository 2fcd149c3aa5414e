import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { getTranscriptContract } from '#features/renders/contract.ts';
import { getTranscript } from '#features/renders/transcript/get-transcript.ts';

/** Answers `GET /renders/{id}/transcript` with what is said in a video. */
export const handler = endpoint(getTranscriptContract, async ({ principal, params, query }) =>
  getTranscript(services(), principal, params.id, query.format),
);
