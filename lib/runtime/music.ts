import { audioDeadline, decodeBeforeDeadline } from '../audio-decoding/audio-deadline.ts';
import { mergeEqualChannels } from '../audio-decoding/merge-equal-channels.ts';
import { levelMusic } from '../music/level-music.ts';
import type { MusicDeps } from '../music/set-background-audio.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import { timelineDeps } from './api.ts';
import { ffmpeg } from './ffmpeg.ts';
import { services } from './services.ts';

/**
 * What the upload of music needs. A module of its own: no other function of the API loads the decoders and ffmpeg.
 * @param deadline of the request; its time runs from this call, so call this at the start of the request.
 */
export function musicDeps(deadline: AbortSignal = audioDeadline()): MusicDeps {
  const { uploads, files, tombstones } = services();
  return {
    ...timelineDeps(),
    uploads,
    tombstones,
    blobs: files,
    cleanMusic: decodeBeforeDeadline(deadline, ({ channels, sampleRate }) =>
      levelMusic({ channels: mergeEqualChannels(channels), sampleRate }, ffmpeg(deadline)),
    ),
    fetchFile: httpFetchFile(),
  };
}
