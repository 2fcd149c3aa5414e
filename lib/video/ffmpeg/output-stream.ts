import { PassThrough } from 'node:stream';
import { nalUnits } from '../h264/nal.ts';
import { type FfmpegJob, type FfmpegRuntime, runFfmpeg } from './run.ts';

/**
 * Runs ffmpeg and yields the bytes of its output as they come. The end means success. Leaving the loop early kills the
 * process. @throws what runFfmpeg throws
 */
export async function* ffmpegBytes(
  inputs: FfmpegJob['inputs'],
  options: readonly string[],
  runtime: FfmpegRuntime,
): AsyncGenerator<Buffer> {
  const stream = new PassThrough();
  const run = runFfmpeg({ inputs, output: { at: stream, options } }, runtime);
  run.catch((error: Error) => stream.destroy(error));
  try {
    for await (const piece of stream) yield piece;
    await run;
  } finally {
    stream.destroy();
    await run.catch(() => undefined);
  }
}

/**
 * Runs ffmpeg and yields the NAL units of the Annex B stream that it writes, as they come. The last unit comes after
 * success. Leaving the loop early kills the process. @throws what runFfmpeg throws
 */
export const ffmpegNalUnits = (
  inputs: FfmpegJob['inputs'],
  options: readonly string[],
  runtime: FfmpegRuntime,
): AsyncGenerator<Buffer> => nalUnits(ffmpegBytes(inputs, options, runtime));
