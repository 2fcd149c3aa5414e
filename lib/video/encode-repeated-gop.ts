import { ffmpegNalUnits } from './ffmpeg/nal-units.ts';
import { everyNthFrame, rawPictureInput, TO_VIDEO_COLOURS, x264Output } from './ffmpeg/x264-arguments.ts';
import { gopLengths } from './gop-plan.ts';
import { GuardError } from './h264/guard-error.ts';
import { NAL, nalType, START_CODE } from './h264/nal.ts';
import { assertSameParameterSet, type CodedParameterSets, readParameterSets } from './h264/parameter-sets.ts';
import { parseSliceHeader } from './h264/slice-header.ts';
import type { RawPicture, Stand } from './picture.ts';
import { type EncodingTask, longestGop, pictureStream, standsOf } from './segment.ts';
import type { SegmentWriter } from './segment-writer.ts';

const GOP_SECONDS = 2;

/**
 * Encodes a short GOP of each picture, and writes it again and again until the picture's time is full. It needs less of
 * the encoder than skipped frames do: only that every frame depends on nothing but the ones before it in its GOP.
 * @throws GuardError when a picture's GOP is not what was asked for
 */
export async function encodeRepeatedGop(task: EncodingTask, writer: SegmentWriter): Promise<CodedParameterSets> {
  const { spec, overrides, runtime } = task;
  const longest = Math.min(longestGop(spec), GOP_SECONDS * spec.fps);
  const sent: number[] = [];
  // The pictures come at 1/`longest` of the frame rate; ffmpeg repeats each after the conversion of its colours.
  const input = {
    at: pictureStream(withLastTwice(standsOf(task), sent)),
    options: rawPictureInput(spec, `${spec.fps}/${longest}`),
  };
  const output = x264Output({
    quality: spec.quality,
    keyframes: everyNthFrame(longest),
    filters: `${TO_VIDEO_COLOURS},fps=${spec.fps}`,
    extraX264: overrides.extraX264,
  });
  let sets: CodedParameterSets | undefined;
  let written = 0;
  for await (const gop of gopsOf(ffmpegNalUnits([input], output, runtime))) {
    sets = gop.sets;
    const frames = sent[written];
    if (frames === undefined) break;
    const [idr, ...following] = gop.slices;
    if (!idr || gop.slices.length !== longest) {
      throw new GuardError('sample_units', `a GOP of ${gop.slices.length} frames, not ${longest}`);
    }
    task.pictures.release();
    for (const length of gopLengths(frames, longest)) {
      await writer.idr(idr, sets);
      await writer.following(annexB(following.slice(0, length - 1)), length - 1);
    }
    written += 1;
  }
  if (!sets || written !== sent.length) {
    throw new GuardError('sample_units', `${sent.length} pictures went in, ${written} came out`);
  }
  return sets;
}

/** How long the last picture lasts is not known to ffmpeg: it comes once more, and what is made of that is not used. */
async function* withLastTwice(stands: AsyncIterable<Stand>, frames: number[]): AsyncGenerator<RawPicture> {
  let last: RawPicture | undefined;
  for await (const stand of stands) {
    frames.push(stand.frames);
    last = stand.picture;
    yield last;
  }
  if (last) yield last;
}

interface Gop {
  sets: CodedParameterSets;
  /** One for each frame: the IDR picture, then P frames. */
  slices: Buffer[];
}

async function* gopsOf(units: AsyncIterable<Buffer>): AsyncGenerator<Gop> {
  let sps: Buffer | undefined;
  let sets: CodedParameterSets | undefined;
  let slices: Buffer[] = [];
  for await (const unit of units) {
    const type = nalType(unit);
    if (type === NAL.sps) {
      if (sets && slices.length > 0) yield { sets, slices };
      slices = [];
      sps = unit;
    } else if (type === NAL.pps && sps) {
      if (sets) {
        assertSameParameterSet(sets.spsNal, sps);
        assertSameParameterSet(sets.ppsNal, unit);
      }
      sets ??= readParameterSets(sps, unit);
    } else if (type !== NAL.sei) {
      if (!sets) throw new GuardError('sample_units', `a unit of type ${type} before the parameter sets`);
      slices.push(checkedSlice(unit, sets, slices.length));
    }
  }
  if (sets && slices.length > 0) yield { sets, slices };
}

function checkedSlice(unit: Buffer, sets: CodedParameterSets, indexInGop: number): Buffer {
  const fail = (message: string): never => {
    throw new GuardError('sample_units', message);
  };
  const header = parseSliceHeader(unit, sets);
  if (header.firstMacroblock !== 0) fail('a picture has several slices');
  if (header.isIdr !== (indexInGop === 0)) fail('an IDR picture is missing or not planned');
  if (header.frameNum !== indexInGop % 2 ** sets.sps.frameNumBits) fail('frame_num does not count the frames');
  return unit;
}

const annexB = (units: readonly Uint8Array[]): Buffer => Buffer.concat(units.flatMap((unit) => [START_CODE, unit]));
