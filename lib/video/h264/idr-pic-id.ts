import { BitReader } from '../bits/bit-reader.ts';
import { BitWriter } from '../bits/bit-writer.ts';
import { BitstreamError } from '../bits/stream-errors.ts';
import { escapeNal, unescapeNal } from './nal.ts';
import { type ParameterSets, parseSliceHeader } from './slice-header.ts';

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
  const written = new BitWriter();
  copyBits(rbsp, 0, header.idrPicIdPosition, written);
  written.ue(idrPicId);
  copyBits(rbsp, header.afterIdrPicIdPosition, header.dataPosition, written);
  written.align(1);
  return escapeNal(Buffer.concat([written.bytes(), rbsp.subarray(Math.ceil(header.dataPosition / 8))]));
}

function copyBits(from: Uint8Array, start: number, end: number, to: BitWriter): void {
  const reader = new BitReader(from, start);
  while (reader.position < end) to.bit(reader.bit());
}
