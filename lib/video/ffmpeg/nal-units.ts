import { NalSplitter } from '../h264/nal.ts';
import { ffmpegBytes } from './output-bytes.ts';
import type { FfmpegJob, FfmpegRuntime } from './run.ts';

/**
 * Runs ffmpeg and gives the NAL units of the Annex B stream that it writes, as they come; the last one, which is whole
 * only then, when it succeeded. Leaving the loop early kills the process. @throws what runFfmpeg throws
 */
export async function* ffmpegNalUnits(
  inputs: FfmpegJob['inputs'],
  options: readonly string[],
  runtime: FfmpegRuntime,
): AsyncGenerator<Buffer> {
  const splitter = new NalSplitter();
  for await (const piece of ffmpegBytes(inputs, options, runtime)) yield* splitter.push(piece);
  yield* splitter.end();
}
