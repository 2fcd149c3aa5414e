import { z } from 'zod';
import { announceUploadAnswerSchema, fileBodySchema, fileInRequestRules } from '#features/uploads/contract.ts';
import { deletedAnswerSchema } from '#kernel/contract/deleted.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { listAnswerSchemaOf, pageQueryShape } from '#kernel/contract/pagination.ts';
import { pathIdSchema } from '#kernel/contract/path-id.ts';
import { entityTagVersionOfFont, FONT_FORMATS, FONT_KINDS, FONT_STYLES } from './font.ts';
import { FONT_FILE_RULES } from './font-rules.ts';

/** A font in answers: a built-in family or a custom font. */
export const fontAnswerSchema = z
  .object({
    id: z.string(),
    kind: z.enum(FONT_KINDS),
    family: z.string(),
    weight: z.int().describe('1–1000. A built-in family has more weights than the one shown.'),
    style: z.enum(FONT_STYLES),
    glyphs: z.int().nullable(),
    scripts: z.array(z.string()).describe('Writing systems that the font covers, as ISO 15924 codes.'),
    embeddable: z.boolean(),
    format: z.enum(FONT_FORMATS),
    size_bytes: z.int().nullable(),
    created_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Font' });

/** The form fields next to a font file: none. */
export const fontFormSchema = z.strictObject({});

/** Contract of adding a custom font. */
export const uploadFontContract = defineContract({
  operation: 'uploadFont',
  tag: 'templates',
  summary:
    'Add a font (TrueType, OpenType or WOFF2): send it, name its address, or announce an upload and then complete it',
  description:
    'A template names it by `font_id`. Text is drawn in the weight and style of the font. A font whose embedding bits forbid embedding is ' +
    'refused (`font_restricted`). Send only fonts that you may use in videos.',
  method: 'POST',
  path: '/fonts',
  body: fileBodySchema('Font', FONT_FILE_RULES, {}),
  upload: fileInRequestRules(FONT_FILE_RULES, fontFormSchema),
  examples: {
    announce: { content_type: 'font/woff2', size_bytes: 48_204 },
    complete: { upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' },
  },
  answer: z.union([announceUploadAnswerSchema, fontAnswerSchema]),
  written: (answer) => ('upload' in answer ? undefined : entityTagVersionOfFont(answer)),
  errors: [
    'upload_not_found',
    'upload_in_progress',
    'url_forbidden',
    'font_too_large',
    'font_invalid',
    'font_restricted',
    'unsupported_media_type',
    'entitlement_required',
  ],
});

/** Contract of listing the fonts that a template can name. */
export const listFontsContract = defineContract({
  operation: 'listFonts',
  tag: 'templates',
  summary: 'The fonts that a template can name: the built-in families, then your custom fonts, newest first',
  method: 'GET',
  path: '/fonts',
  query: z.strictObject(pageQueryShape),
  answer: listAnswerSchemaOf(fontAnswerSchema),
  errors: ['invalid_cursor'],
});

/** Contract of deleting a custom font. */
export const deleteFontContract = defineContract({
  operation: 'deleteFont',
  tag: 'templates',
  summary: 'Delete a font that no template names',
  method: 'DELETE',
  path: '/fonts/{id}',
  params: pathIdSchema,
  answer: deletedAnswerSchema,
  conditional: true,
  errors: ['font_not_found', 'font_in_use'],
});
