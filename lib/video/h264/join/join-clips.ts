import { UnsupportedStreamError } from '../../bits/stream-errors.ts';
import type { JoinedFrames, PlacedClip } from '../../clips/clip.ts';
import { clipBytes } from '../../clips/clip-file.ts';
import { assertPlacement, gopLengthsOf, maxGopFrames } from '../../clips/placement.ts';
import type { FfmpegRuntime } from '../../ffmpeg/run.ts';
import type { VideoSettings } from '../../settings.ts';
import { type MakeTemplate, skipTemplate } from '../encode/skip-templates.ts';
import { type H264Frame, readH264Frames } from '../frames.ts';
import { nalUnits } from '../nal.ts';
import { assertSameParameterSet } from '../parameter-sets.ts';
import { SkipRun } from '../skip-frames.ts';
import { FrameJoiner } from './frame-joiner.ts';

/** What every form of clip is joined with. */
interface JoinContext {
  join: FrameJoiner;
  longest: number;
  skipRun(): Promise<SkipRun>;
}

/** Joins H.264 clips into one Annex B stream; see `joinClips`. `makeTemplate` is replaced in tests. */
export async function* joinH264Clips(
  settings: VideoSettings,
  clips: readonly PlacedClip[],
  runtime: FfmpegRuntime,
  counted: JoinedFrames,
  makeTemplate: MakeTemplate = skipTemplate,
): AsyncGenerator<Buffer> {
  assertPlacement(clips);
  const join = new FrameJoiner(counted);
  const longest = maxGopFrames(settings);
  let run: SkipRun | undefined;
  const skipRun = async (): Promise<SkipRun> => {
    if (run) return run;
    const template = await makeTemplate(settings, runtime);
    // Skipped frames are written under the parameter sets of the template: the clips must have the same.
    const { spsNal, ppsNal } = join.parameterSets.nals;
    assertSameParameterSet(spsNal, template.parameterSets.spsNal);
    assertSameParameterSet(ppsNal, template.parameterSets.ppsNal);
    run = new SkipRun(template, longest - 1);
    return run;
  };
  for (const placed of clips) {
    for await (const parts of BY_FORM[placed.clip.form](placed, { join, longest, skipRun })) yield Buffer.concat(parts);
  }
}

const BY_FORM = { key_frame: skippedFrames, still_gop: repeatedGop, moving: movingFrames } satisfies Record<
  PlacedClip['clip']['form'],
  (placed: PlacedClip, context: JoinContext) => AsyncGenerator<Uint8Array[]>
>;

async function* skippedFrames(
  placed: PlacedClip,
  { join, longest, skipRun }: JoinContext,
): AsyncGenerator<Uint8Array[]> {
  const [idr, ...others] = await allFrames(placed, join);
  if (!idr || others.length > 0) throw new UnsupportedStreamError('sample_units', 'a clip of one frame has more');
  for (const length of gopLengthsOf(placed, longest)) {
    const skipped = length > 1 ? [(await skipRun()).first(length - 1)] : [];
    yield [...join.frame(idr), ...join.following(skipped, length - 1)];
  }
}

async function* repeatedGop(placed: PlacedClip, { join, longest }: JoinContext): AsyncGenerator<Uint8Array[]> {
  const gop = await allFrames(placed, join);
  for (const length of gopLengthsOf(placed, longest)) {
    yield gop.slice(0, length).flatMap((frame) => join.frame(frame));
  }
}

async function* movingFrames(placed: PlacedClip, { join }: JoinContext): AsyncGenerator<Uint8Array[]> {
  let count = 0;
  for await (const frame of readH264Frames(nalUnits(clipBytes(placed)), join.parameterSets)) {
    if (count === 0) assertStart(frame);
    count += 1;
    yield join.frame(frame);
  }
  assertCount(placed, count);
}

async function allFrames(placed: PlacedClip, { parameterSets }: FrameJoiner): Promise<H264Frame[]> {
  const frames: H264Frame[] = [];
  for await (const frame of readH264Frames(nalUnits(clipBytes(placed)), parameterSets)) frames.push(frame);
  if (frames[0]) assertStart(frames[0]);
  assertCount(placed, frames.length);
  return frames;
}

function assertStart({ isIdr }: H264Frame): void {
  if (!isIdr) throw new UnsupportedStreamError('sample_units', 'a clip does not start with an IDR picture');
}

function assertCount({ clip }: PlacedClip, count: number): void {
  if (count !== clip.frames)
    throw new UnsupportedStreamError('sample_units', `a clip of ${clip.frames} frames has ${count}`);
}
