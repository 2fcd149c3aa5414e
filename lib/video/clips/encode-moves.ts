import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import type { VideoSettings } from '../settings.ts';
import type { EncodedClip, Move } from './clip.ts';
import { encodeGopMoves } from './encode-gops.ts';
import { assertEvenSize } from './even-size.ts';
import { encodeH264Moves } from './h264-moves.ts';

/**
 * Encodes each move as a clip whose every frame is shown once, all into one file. Moves, and the pictures of each, are
 * taken one by one, as the encoder takes them. Nothing is left at `outFile` after a failure.
 * @throws PictureMismatchError (also where a move gives more or fewer pictures than it said), RangeError (an odd size),
 * FfmpegError, GuardError, the abort's reason, or whatever `moves` and their pictures throw
 */
export async function encodeMoves(
  settings: VideoSettings,
  moves: AsyncIterable<Move>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  assertEvenSize(settings);
  const encode = settings.codec === 'h264' ? encodeH264Moves : encodeGopMoves;
  return encode(settings, moves, outFile, runtime);
}
