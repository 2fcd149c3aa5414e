import { ffmpegNalUnits } from './ffmpeg/nal-units.ts';
import { atFrames, rawPictureInput, x264Output } from './ffmpeg/x264-arguments.ts';
import { keyframePositions } from './gop-plan.ts';
import { type AccessUnit, accessUnits } from './h264/access-units.ts';
import { GuardError } from './h264/guard-error.ts';
import { NAL, nalType } from './h264/nal.ts';
import { assertPictureSize, PictureMismatchError, type RawPicture } from './picture.ts';
import { type EncodingTask, longestGop, pictureStream } from './segment.ts';
import type { SegmentWriter } from './segment-writer.ts';

/** Parameter sets as units; nothing is said of whether this service can read them. */
export interface OpaqueParameterSets {
  spsNal: Uint8Array;
  ppsNal: Uint8Array;
}

/** Has x264 encode every single frame: slow, and asks nothing of the encoder. The last resort. */
export async function encodePlain(task: EncodingTask, writer: SegmentWriter): Promise<OpaqueParameterSets> {
  const { spec, runtime, overrides } = task;
  const input = { at: pictureStream(everyFrame(task)), options: rawPictureInput(spec, String(spec.fps)) };
  const keyframes = atFrames(keyframePositions(spec.frames, longestGop(spec)), spec.fps);
  const output = x264Output({ quality: spec.quality, keyframes, extraX264: overrides.extraX264 });
  let sets: Partial<OpaqueParameterSets> = {};
  for await (const unit of accessUnits(ffmpegNalUnits([input], output, runtime))) {
    task.pictures.release();
    sets = { ...parameterSetsIn(unit), ...sets };
    const kept = unit.units.filter((nal) => nalType(nal) !== NAL.sei);
    await writer.verbatim(kept, { frames: 1, keyframes: unit.isIdr ? 1 : 0 });
  }
  const { spsNal, ppsNal } = sets;
  if (!spsNal || !ppsNal) throw new GuardError('parameter_sets', 'the encoder wrote none');
  return { spsNal, ppsNal };
}

function parameterSetsIn({ units }: AccessUnit): Partial<OpaqueParameterSets> {
  const spsNal = units.find((nal) => nalType(nal) === NAL.sps);
  const ppsNal = units.find((nal) => nalType(nal) === NAL.pps);
  return { ...(spsNal && { spsNal }), ...(ppsNal && { ppsNal }) };
}

async function* everyFrame({ pictures, spec }: EncodingTask): AsyncGenerator<RawPicture> {
  let next = 0;
  for await (const picture of pictures.items()) {
    assertPictureSize(picture, spec);
    const frames = spec.frames[next++];
    if (frames === undefined)
      throw new PictureMismatchError(`more pictures came than the ${spec.frames.length} planned`);
    for (let frame = 0; frame < frames; frame++) yield picture;
  }
  if (next < spec.frames.length) {
    throw new PictureMismatchError(`${next} pictures came, ${spec.frames.length} were planned`);
  }
}
