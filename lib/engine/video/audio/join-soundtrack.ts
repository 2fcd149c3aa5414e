import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { M4A_COPY_OUTPUT_OPTIONS, primedAdtsInputOptions } from '../ffmpeg/audio-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';
import { AAC_FRAME_SAMPLES } from '../settings.ts';
import { type AdtsFrame, readAdts, silentAacFrames } from './adts.ts';
import { type SoundtrackSpec, soundtrackChannels } from './soundtrack.ts';
import { aacFrameCount, MAX_AAC_JOIN_DELAY_FRAMES, type SoundtrackPart } from './soundtrack-parts.ts';

/** The encoder delay: one frame of silence at the start, which the edit list of the container has to hide. */
const PRIMING_SAMPLES = AAC_FRAME_SAMPLES;

/**
 * Joins the parts of `splitSoundtrack`, and the silence between them, into one continuous soundtrack. AAC becomes an M4A
 * whose edit list hides the priming, so that copying it keeps every sample in its place (raw ADTS would come 21 ms
 * late). Opus is the Ogg file of its only part. After a failure nothing is left at `outFile`.
 * @returns `no_join` when two parts cannot be joined: the soundtrack then has to be encoded as a whole
 * @throws AdtsError, FfmpegError; RangeError for an Opus soundtrack without its part; the signal's reason after an abort
 */
export async function joinSoundtrack(
  spec: SoundtrackSpec,
  parts: readonly EncodedSoundtrackPart[],
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<'joined' | 'no_join'> {
  if (spec.codec === 'opus') {
    const [onlyPart] = parts;
    if (!onlyPart) throw new RangeError('an Opus soundtrack has one part');
    const { offset, bytes } = onlyPart;
    await pipeline(
      createReadStream(onlyPart.file, { start: offset, end: offset + bytes - 1 }),
      createWriteStream(outFile),
    );
    return 'joined';
  }
  const keptFrames = await findAacJoins(parts);
  if (!keptFrames) return 'no_join';
  try {
    const adts = Readable.from(trackFrames(spec, keptFrames), { objectMode: false });
    await runFfmpeg(
      {
        inputs: [{ at: adts, options: primedAdtsInputOptions(PRIMING_SAMPLES) }],
        output: { at: outFile, options: M4A_COPY_OUTPUT_OPTIONS },
      },
      runtime,
    );
  } catch (error) {
    await rm(outFile, { force: true });
    throw error;
  }
  return 'joined';
}

/** All frames of the soundtrack in order. Memory does not grow with the number of parts. */
async function* trackFrames(spec: SoundtrackSpec, keptFrames: readonly KeptAacFrames[]): AsyncGenerator<Buffer> {
  const channels = soundtrackChannels(spec);
  const totalFrames = aacFrameCount(spec.totalSamples);
  let nextFrame = 0;
  for (const { part, fromFrame, toFrame } of keptFrames) {
    yield* silentAacFrames(channels, fromFrame - nextFrame);
    const bytes = await readPart(part);
    const { firstFrame } = part;
    const frames = readAdts(bytes).slice(fromFrame - firstFrame, Math.min(toFrame, totalFrames) - firstFrame);
    const lastFrame = frames.at(-1);
    if (lastFrame) yield bytes.subarray(frames[0]?.offset ?? 0, lastFrame.offset + lastFrame.length);
    nextFrame = fromFrame + frames.length;
  }
  yield* silentAacFrames(channels, totalFrames - nextFrame);
}

/** A part, and its range of bytes in a file that may also contain other parts. */
export type EncodedSoundtrackPart = SoundtrackPart & { file: string; offset: number; bytes: number };

async function readPart({ file, offset, bytes }: EncodedSoundtrackPart): Promise<Buffer> {
  const partBytes = Buffer.alloc(bytes);
  await using handle = await open(file);
  await handle.read(partBytes, 0, bytes, offset);
  return partBytes;
}

/** The frames of a part that go into the soundtrack. Frame numbers count over the whole soundtrack. */
export interface KeptAacFrames {
  part: EncodedSoundtrackPart;
  fromFrame: number;
  /** Exclusive. */
  toFrame: number;
}

/**
 * Decides which frames of every part are kept. A decoder adds the second half of a frame's window to the first half of the next one's, and
 * aliasing cancels only if the two fit. The next part may therefore take over at frame n if both encoders, on the same samples, chose the
 * same window for frame n − 1. Parts that do not overlap are silent at their ends.
 * @returns undefined when two parts never agree within their overlap
 */
export async function findAacJoins(parts: readonly EncodedSoundtrackPart[]): Promise<KeptAacFrames[] | undefined> {
  const kept: KeptAacFrames[] = [];
  let previous: { firstFrame: number; frames: AdtsFrame[] } | undefined;
  for (const part of parts) {
    const { firstFrame, keepFromFrame } = part;
    const frames = readAdts(await readPart(part));
    const current = { firstFrame, frames };
    const lastKept = kept.at(-1);
    let fromFrame: number | undefined = keepFromFrame;
    if (lastKept && previous && keepFromFrame > firstFrame) {
      fromFrame = commonWindowFrame(previous, current, keepFromFrame);
      if (fromFrame === undefined) return undefined;
    }
    if (lastKept) lastKept.toFrame = Math.min(lastKept.toFrame, fromFrame);
    kept.push({ part, fromFrame, toFrame: firstFrame + frames.length });
    previous = current;
  }
  return kept;
}

type FramesOfPart = { firstFrame: number; frames: readonly AdtsFrame[] };

/** The first frame, from `fromFrame` on, before which both encoders chose the same window; undefined when there is none within MAX_AAC_JOIN_DELAY_FRAMES. */
function commonWindowFrame(earlier: FramesOfPart, later: FramesOfPart, fromFrame: number): number | undefined {
  for (let frame = fromFrame; frame <= fromFrame + MAX_AAC_JOIN_DELAY_FRAMES; frame++) {
    const earlierWindow = earlier.frames[frame - 1 - earlier.firstFrame]?.window;
    if (earlierWindow !== undefined && earlierWindow === later.frames[frame - 1 - later.firstFrame]?.window)
      return frame;
  }
  return undefined;
}
