import { uploadBackgroundAudioContract } from '../../../lib/music/contract.ts';
import { musicUploadOperation } from '../../../lib/music/set-background-audio.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { musicDeps } from '../../../lib/runtime/music.ts';
import { timelineView } from '../../../lib/timelines/view.ts';
import { receiveFile } from '../../../lib/uploads/receive-file.ts';

export const handler = endpoint(
  uploadBackgroundAudioContract,
  async ({ principal, params, body, file, precondition, prepareAnswer }) => {
    const deps = musicDeps();
    const destination = musicUploadOperation(
      deps,
      principal,
      params.id,
      async (changed) => prepareAnswer(await timelineView(changed, deps.files)),
      precondition,
    );
    await receiveFile(deps, principal, destination, file ?? body, prepareAnswer);
  },
);
