import { allocateYuvPicture, type YuvPicture } from '../picture.ts';
import { MAX_MIXED_BYTES, mixBytes } from './mix-kernel.ts';

/** Mixes two pictures of one size: `weight` (0–256) of the second, the rest of the first. */
export function crossFadePictures(from: YuvPicture, to: YuvPicture, weight: number): YuvPicture {
  const mixed = allocateYuvPicture(from);
  const { length } = mixed.data;
  for (let start = 0; start < length; start += MAX_MIXED_BYTES) {
    const end = Math.min(start + MAX_MIXED_BYTES, length);
    const [fromBytes, toBytes] = [from.data.subarray(start, end), to.data.subarray(start, end)];
    // Slides of one template have most of their pixels in common.
    if (Buffer.compare(fromBytes, toBytes) === 0) mixed.data.set(fromBytes, start);
    else mixBytes(fromBytes, toBytes, weight, mixed.data.subarray(start, end));
  }
  return mixed;
}
