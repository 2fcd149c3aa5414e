import { z } from 'zod';
import type { UploadedFile } from '#kernel/contract/uploaded-file.ts';
import { MAX_REQUEST_FILE_BYTES, type SentFileRules } from './sent-file-rules.ts';

/** Media types of pictures that people often send, and that are not supported. */
const UNSUPPORTED_PICTURE_TYPE = /^image\/(?:hei[cf]|svg)/;

/** Advice about an unsupported type; undefined if the list of supported types is enough. */
const adviceOnType = (type: unknown): string | undefined =>
  typeof type === 'string' && UNSUPPORTED_PICTURE_TYPE.test(type)
    ? 'HEIC and SVG are not taken as images: convert the file to JPEG or PNG.'
    : undefined;

/** Schema of the announcement of an upload. @param types media types with which it can be announced */
export const uploadAnnouncementSchema = (types: SentFileRules['announced_types']) =>
  z.strictObject({
    content_type: z.enum(types, { error: ({ input }) => adviceOnType(input) }),
    size_bytes: z.int().min(1),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Send the SHA-256 in lower-case hex: 64 characters.')
      .optional(),
  });

const uploadIdSchema = z.string().max(64);
const fileUrlSchema = z.string().min(1).max(2048);

/**
 * The JSON bodies of an operation that takes a file: announce an upload, complete it, or name an address.
 * @param name prefix of the names of the bodies: `Font` for `FontAnnouncement`, `FontUploaded`, `FontAtUrl`
 * @param options further fields of the operation; an announcement has none
 */
export const fileBodySchema = <Options extends z.ZodRawShape>(
  name: string,
  { announced_types }: SentFileRules,
  options: Options,
) =>
  z.union([
    uploadAnnouncementSchema(announced_types).meta({ id: `${name}Announcement` }),
    z.strictObject({ upload_id: uploadIdSchema, ...options }).meta({ id: `${name}Uploaded` }),
    z.strictObject({ url: fileUrlSchema, ...options }).meta({ id: `${name}AtUrl` }),
  ]);

/**
 * The `upload` of a contract whose operation also accepts the file as the body of the request.
 * @param form schema of the other fields of a form with the file: the options, as text
 */
export const fileInRequestRules = ({ field, accepted_media, too_large_code }: SentFileRules, form: z.ZodType) => ({
  field,
  form,
  types: accepted_media,
  max_bytes: MAX_REQUEST_FILE_BYTES,
  too_large: too_large_code,
});

/** Schema of the answer to an announcement. */
export const announceUploadAnswerSchema = z
  .object({
    upload: z
      .object({
        id: z.string(),
        method: z.literal('PUT'),
        url: z.url(),
        headers: z.record(z.string(), z.string()),
        expires_at: z.iso.datetime(),
      })
      .meta({ id: 'PresignedUpload' }),
  })
  .meta({ id: 'Upload' });

/** Schema of an announced upload in a list. */
export const waitingUploadSchema = z
  .object({
    id: z.string(),
    target: z.string(),
    content_type: z.string(),
    size_bytes: z.int(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'WaitingUpload' });

/** Announcement of an upload. */
export type UploadAnnouncement = z.output<ReturnType<typeof uploadAnnouncementSchema>>;
/** Answer to an announcement. */
export type UploadAnswer = z.input<typeof announceUploadAnswerSchema>;

/** A file in the request, or one of the bodies of `fileBodySchema`. */
export type FileSource<Options> =
  | UploadedFile
  | UploadAnnouncement
  | (Options & { upload_id: string })
  | (Options & { url: string });
