import { UnsupportedStreamError } from '../../bits/stream-errors.ts';
import type { ClipOnTimeLine, JoinedFrameCounts } from '../../clips/clip.ts';
import { ClipReader, streamClipBytes } from '../../clips/clip-file-writer.ts';
import { assertClipDurations, type GopsOfClip, gopsOfClipsOnTimeLine, maxGopFrames } from '../../clips/placement.ts';
import { type ElementaryStreamChunk, SynthesizedFrames } from '../../elementary/synthesized-frames.ts';
import type { FfmpegRuntime } from '../../ffmpeg/run.ts';
import type { VideoSettings } from '../../settings.ts';
import { encodeSkippedFrameTemplate, type MakeSkippedFrameTemplate } from '../encode/skip-templates.ts';
import { type H264Frame, readH264Frames } from '../frames.ts';
import { driftPositionsOfLoop } from '../moved-part-frame-encoder.ts';
import { readNalUnits } from '../nal.ts';
import { assertSameParameterSet } from '../parameter-sets.ts';
import { entranceBlendsOfClip } from './entrance-blends-of-clip.ts';
import { H264FrameJoiner } from './h264-frame-joiner.ts';

/** Objects that joining needs for every form of clip. */
interface JoinContext {
  joiner: H264FrameJoiner;
  reader: ClipReader;
  settings: VideoSettings;
  /** The longest run of skipped frames: frames that repeat the picture before them. It is made once. */
  skipRun(): Promise<SynthesizedFrames>;
}

/**
 * Joins H.264 clips into one Annex B stream; see `joinClipsIntoElementaryStream`.
 * @param counted is set to the frames and key frames of the stream while it is read
 * @param makeTemplate is replaced in tests
 * @throws UnsupportedStreamError or BitstreamError for clips that do not fit together
 */
export async function* joinH264Clips(
  settings: VideoSettings,
  clips: readonly ClipOnTimeLine[],
  runtime: FfmpegRuntime,
  counted: JoinedFrameCounts,
  makeTemplate: MakeSkippedFrameTemplate = encodeSkippedFrameTemplate,
): AsyncGenerator<ElementaryStreamChunk> {
  assertClipDurations(clips);
  const hasDisplayOrder = clips.some(({ fadesIn, clip, zoom }) => fadesIn || clip.drifts || zoom);
  const joiner = new H264FrameJoiner(counted, hasDisplayOrder ? settings.fps : undefined);
  await using reader = new ClipReader();
  const maxFrames = maxGopFrames(settings);
  let skipFrames: SynthesizedFrames | undefined;
  const skipRun = async (): Promise<SynthesizedFrames> => {
    if (skipFrames) return skipFrames;
    const template = await makeTemplate(settings, runtime);
    // Skipped frames are written under the parameter sets of the template: the clips must have the same.
    const { spsNal, ppsNal } = joiner.parameterSets.nals;
    assertSameParameterSet(spsNal, template.parameterSets.spsNal);
    assertSameParameterSet(ppsNal, template.parameterSets.ppsNal);
    skipFrames = joiner.skipRun(template, maxFrames - 1);
    return skipFrames;
  };
  for (const gops of gopsOfClipsOnTimeLine(clips, maxFrames)) {
    const { placed } = gops;
    const framesOf = placed.fadesIn ? blendedFrames : FRAMES_BY_FORM[placed.clip.form];
    for await (const piece of framesOf(gops, { joiner, reader, settings, skipRun })) {
      yield piece instanceof SynthesizedFrames ? piece : Buffer.concat(piece);
    }
  }
}

/** Parts of the joined stream: synthesized frames, or Annex B in pieces. */
type JoinedPieces = AsyncGenerator<Uint8Array[] | SynthesizedFrames>;

const FRAMES_BY_FORM = { key_frame: skippedFrames, still_gop: repeatedGop, moving: movingFrames } satisfies Record<
  ClipOnTimeLine['clip']['form'],
  (gops: GopsOfClip, context: JoinContext) => JoinedPieces
>;

async function* skippedFrames({ placed, lengths }: GopsOfClip, context: JoinContext): JoinedPieces {
  const { joiner, skipRun, settings } = context;
  const { drifts } = placed.clip;
  const idr = await onlyFrame(placed, context);
  for (const [gop, length] of lengths.entries()) {
    yield gop === 0 ? joiner.frame(idr) : joiner.repeatedIdr(idr);
    if (placed.clip.zooms && placed.zoom) {
      if (lengths.length > 1) throw new RangeError('an image in a slow zoom has a picture for each key frame');
      if (length > 1) yield joiner.zooming(placed.clip.zooms, placed.zoom);
      continue;
    }
    // Each GOP is a loop: key frames, to which players seek, are at rest.
    const driftPositions = drifts ? driftPositionsOfLoop(length, settings.fps) : [];
    if (drifts && driftPositions.length > 0) yield joiner.drifting(drifts, driftPositions);
    else if (length > 1) yield joiner.skipped(await skipRun(), length - 1);
  }
}

/** The frames of a fade from the picture before to that of a clip. */
async function* blendedFrames({ placed }: GopsOfClip, context: JoinContext): JoinedPieces {
  yield context.joiner.blended(await onlyFrame(placed, context), entranceBlendsOfClip(placed, context.settings));
}

async function onlyFrame(placed: ClipOnTimeLine, context: JoinContext): Promise<H264Frame> {
  const [idr, ...others] = await allFrames(placed, context);
  if (!idr || others.length > 0) throw new UnsupportedStreamError('sample_units', 'a clip of one frame has more');
  return idr;
}

async function* repeatedGop({ placed, lengths }: GopsOfClip, context: JoinContext): JoinedPieces {
  const gop = await allFrames(placed, context);
  for (const length of lengths) yield gop.slice(0, length).flatMap((frame) => context.joiner.frame(frame));
}

async function* movingFrames({ placed }: GopsOfClip, { joiner }: JoinContext): JoinedPieces {
  let count = 0;
  for await (const frame of readH264Frames(readNalUnits(streamClipBytes(placed)), joiner.parameterSets)) {
    if (count === 0) assertStart(frame);
    count += 1;
    yield joiner.frame(frame);
  }
  assertCount(placed, count);
}

async function allFrames(placed: ClipOnTimeLine, { joiner, reader }: JoinContext): Promise<H264Frame[]> {
  const frames: H264Frame[] = [];
  for await (const frame of readH264Frames(readNalUnits(reader.bytes(placed)), joiner.parameterSets))
    frames.push(frame);
  if (frames[0]) assertStart(frames[0]);
  assertCount(placed, frames.length);
  return frames;
}

function assertStart({ isIdr }: H264Frame): void {
  if (!isIdr) throw new UnsupportedStreamError('sample_units', 'a clip does not start with an IDR picture');
}

function assertCount({ clip }: ClipOnTimeLine, count: number): void {
  if (count !== clip.frames)
    throw new UnsupportedStreamError('sample_units', `a clip of ${clip.frames} frames has ${count}`);
}
