import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import type { RawPicture } from '../picture.ts';
import { Replayable } from '../replayable.ts';
import type { VideoSettings } from '../settings.ts';
import { isUnsuitable } from '../unsupported-stream-error.ts';
import type { EncodedClip } from './clip.ts';
import { type ClipFile, withClipFile } from './clip-file.ts';
import { hasCopies } from './gop-coding.ts';
import { encodeKeyFrames, encodeWholeGops } from './gop-stills.ts';

export { encodeGopMoves } from './gop-moves.ts';

/**
 * Encodes standing pictures in H.265, VP9 or AV1, each as a clip: one key frame, where copies of it can be written as
 * ordinary frames, and otherwise a GOP, to be repeated. See `encodeStills`.
 */
export async function encodeGops(
  settings: VideoSettings,
  pictures: AsyncIterable<RawPicture>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const source = new Replayable(pictures);
  try {
    return await withClipFile(outFile, (file) => encodeSuitably(settings, source, file, runtime));
  } finally {
    // A source that waits for something ends only after that; an abort must not.
    const closed = source.close().catch(() => undefined);
    if (!runtime.signal?.aborted) await closed;
  }
}

async function encodeSuitably(
  settings: VideoSettings,
  source: Replayable<RawPicture>,
  file: ClipFile,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  if (hasCopies(settings.codec)) {
    try {
      return await encodeKeyFrames(settings, source, file, runtime);
    } catch (error) {
      // Nothing was written yet, as long as the pictures can start again.
      if (!isUnsuitable(error) || !source.canRestart) throw error;
    }
  }
  return encodeWholeGops(settings, source, file, runtime);
}
