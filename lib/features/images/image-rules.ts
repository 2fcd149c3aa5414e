import type { SentFileRules } from '#features/uploads/public.ts';

/** The maximum number of pixels of an image that a client sends. */
export const MAX_IMAGE_PIXELS = 50_000_000;
/** The maximum length of the longer side of a stored image. */
export const MAX_STORED_IMAGE_SIDE_PIXELS = 3840;

/** Media types of the formats that are accepted. */
export const IMAGE_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/** Rules for image files of clients: media types, size, error codes. */
export const IMAGE_FILE_RULES: SentFileRules = {
  noun: 'image',
  field: 'image',
  announced_types: IMAGE_MEDIA_TYPES,
  accepted_media: ['image/*'],
  max_bytes: 25 * 2 ** 20,
  too_large_code: 'image_too_large',
  invalid_code: 'image_invalid',
};
