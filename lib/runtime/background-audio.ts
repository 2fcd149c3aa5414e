import { AUDIO_FILE } from '../audio-decoding/audio-rules.ts';
import { foldChannels } from '../audio-decoding/fold-channels.ts';
import { audioDeadline, inTime } from '../audio-decoding/in-time.ts';
import { levelMusic } from '../music/level-music.ts';
import type { BackgroundAudioDeps } from '../music/place-audio.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { timelineDeps } from './api.ts';
import { ffmpeg } from './ffmpeg.ts';
import { services } from './services.ts';

/**
 * Apart from the rest of the API: only one function needs the decoders and ffmpeg. Of one request: to be called when it
 * begins, for then its deadline does.
 */
export function backgroundAudioDeps(
  deadline: AbortSignal = audioDeadline(),
): BackgroundAudioDeps & { fetchAudio: FetchFile } {
  const { uploads, files } = services();
  return {
    ...timelineDeps(),
    uploads,
    blobs: files,
    cleanAudio: inTime(deadline, ({ channels, sampleRate }) =>
      levelMusic({ channels: foldChannels(channels), sampleRate }, ffmpeg(deadline)),
    ),
    fetchAudio: httpFetchFile(AUDIO_FILE),
  };
}
