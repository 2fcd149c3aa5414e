import type { EncodedClip, MovingStretch } from './clips/clip.ts';
import { videoCodecOf } from './codecs/video-codec-of.ts';
import type { FfmpegRuntime } from './ffmpeg/run.ts';
import type { RawPicture } from './picture.ts';
import type { VideoSettings } from './settings.ts';

/**
 * Encodes each picture as the clip of a still, all in one process and one file. The encoder takes pictures one by one,
 * and has done with each before it asks for the next; at least one must come. After a failure nothing is left at `outFile`.
 * @throws PictureMismatchError, RangeError (an odd size), FfmpegError, UnsupportedStreamError, the abort's reason, or
 * whatever `pictures` throws
 */
export async function encodeStillClips(
  settings: VideoSettings,
  pictures: AsyncIterable<RawPicture>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  assertEvenSize(settings);
  return videoCodecOf(settings.codec).encodeStills(settings, pictures, outFile, runtime);
}

/**
 * Encodes each move as a moving clip, all into one file. The encoder takes moves, and the pictures of each, one by one.
 * After a failure nothing is left at `outFile`.
 * @throws PictureMismatchError (also when a move gives more or fewer pictures than it stated), RangeError (an odd
 * size), FfmpegError, UnsupportedStreamError, the abort's reason, or whatever `moves` and their pictures throw
 */
export async function encodeMovingClips(
  settings: VideoSettings,
  moves: AsyncIterable<MovingStretch>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  assertEvenSize(settings);
  return videoCodecOf(settings.codec).encodeMoves(settings, moves, outFile, runtime);
}

/** 4:2:0 has one chroma sample for two columns and two rows. @throws RangeError */
function assertEvenSize({ width, height }: { width: number; height: number }): void {
  const isEven = (side: number): boolean => Number.isInteger(side) && side > 0 && side % 2 === 0;
  if (!isEven(width) || !isEven(height)) throw new RangeError(`${width}x${height} is not an even picture size`);
}
