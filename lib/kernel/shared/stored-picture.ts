import { z } from 'zod';

/** A picture in storage: always our re-encoded file, never the bytes a client sent. */
export interface StoredPicture {
  /** Storage key of the file. */
  key: string;
  /** SHA-256 (hex) of the file; part of every cache key of what shows it. */
  sha256: string;
  /** Pixels. */
  width: number;
  height: number;
  content_type: 'image/jpeg' | 'image/png';
  size_bytes: number;
}

/** The fields of a picture as an item has them. */
export const storedPictureFields = {
  key: z.string(),
  sha256: z.string(),
  width: z.int(),
  height: z.int(),
  content_type: z.enum(['image/jpeg', 'image/png']),
  size_bytes: z.int(),
} satisfies Record<keyof StoredPicture, z.ZodType>;
