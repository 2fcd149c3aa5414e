import { createApiEndpoint } from '#app/composition/api.ts';
import { uploadMusicDeps } from '#app/composition/music.ts';
import { uploadBackgroundAudioContract } from '#features/music/contract.ts';
import { musicUploadOperation } from '#features/music/set-background-audio.ts';
import { toTimelineAnswer } from '#features/timelines/view.ts';
import { receiveFile } from '#features/uploads/receive-file.ts';

/** Handles `POST /timelines/{id}/background-audio`: gives a timeline music. */
export const handler = createApiEndpoint(
  uploadBackgroundAudioContract,
  async ({ principal, params, body, file, precondition, prepareAnswer }) => {
    const deps = uploadMusicDeps();
    const operation = musicUploadOperation(
      deps,
      principal,
      params.id,
      async (loadedTimeline) => prepareAnswer(await toTimelineAnswer(loadedTimeline, deps.files)),
      precondition,
    );
    await receiveFile(deps, principal, operation, file ?? body, prepareAnswer);
  },
);
