import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { SynthesizedFrames } from '../elementary/synthesized-frames.ts';
import type { PictureSizeAndRate } from '../settings.ts';
import { assertEveryMacroblockSkipped } from './cabac-skip.ts';
import { escapeNal, NAL_TYPE, nalType, splitAnnexB, unescapeNal } from './nal.ts';
import { assertStreamAllowsSkippedFrames, type CodedParameterSets, parseParameterSets } from './parameter-sets.ts';
import { parseSliceHeader, SLICE_TYPE } from './slice-header.ts';

/**
 * A P frame that repeats the frame before it, and the position of its `frame_num`, which differs in each repetition.
 */
export interface SkippedFrameTemplate {
  parameterSets: CodedParameterSets;
  rbsp: Uint8Array;
  /** Position of the first bit of `frame_num` in `rbsp`. */
  frameNumPosition: number;
  frameNumBits: number;
}

/**
 * Extracts the template from an encoder's stream of one repeated picture. It must be the *first* P frame: x264 writes its watermark into
 * the alignment bits of the second one.
 * @throws UnsupportedStreamError when the stream does not pass guards 2 and 3
 */
export function extractSkippedFrameTemplate(stream: Uint8Array, format: PictureSizeAndRate): SkippedFrameTemplate {
  const units = splitAnnexB(stream);
  const slices = units.filter((unit) => [NAL_TYPE.slice, NAL_TYPE.idr].some((type) => type === nalType(unit)));
  const [firstSlice, templateSlice, nextSlice] = slices;
  const sps = units.find((unit) => nalType(unit) === NAL_TYPE.sps);
  const pps = units.find((unit) => nalType(unit) === NAL_TYPE.pps);
  if (!sps || !pps || !firstSlice || !templateSlice)
    throw new UnsupportedStreamError('template', 'the stream has too few units');
  try {
    const parameterSets = parseParameterSets(sps, pps);
    assertStreamAllowsSkippedFrames(parameterSets, format);
    if (nalType(firstSlice) !== NAL_TYPE.idr || parseSliceHeader(firstSlice, parameterSets).frameNum !== 0) {
      throw new UnsupportedStreamError('template', 'the stream does not start with an IDR picture');
    }
    return checkedTemplate(templateSlice, nextSlice, parameterSets);
  } catch (error) {
    if (error instanceof UnsupportedStreamError) throw error;
    throw new UnsupportedStreamError('template', errorMessageOf(error), { cause: error });
  }
}

/** Guard 3: the template is one reference slice, without reordering or MMCO, that skips every macroblock. */
function checkedTemplate(
  nal: Uint8Array,
  nextSlice: Uint8Array | undefined,
  sets: CodedParameterSets,
): SkippedFrameTemplate {
  const fail = (message: string): never => {
    throw new UnsupportedStreamError('template', message);
  };
  const header = parseSliceHeader(nal, sets);
  if (header.isIdr || header.type !== SLICE_TYPE.p) fail('the second frame is not a P frame');
  if (!header.isReference) fail('no later frame may refer to it');
  if (header.firstMacroblock !== 0) fail('it does not start at the first macroblock');
  if (header.frameNum !== 1) fail(`its frame_num is ${header.frameNum}`);
  if (header.references !== 1) fail('it has several references');
  if (nextSlice && parseSliceHeader(nextSlice, sets).firstMacroblock !== 0) fail('it has several slices');
  const rbsp = unescapeNal(nal);
  const dataByte = Math.ceil(header.dataPosition / 8);
  for (let position = header.dataPosition; position < dataByte * 8; position++)
    if (!isSet(rbsp, position)) fail('an alignment bit is not one');
  const { sps } = sets;
  const macroblocks = sps.widthInMacroblocks * sps.heightInMacroblocks;
  assertEveryMacroblockSkipped({ rbsp, dataByte, qp: header.qp, cabacInitIdc: header.cabacInitIdc, macroblocks });
  const { frameNumPosition } = header;
  return { parameterSets: sets, rbsp, frameNumPosition, frameNumBits: sps.frameNumBits };
}

const isSet = (bytes: Uint8Array, bit: number): boolean => (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;

/** The NAL unit of the template with another `frame_num` (0 to 2^frameNumBits - 1). */
export function skippedFrameUnit(
  { rbsp, frameNumPosition, frameNumBits }: SkippedFrameTemplate,
  frameNum: number,
): Uint8Array {
  const changedRbsp = Uint8Array.from(rbsp);
  for (let i = 0; i < frameNumBits; i++) {
    const position = frameNumPosition + i;
    const mask = 1 << (7 - (position & 7));
    const bit = (frameNum >> (frameNumBits - 1 - i)) & 1;
    const byte = changedRbsp[position >> 3] ?? 0;
    changedRbsp[position >> 3] = bit === 1 ? byte | mask : byte & ~mask;
  }
  return escapeNal(changedRbsp);
}

/**
 * A function that adapts a skipped frame to a stream that declares its display order. `shown`: the number of frames that are shown before
 * it in its GOP.
 */
export type SetDisplayOrder = (nal: Uint8Array, shown: number) => Uint8Array;

/**
 * The skipped frames that follow an IDR picture. Guard 4: `frame_num` is 1 after the IDR picture and counts modulo
 * MaxFrameNum.
 */
export function synthesizeSkippedFramesAfterIdr(
  template: SkippedFrameTemplate,
  frames: number,
  setDisplayOrder: SetDisplayOrder = (nal) => nal,
): SynthesizedFrames {
  const maxFrameNum = 2 ** template.frameNumBits;
  const units = Array.from({ length: frames }, (_, i) =>
    setDisplayOrder(skippedFrameUnit(template, (i + 1) % maxFrameNum), i + 1),
  );
  return SynthesizedFrames.of(units, false);
}
