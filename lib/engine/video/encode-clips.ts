import type { EncodedClip, MovingStretch } from './clips/clip.ts';
import { videoCodecOf } from './codecs/video-codec-of.ts';
import type { FfmpegRuntime } from './ffmpeg/run.ts';
import type { RawOrYuvPicture } from './picture.ts';
import type { VideoSettings } from './settings.ts';

/**
 * Encodes each picture as the clip of a still, all in one process and one file. Pictures are requested one by one, each after the last
 * was processed; at least one is needed. After a failure nothing is left at `outFile`.
 * @throws PictureMismatchError, RangeError (a size that is not positive and even), FfmpegError, UnsupportedStreamError, the signal's reason after an abort, or
 * what `pictures` throws
 */
export async function encodeStillClips(
  settings: VideoSettings,
  pictures: AsyncIterable<RawOrYuvPicture>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  assertEvenSize(settings);
  return videoCodecOf(settings.codec).encodeStills(settings, pictures, outFile, runtime);
}

/**
 * Encodes each moving stretch as a moving clip, all into one file. Stretches, and the pictures of each, are requested one by one. After a
 * failure nothing is left at `outFile`.
 * @throws PictureMismatchError (also when a stretch has more or fewer pictures than it states), RangeError (a size that is not positive and even), FfmpegError,
 * UnsupportedStreamError, the signal's reason after an abort, or what `stretches` and their pictures throw
 */
export async function encodeMovingClips(
  settings: VideoSettings,
  stretches: AsyncIterable<MovingStretch>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  assertEvenSize(settings);
  return videoCodecOf(settings.codec).encodeMoves(settings, stretches, outFile, runtime);
}

/** Checks that both sides are positive and even: 4:2:0 has one chroma sample for two columns and two rows. @throws RangeError */
function assertEvenSize({ width, height }: { width: number; height: number }): void {
  const isEven = (side: number): boolean => Number.isInteger(side) && side > 0 && side % 2 === 0;
  if (!isEven(width) || !isEven(height)) throw new RangeError(`${width}x${height} is not an even picture size`);
}
