import { ffmpegBytes } from '../ffmpeg/output-bytes.ts';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { rawYuvInput, SQUARE_PIXELS } from '../ffmpeg/x264-arguments.ts';
import type { VideoSettings } from '../settings.ts';
import { UnsupportedStreamError } from '../unsupported-stream-error.ts';
import type { EncodedClip, Move } from './clip.ts';
import { type ClipFile, withClipFile } from './clip-file.ts';
import { createGopCoding } from './gop-coding.ts';
import { gopOutput } from './gop-output.ts';
import { picturePipe, yuvOf } from './picture-pipe.ts';
import { untilAborted } from './until-aborted.ts';

const ONLY_THE_FIRST = 1_000_000;

/**
 * Encodes moves in H.265, VP9 or AV1; see `encodeMoves`. Each has a process of its own, so that a clip's bytes do not
 * depend on the moves before it: a clip is kept under what it shows.
 */
export function encodeGopMoves(
  settings: VideoSettings,
  moves: AsyncIterable<Move>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  return withClipFile(outFile, async (file) => {
    const clips: EncodedClip[] = [];
    for await (const move of untilAborted(moves, runtime.signal)) {
      clips.push(await encodeMove(settings, move, file, runtime));
    }
    return clips;
  });
}

async function encodeMove(
  settings: VideoSettings,
  { frames, pictures }: Move,
  file: ClipFile,
  runtime: FfmpegRuntime,
): Promise<EncodedClip> {
  if (!Number.isInteger(frames) || frames < 1) throw new RangeError(`a move has at least one frame, not ${frames}`);
  const { width, height, fps } = settings;
  const output = { moving: frames, keyframeEvery: ONLY_THE_FIRST, filters: SQUARE_PIXELS };
  const options = await gopOutput(settings, output, runtime);
  const input = { at: picturePipe(yuvOf(pictures(), { width, height, frames })), options: rawYuvInput(settings, fps) };
  const coding = createGopCoding(settings);
  let count = 0;
  for await (const { isKey, bytes } of coding.frames(ffmpegBytes([input], options, runtime), true)) {
    if (isKey !== (count === 0))
      throw new UnsupportedStreamError('sample_units', 'a key frame is missing or not planned');
    await file.append(coding.frameHeader(bytes.length, count), bytes);
    count += 1;
  }
  if (count !== frames)
    throw new UnsupportedStreamError('sample_units', `${frames} pictures went in, ${count} came out`);
  return file.finish({ form: 'frames', frames, parameter_sets: coding.parameterSets });
}
