import { PassThrough } from 'node:stream';
import { NalSplitter } from '../h264/nal.ts';
import { type FfmpegJob, type FfmpegRuntime, runFfmpeg } from './run.ts';

/**
 * Runs ffmpeg and gives the NAL units of the Annex B stream that it writes, as they come. Leaving the loop early kills
 * the process. @throws what runFfmpeg throws
 */
export async function* ffmpegNalUnits(
  inputs: FfmpegJob['inputs'],
  options: readonly string[],
  runtime: FfmpegRuntime,
): AsyncGenerator<Buffer> {
  const stream = new PassThrough();
  const run = runFfmpeg({ inputs, output: { at: stream, options } }, runtime);
  run.catch((error: Error) => stream.destroy(error));
  try {
    const splitter = new NalSplitter();
    for await (const piece of stream) yield* splitter.push(piece);
    // The last unit is whole only if ffmpeg succeeded.
    await run;
    yield* splitter.end();
  } finally {
    stream.destroy();
    await run.catch(() => undefined);
  }
}
