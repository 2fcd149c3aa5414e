import { BitWriter } from '../../bits/bit-io.ts';
import { BitstreamError, UnsupportedStreamError } from '../../bits/stream-errors.ts';
import type { JoinedFrameCounts, PlacedSlowZoom } from '../../clips/clip.ts';
import type { OrnamentDrift } from '../../drawing/drifting-ornaments.ts';
import { SynthesizedFrames } from '../../elementary/synthesized-frames.ts';
import type { SlowZoomRoom } from '../../motion/slow-zoom.ts';
import { BlendedFrameEncoder, type PictureBlend } from '../blended-frame-encoder.ts';
import { nonIdrIntraSlice, parameterSetsWithDisplayOrder, rewriteSliceForDisplayOrder } from '../display-order.ts';
import { annexBOfUnits, type H264Frame, StreamParameterSets } from '../frames.ts';
import { MovedPartFrameEncoder } from '../moved-part-frame-encoder.ts';
import { escapeNal, unescapeNal } from '../nal.ts';
import { annexBParameterSets, type CodedParameterSets, parseParameterSets } from '../parameter-sets.ts';
import { type SkippedFrameTemplate, synthesizeSkippedFramesAfterIdr } from '../skip-frames.ts';
import { type ParameterSets, parseSliceHeader } from '../slice-header.ts';

/** Parameter sets and frames of a stream in which pictures are blended. */
interface DisplayOrder {
  sets: CodedParameterSets;
  blends: BlendedFrameEncoder;
  moves?: MovedPartFrameEncoder;
}

/**
 * Joins the frames of clips into one stream and counts them. Guard 1: all parameter sets are the same. Guard 5: adjacent IDR pictures
 * differ in `idr_pic_id`. A stream with blended frames declares its display order (guard 8).
 */
export class H264FrameJoiner {
  /** Receives the parameter sets of every clip. */
  readonly parameterSets = new StreamParameterSets();
  readonly #counted: JoinedFrameCounts;
  /** Frames per second of a stream with blended frames. */
  readonly #blendedFps: number | undefined;
  #parsedSets: CodedParameterSets | undefined;
  #displayOrderOfStream: DisplayOrder | undefined;
  /** The `idr_pic_id` of the last frame if that was an IDR picture. */
  #adjacentIdrPicId: number | undefined;
  /** The last IDR picture that was repeated, in the form that it has when no IDR picture is directly before it. */
  #repeatedIdr: { slice: Uint8Array; id: number; frames: SynthesizedFrames } | undefined;
  /** Frames, and pictures that others may refer to, since the IDR picture (included). */
  #gop = { frames: 0, references: 0 };

  /** @param blendedFps frames per second, if frames of the stream are blended */
  constructor(counted: JoinedFrameCounts, blendedFps?: number) {
    this.#counted = counted;
    this.#blendedFps = blendedFps;
  }

  /** The Annex B bytes of a frame. @throws UnsupportedStreamError, BitstreamError */
  frame({ isIdr, slices }: H264Frame): Uint8Array[] {
    if (!isIdr) return this.#predicted(slices);
    const sets = this.#displayOrder()?.sets ?? this.#codedSets();
    return [annexBParameterSets(sets), ...annexBOfUnits(this.#startGop(slices))];
  }

  /** The slices of an IDR picture as they are in the stream. */
  #startGop(slices: readonly Uint8Array[]): readonly Uint8Array[] {
    this.#countIdr();
    return this.#withDistinctId(slices, this.#codedSets());
  }

  #countIdr(): void {
    this.#counted.keyframes.push(this.#counted.frames);
    this.#counted.frames += 1;
    this.#gop = { frames: 1, references: 1 };
  }

  /**
   * The frame of an IDR picture that has been joined before, without the parameter sets. It is cached if no IDR picture is directly
   * before it.
   * @throws UnsupportedStreamError when it has several slices
   */
  repeatedIdr({ isIdr, slices }: H264Frame): SynthesizedFrames {
    const [slice, ...others] = slices;
    if (!isIdr || !slice || others.length > 0)
      throw new UnsupportedStreamError('sample_units', 'a picture to be repeated has several slices');
    const hasNoNeighbour = this.#adjacentIdrPicId === undefined;
    const cachedIdr = hasNoNeighbour && this.#repeatedIdr?.slice === slice ? this.#repeatedIdr : undefined;
    if (cachedIdr) {
      this.#countIdr();
      this.#adjacentIdrPicId = cachedIdr.id;
      return cachedIdr.frames;
    }
    const frames = SynthesizedFrames.of(this.#startGop(slices), true);
    if (hasNoNeighbour && this.#adjacentIdrPicId !== undefined)
      this.#repeatedIdr = { slice, id: this.#adjacentIdrPicId, frames };
    return frames;
  }

  /** `frames` skipped frames that follow the IDR picture of a GOP. They are not counted: see `skipped`. */
  skipRun(template: SkippedFrameTemplate, frames: number): SynthesizedFrames {
    const sets = this.#codedSets();
    return this.#displayOrder()
      ? synthesizeSkippedFramesAfterIdr(template, frames, (nal, shown) =>
          rewriteSliceForDisplayOrder(nal, sets, { shown }),
        )
      : synthesizeSkippedFramesAfterIdr(template, frames);
  }

  /** The first `frames` frames of a run, which are counted as a part of the stream. */
  skipped(run: SynthesizedFrames, frames: number): SynthesizedFrames {
    this.#countPredicted(frames);
    return run.first(frames);
  }

  /**
   * The frames of a fade from the previous picture to this one, which is the last of them and no longer an IDR picture.
   * @param blends the ways in which the frames before that picture are made
   * @throws UnsupportedStreamError for a picture of several slices, or without a previous picture
   */
  blended({ isIdr, slices }: H264Frame, blends: readonly PictureBlend[]): Uint8Array[] {
    const displayOrder = this.#displayOrder();
    const [slice, ...others] = slices;
    if (!displayOrder || !slice || !isIdr || others.length > 0 || this.#gop.frames === 0)
      throw new UnsupportedStreamError('sample_units', 'these pictures cannot be blended');
    const sets = this.#codedSets();
    const maxFrameNum = 2 ** sets.sps.frameNumBits;
    const { frames: framesBefore, references } = this.#gop;
    const frameNum = references % maxFrameNum;
    const picture = nonIdrIntraSlice(slice, sets, { shown: framesBefore + blends.length, frameNum });
    const blendedUnits = blends.map((blend, i) =>
      displayOrder.blends.nal({ ...blend, shown: framesBefore + i, frameNum: (frameNum + 1) % maxFrameNum }),
    );
    this.#countPredicted(1 + blendedUnits.length);
    this.#gop.references = references + 1;
    return annexBOfUnits([picture, ...blendedUnits]);
  }

  /**
   * Frames that repeat the picture before, with parts of it drifting.
   * @param driftPositions the position of the parts in each frame, 0–1 of their way
   * @throws UnsupportedStreamError for a stream without display order
   */
  drifting(drifts: readonly OrnamentDrift[], driftPositions: readonly number[]): SynthesizedFrames {
    return this.#movedFrames(driftPositions.length, (encoder, place, i) =>
      encoder.drifted(drifts, driftPositions[i] ?? 0, place),
    );
  }

  /**
   * The frames after a picture whose image is in a slow zoom. The first of them repeats the picture: OpenH264 2.3 shows it also instead of the
   * last picture of a blend before the key frame.
   * @throws UnsupportedStreamError for a stream without display order
   */
  zooming(room: SlowZoomRoom, { picture: stored, frames }: PlacedSlowZoom): SynthesizedFrames {
    return this.#movedFrames(frames.length - 1, (encoder, place, i) =>
      encoder.zoomed(room, { shown: i === 0 ? stored : (frames[i + 1] ?? stored), stored }, place),
    );
  }

  /** Frames that repeat the picture before, with parts of it in other places. */
  #movedFrames(
    count: number,
    unitOf: (frames: MovedPartFrameEncoder, place: { shown: number; frameNum: number }, index: number) => Uint8Array,
  ): SynthesizedFrames {
    const displayOrder = this.#displayOrder();
    if (!displayOrder)
      throw new UnsupportedStreamError('sample_units', 'parts move only in a stream with display order');
    displayOrder.moves ??= new MovedPartFrameEncoder(displayOrder.sets);
    const encoder = displayOrder.moves;
    const { frames: framesBefore, references } = this.#gop;
    const frameNum = references % 2 ** this.#codedSets().sps.frameNumBits;
    const units = Array.from({ length: count }, (_, i) => unitOf(encoder, { shown: framesBefore + i, frameNum }, i));
    // No picture refers to them.
    this.#counted.frames += units.length;
    this.#gop.frames += units.length;
    if (units.length > 0) this.#adjacentIdrPicId = undefined;
    return SynthesizedFrames.of(units, false);
  }

  #predicted(slices: readonly Uint8Array[]): Uint8Array[] {
    const { frames: shown } = this.#gop;
    const sets = this.#codedSets();
    const hasDisplayOrder = this.#displayOrder() !== undefined;
    this.#countPredicted(1);
    return annexBOfUnits(
      hasDisplayOrder ? slices.map((slice) => rewriteSliceForDisplayOrder(slice, sets, { shown })) : slices,
    );
  }

  /** Counts frames that are not IDR pictures. */
  #countPredicted(frames: number): void {
    this.#counted.frames += frames;
    this.#gop.frames += frames;
    this.#gop.references += frames;
    this.#adjacentIdrPicId = undefined;
  }

  #codedSets(): CodedParameterSets {
    const { spsNal, ppsNal } = this.parameterSets.nals;
    this.#parsedSets ??= parseParameterSets(spsNal, ppsNal);
    return this.#parsedSets;
  }

  #displayOrder(): DisplayOrder | undefined {
    if (this.#blendedFps === undefined) return undefined;
    if (!this.#displayOrderOfStream) {
      const sets = parameterSetsWithDisplayOrder(this.#codedSets(), this.#blendedFps);
      this.#displayOrderOfStream = { sets, blends: new BlendedFrameEncoder(sets) };
    }
    return this.#displayOrderOfStream;
  }

  #withDistinctId(slices: readonly Uint8Array[], sets: CodedParameterSets): readonly Uint8Array[] {
    const [firstSlice] = slices;
    if (!firstSlice) return slices;
    const currentId = idrPicIdOf(firstSlice, sets);
    const isUsedByNeighbour = currentId === this.#adjacentIdrPicId;
    const id = isUsedByNeighbour ? differentIdThan(currentId) : currentId;
    this.#adjacentIdrPicId = id;
    if (this.#displayOrder())
      return slices.map((slice) => rewriteSliceForDisplayOrder(slice, sets, { shown: 0, idrPicId: id }));
    return isUsedByNeighbour ? slices.map((slice) => withIdrPicId(slice, id, sets)) : slices;
  }
}

const differentIdThan = (id: number): number => (id === 0 ? 1 : 0);

/** The `idr_pic_id` of an IDR slice. @throws BitstreamError for another slice */
export function idrPicIdOf(nal: Uint8Array, sets: ParameterSets): number {
  const { idrPicId } = parseSliceHeader(nal, sets);
  if (idrPicId === undefined) throw new BitstreamError('not a slice of an IDR picture');
  return idrPicId;
}

/**
 * The same IDR slice with another `idr_pic_id` (0 to 65535). Adjacent IDR pictures must differ in it (guard 5): the JM
 * decoder aborts otherwise. The arithmetic-coded data starts at a whole byte, so that it is copied unchanged.
 * @throws BitstreamError for a slice that is not of an IDR picture or not arithmetic-coded
 */
export function withIdrPicId(nal: Uint8Array, idrPicId: number, sets: ParameterSets): Uint8Array {
  const header = parseSliceHeader(nal, sets);
  if (header.idrPicIdPosition === undefined) throw new BitstreamError('not a slice of an IDR picture');
  if (!sets.pps.cabac) throw new BitstreamError('only arithmetic-coded slices can be moved');
  if (header.idrPicId === idrPicId) return nal;
  const rbsp = unescapeNal(nal);
  const changedHeader = new BitWriter()
    .copy(rbsp, 0, header.idrPicIdPosition)
    .ue(idrPicId)
    .copy(rbsp, header.afterIdrPicIdPosition, header.dataPosition)
    .align(1);
  return escapeNal(Buffer.concat([changedHeader.bytes(), rbsp.subarray(Math.ceil(header.dataPosition / 8))]));
}
