import type { FileKind } from '../uploads/public.ts';

/** What a client may upload as an image. Judged by the bytes; the names here are those of the formats. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
export const IMAGE_MAX_BYTES = 25 * 2 ** 20;
/** What comes as the body of a request: in base64 it must fit into what a Lambda can be sent. */
export const IMAGE_SENT_BYTES = 4 * 2 ** 20;
export const IMAGE_MAX_PIXELS = 50_000_000;
/** The stored file is at most so long on its long side, in pixels. */
export const IMAGE_MAX_SIDE = 3840;

export const IMAGE_FILE: FileKind = {
  noun: 'image',
  accept: 'image/*',
  max_bytes: IMAGE_MAX_BYTES,
  too_large: 'image_too_large',
  invalid: 'image_invalid',
};
