import { z } from 'zod';
import { MAX_STORED_IMAGE_SIDE_PIXELS } from './image-rules.ts';

const fractionSchema = z.number().min(0).max(1);
const sideSchema = z.int().min(1).max(MAX_STORED_IMAGE_SIDE_PIXELS);

/** Schema of the properties that the decoder reports about an image that it encoded again. Sides in pixels. */
export const imageFactsSchema = z.strictObject({
  width: sideSchema,
  height: sideSchema,
  content_type: z.enum(['image/jpeg', 'image/png']),
  /** Present when it is a figure: text, a chart, a diagram, a user interface or a logo. */
  is_figure: z.literal(true).optional(),
  /** The point that a crop should keep, as fractions from the left and the top. Absent: nothing stands out, or the image is a figure. */
  found_focus: z.strictObject({ x: fractionSchema, y: fractionSchema }).optional(),
  /** The number of frames of an animated file; only the first is kept. Absent: the file had a single frame. */
  frames: z.int().min(2).optional(),
});
/** Properties of a stored image. */
export type ImageFacts = z.output<typeof imageFactsSchema>;

/** The first bytes of the two stored formats. */
const SIGNATURES = {
  'image/jpeg': Buffer.from('ffd8ff', 'hex'),
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
};

/** Reports whether bytes start with the signature of their declared type. */
export const doesImageSignatureMatchType = (bytes: Uint8Array, { content_type }: ImageFacts): boolean =>
  SIGNATURES[content_type].every((byte, i) => bytes[i] === byte);

/** An image that can be stored: decoded within limits, upright, without metadata, encoded again. */
export interface ReencodedImage extends ImageFacts {
  bytes: Uint8Array;
}

/**
 * Makes a stored image from a client's file, in the isolated decoder, in one of the account's decoder slots.
 * @throws ServiceError `image_invalid` for anything but a whole image of an accepted format; `unavailable` when the
 * deadline of the request has passed.
 */
export type ReencodeImage = (bytes: Uint8Array, accountId: string) => Promise<ReencodedImage>;
