import { z } from 'zod';
import { MAX_STORED_SIDE } from './image-rules.ts';

const side = z.int().min(1).max(MAX_STORED_SIDE);

/** Properties of a stored image. Sides in pixels. */
export const imageFacts = z.strictObject({
  width: side,
  height: side,
  content_type: z.enum(['image/jpeg', 'image/png']),
  /** It has text or a chart. Absent: it does not. */
  is_figure: z.literal(true).optional(),
  /** Frames of a file that moved, of which the first is kept. Absent: it had one. */
  frames: z.int().min(2).optional(),
});
export type ImageFacts = z.output<typeof imageFacts>;

/** The first bytes of the two formats. */
const SIGNATURES = {
  'image/jpeg': Buffer.from('ffd8ff', 'hex'),
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
};

/** Reports whether bytes start as an image of this type does. */
export const isImageFormat = (bytes: Uint8Array, { content_type }: ImageFacts): boolean =>
  SIGNATURES[content_type].every((byte, i) => bytes[i] === byte);

/** An image as it is stored: decoded within limits, upright, without metadata, encoded again. */
export interface ReencodedImage extends ImageFacts {
  bytes: Uint8Array;
}

/**
 * Makes an image of a client's file, for an account.
 * @throws ServiceError `image_invalid` for anything but a whole image of an accepted format; `unavailable` when the
 * deadline of the request has passed.
 */
export type ReencodeImage = (bytes: Uint8Array, accountId: string) => Promise<ReencodedImage>;
