import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import type { RawPicture } from '../picture.ts';
import type { VideoSettings } from '../settings.ts';
import type { EncodedClip } from './clip.ts';
import { encodeGops } from './encode-gops.ts';
import { assertEvenSize } from './even-size.ts';
import { encodeH264Stills } from './h264-stills.ts';

/**
 * Encodes each picture as a clip of a standing picture, all in one process and one file. Pictures are taken one by one, as
 * the encoder takes them; at least one must come. Nothing is left at `outFile` after a failure.
 * @throws PictureMismatchError, RangeError (an odd size), FfmpegError, GuardError, the abort's reason, or whatever
 * `pictures` throws
 */
export async function encodeStills(
  settings: VideoSettings,
  pictures: AsyncIterable<RawPicture>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  assertEvenSize(settings);
  const encode = settings.codec === 'h264' ? encodeH264Stills : encodeGops;
  return encode(settings, pictures, outFile, runtime);
}
