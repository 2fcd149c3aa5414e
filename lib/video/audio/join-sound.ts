import { copyFile, readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { M4A_OUTPUT, primedAdtsInput } from '../ffmpeg/audio-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';
import { AAC_FRAME_SAMPLES, readAdts } from './adts.ts';
import { type EncodedSound, findJoins, type KeptFrames } from './find-joins.ts';
import { silentFrames } from './silent-frame.ts';
import { channelsOf, type SoundSpec } from './sound.ts';
import { framesOf } from './sound-parts.ts';

/** The encoder puts one frame of silence in front; the container's edit list must take it away again. */
const PRIMING_SAMPLES = AAC_FRAME_SAMPLES;

/**
 * Joins the parts of `planSound`, and the silence between them, into one continuous sound: AAC in an M4A whose edit list
 * hides the encoder's priming, so that muxing it with `-c copy` keeps every sample in its place (raw ADTS would come 21 ms
 * late); Opus as the Ogg file that its part is. On a failure nothing is left at `outFile`.
 * @returns `no_join` where two parts do not fit: then the sound is to be encoded as a whole.
 * @throws AdtsError, FfmpegError; the signal's reason after an abort.
 */
export async function joinSound(
  spec: SoundSpec,
  parts: readonly EncodedSound[],
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<'joined' | 'no_join'> {
  if (spec.codec === 'opus') {
    const [whole] = parts;
    if (!whole) throw new RangeError('a sound of Opus has one part');
    await copyFile(whole.file, outFile);
    return 'joined';
  }
  const kept = await findJoins(parts);
  if (!kept) return 'no_join';
  try {
    const adts = Readable.from(trackFrames(spec, kept), { objectMode: false });
    await runFfmpeg(
      {
        inputs: [{ at: adts, options: primedAdtsInput(PRIMING_SAMPLES) }],
        output: { at: outFile, options: M4A_OUTPUT },
      },
      runtime,
    );
  } catch (error) {
    await rm(outFile, { force: true });
    throw error;
  }
  return 'joined';
}

/** Every frame of the track in its order. Memory does not grow with the number of parts. */
async function* trackFrames(spec: SoundSpec, kept: readonly KeptFrames[]): AsyncGenerator<Buffer> {
  const channels = channelsOf(spec);
  const total = framesOf(spec.totalSamples);
  let next = 0;
  for (const { file, firstFrame, fromFrame, toFrame } of kept) {
    yield* silentFrames(channels, fromFrame - next);
    const bytes = await readFile(file);
    const frames = readAdts(bytes).slice(fromFrame - firstFrame, Math.min(toFrame, total) - firstFrame);
    const last = frames.at(-1);
    if (last) yield bytes.subarray(frames[0]?.offset ?? 0, last.offset + last.length);
    next = fromFrame + frames.length;
  }
  yield* silentFrames(channels, total - next);
}
