import { ffmpegNalUnits } from './ffmpeg/nal-units.ts';
import { EVERY_FRAME, rawPictureInput, x264Output } from './ffmpeg/x264-arguments.ts';
import { gopLengths } from './gop-plan.ts';
import { GuardError } from './h264/guard-error.ts';
import { NAL, nalType } from './h264/nal.ts';
import { assertSameParameterSet, type CodedParameterSets } from './h264/parameter-sets.ts';
import { parseSliceHeader, SLICE } from './h264/slice-header.ts';
import { SkipRun } from './h264/synthesize.ts';
import type { RawPicture, Stand } from './picture.ts';
import { type EncodingTask, longestGop, pictureStream, standsOf } from './segment.ts';
import type { SegmentWriter } from './segment-writer.ts';
import { skipTemplate } from './skip-template-cache.ts';

/**
 * Encodes each picture once, as an IDR picture, and writes skipped frames behind it until its time is full: the cost
 * follows the number of different pictures.
 * @throws GuardError when the encoder's output does not fit the template
 */
export async function encodeSkipFrames(task: EncodingTask, writer: SegmentWriter): Promise<CodedParameterSets> {
  const { spec, runtime, overrides } = task;
  const makeTemplate = overrides.template ?? ((s, r) => skipTemplate(s, r, overrides.extraX264));
  const template = await makeTemplate(spec, runtime);
  const sets = template.parameterSets;
  const longest = longestGop(spec);
  const run = new SkipRun(template, Math.min(longest, sum(spec.frames)) - 1);

  const sent: number[] = [];
  const input = {
    at: pictureStream(noting(standsOf(task), sent)),
    options: rawPictureInput(spec, String(spec.fps)),
  };
  const { quality } = spec;
  const output = x264Output({ quality, keyframes: EVERY_FRAME, extraX264: overrides.extraX264 });
  let encoded = 0;
  for await (const unit of ffmpegNalUnits([input], output, runtime)) {
    if (!checkedIdr(unit, sets)) continue;
    task.pictures.release();
    const frames = sent[encoded++];
    if (frames === undefined) throw new GuardError('sample_units', 'more pictures came out than went in');
    for (const length of gopLengths(frames, longest)) {
      await writer.idr(unit, sets);
      await writer.following(run.first(length - 1), length - 1);
    }
  }
  if (encoded !== sent.length)
    throw new GuardError('sample_units', `${sent.length} pictures went in, ${encoded} came out`);
  return sets;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

/** The pictures of the stands; how long each one stands is noted when it is taken. */
async function* noting(stands: AsyncIterable<Stand>, frames: number[]): AsyncGenerator<RawPicture> {
  for await (const stand of stands) {
    frames.push(stand.frames);
    yield stand.picture;
  }
}

/** Whether the unit is an IDR picture in one slice; parameter sets and SEI are not. @throws GuardError for the rest. */
function checkedIdr(unit: Uint8Array, sets: CodedParameterSets): boolean {
  const type = nalType(unit);
  if (type === NAL.sps) assertSameParameterSet(sets.spsNal, unit);
  if (type === NAL.pps) assertSameParameterSet(sets.ppsNal, unit);
  if (type === NAL.sps || type === NAL.pps || type === NAL.sei) return false;
  if (type !== NAL.idr) throw new GuardError('sample_units', `a unit of type ${type} instead of an IDR picture`);
  const header = parseSliceHeader(unit, sets);
  if (header.firstMacroblock !== 0) throw new GuardError('sample_units', 'a picture has several slices');
  if (header.type !== SLICE.i || header.frameNum !== 0) throw new GuardError('sample_units', 'not a plain IDR picture');
  return true;
}
