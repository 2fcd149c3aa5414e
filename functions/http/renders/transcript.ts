import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { getTranscriptContract } from '#features/renders/contract.ts';
import { getTranscript } from '#features/renders/transcript/get-transcript.ts';

/** Answers `GET /renders/{id}/transcript` with the transcript of a video. */
export const handler = createApiEndpoint(getTranscriptContract, async ({ principal, params, query }) =>
  getTranscript(sharedServices(), principal, params.id, query.format),
);
