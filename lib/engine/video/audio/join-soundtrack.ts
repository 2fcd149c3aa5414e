import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { M4A_OUTPUT_OPTIONS, primedAdtsInputOptions } from '../ffmpeg/audio-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';
import { AAC_FRAME_SAMPLES } from '../settings.ts';
import { type AdtsFrame, readAdts, silentAacFrames } from './adts.ts';
import { type SoundtrackSpec, soundtrackChannels } from './soundtrack.ts';
import { aacFrameCount, MAX_AAC_JOIN_FRAMES, type SoundtrackPart } from './soundtrack-parts.ts';

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
    const [whole] = parts;
    if (!whole) throw new RangeError('an Opus soundtrack has one part');
    const { offset, bytes } = whole;
    await pipeline(
      createReadStream(whole.file, { start: offset, end: offset + bytes - 1 }),
      createWriteStream(outFile),
    );
    return 'joined';
  }
  const kept = await findAacJoins(parts);
  if (!kept) return 'no_join';
  try {
    const adts = Readable.from(trackFrames(spec, kept), { objectMode: false });
    await runFfmpeg(
      {
        inputs: [{ at: adts, options: primedAdtsInputOptions(PRIMING_SAMPLES) }],
        output: { at: outFile, options: M4A_OUTPUT_OPTIONS },
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
async function* trackFrames(spec: SoundtrackSpec, kept: readonly KeptAacFrames[]): AsyncGenerator<Buffer> {
  const channels = soundtrackChannels(spec);
  const total = aacFrameCount(spec.totalSamples);
  let next = 0;
  for (const { part, fromFrame, toFrame } of kept) {
    yield* silentAacFrames(channels, fromFrame - next);
    const bytes = await readPart(part);
    const { firstFrame } = part;
    const frames = readAdts(bytes).slice(fromFrame - firstFrame, Math.min(toFrame, total) - firstFrame);
    const last = frames.at(-1);
    if (last) yield bytes.subarray(frames[0]?.offset ?? 0, last.offset + last.length);
    next = fromFrame + frames.length;
  }
  yield* silentAacFrames(channels, total - next);
}

/** A part, and its range of bytes in a file that may also contain other parts. */
export type EncodedSoundtrackPart = SoundtrackPart & { file: string; offset: number; bytes: number };

async function readPart({ file, offset, bytes }: EncodedSoundtrackPart): Promise<Buffer> {
  const part = Buffer.alloc(bytes);
  await using handle = await open(file);
  await handle.read(part, 0, bytes, offset);
  return part;
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
    const last = kept.at(-1);
    let fromFrame: number | undefined = keepFromFrame;
    if (last && previous && keepFromFrame > firstFrame) {
      fromFrame = commonWindowFrame(previous, current, keepFromFrame);
      if (fromFrame === undefined) return undefined;
    }
    if (last) last.toFrame = Math.min(last.toFrame, fromFrame);
    kept.push({ part, fromFrame, toFrame: firstFrame + frames.length });
    previous = current;
  }
  return kept;
}

type Frames = { firstFrame: number; frames: readonly AdtsFrame[] };

/** The first frame, from `from` on, before which both encoders chose the same window; undefined when there is none within MAX_AAC_JOIN_FRAMES. */
function commonWindowFrame(earlier: Frames, later: Frames, from: number): number | undefined {
  for (let frame = from; frame <= from + MAX_AAC_JOIN_FRAMES; frame++) {
    const before = earlier.frames[frame - 1 - earlier.firstFrame]?.window;
    if (before !== undefined && before === later.frames[frame - 1 - later.firstFrame]?.window) return frame;
  }
  return undefined;
}
