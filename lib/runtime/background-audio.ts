import { AUDIO_FILE } from '../audio-import/audio-rules.ts';
import { foldChannels } from '../audio-import/fold-channels.ts';
import { audioDeadline, inTime } from '../audio-import/in-time.ts';
import { levelMusic } from '../background-audio/level-music.ts';
import type { BackgroundAudioTools } from '../background-audio/place-audio.ts';
import { httpFetchFile } from '../uploads/fetch-file.ts';
import type { FetchFile } from '../uploads/ports.ts';
import { timelineTools } from './api.ts';
import { data } from './data.ts';
import { ffmpeg } from './ffmpeg.ts';

/**
 * Apart from the rest of the API: only one function needs the decoders and ffmpeg. Of one request: to be called when it
 * begins, for then its deadline does.
 */
export function backgroundAudioTools(
  deadline: AbortSignal = audioDeadline(),
): BackgroundAudioTools & { fetchAudio: FetchFile } {
  const { uploads, files } = data();
  return {
    ...timelineTools(),
    uploads,
    blobs: files,
    cleanAudio: inTime(deadline, ({ channels, sampleRate }) =>
      levelMusic({ channels: foldChannels(channels), sampleRate }, ffmpeg(deadline)),
    ),
    fetchAudio: httpFetchFile(AUDIO_FILE),
  };
}
