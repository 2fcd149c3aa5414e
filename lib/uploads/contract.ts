import { z } from 'zod';

/** The fields that announce an upload. */
export const announcement = <Types extends readonly [string, ...string[]]>(types: Types) =>
  z.strictObject({
    content_type: z.enum(types),
    size_bytes: z.int().min(1),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'SHA-256 in lower-case hex.')
      .optional(),
  });

/** The field that completes an announced upload, and the one that names an address instead. */
export const uploadId = z.string().max(64);
export const fileUrl = z.string().min(1).max(2048);

export const uploadAnswer = z
  .object({
    upload: z.object({
      id: z.string(),
      method: z.literal('PUT'),
      url: z.url(),
      headers: z.record(z.string(), z.string()),
      expires_at: z.iso.datetime(),
    }),
  })
  .meta({ id: 'Upload' });

export type Announcement = z.output<ReturnType<typeof announcement>>;
export type UploadAnswer = z.input<typeof uploadAnswer>;
