import { Readable } from 'node:stream';
import { annexBInput } from '../ffmpeg/mux-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';
import { atFrames, x264Output } from '../ffmpeg/x264-arguments.ts';
import type { VideoSettings } from '../settings.ts';

/**
 * Decodes an Annex B stream, whose parameter sets may change on the way, and encodes it as one with IDR pictures at
 * `keyframes` (0-based, ascending). Slow: it costs what encoding every frame costs.
 */
export async function reencodeStream(
  stream: AsyncIterable<Buffer>,
  { fps, width, height }: Pick<VideoSettings, 'fps' | 'width' | 'height'>,
  keyframes: readonly number[],
  runtime: FfmpegRuntime,
  outFile: string,
): Promise<void> {
  const input = { at: Readable.from(stream), options: annexBInput(fps) };
  // What was lost once is lost: the second encoding should add little to it.
  const options = x264Output({
    quality: 'high',
    keyframes: atFrames(keyframes, fps),
    // Parameter sets that differ may tell other rates: the frames are counted anew.
    filters: `setpts=N/(${fps}*TB),scale=${width}:${height},format=yuv420p,setsar=1`,
  });
  await runFfmpeg({ inputs: [input], output: { at: outFile, options } }, runtime);
}
