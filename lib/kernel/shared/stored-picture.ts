import { z } from 'zod';

/** A picture in storage: always a file that this service encoded again, never the bytes of a client. */
export interface StoredPicture {
  /** Storage key of the file. */
  key: string;
  /** SHA-256 (hex) of the file; part of the cache key of everything that shows the picture. */
  sha256: string;
  /** Pixels. */
  width: number;
  height: number;
  content_type: 'image/jpeg' | 'image/png';
  size_bytes: number;
}

/** Schemas of the fields of a picture in an item of the table. */
export const storedPictureFieldSchemas = {
  key: z.string(),
  sha256: z.string(),
  width: z.int(),
  height: z.int(),
  content_type: z.enum(['image/jpeg', 'image/png']),
  size_bytes: z.int(),
} satisfies Record<keyof StoredPicture, z.ZodType>;
