import { z } from 'zod';
import { IMPORTED_SLIDE_LOOKS } from '#engine/deck-reading/deck.ts';
import { DECK_KINDS } from '#engine/deck-reading/deck-formats.ts';
import { DECK_WARNING_CODES } from '#engine/deck-reading/deck-warning.ts';
import { ASPECT_RATIO_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { MOTION_LEVELS } from '#engine/video/motion/motions.ts';
import { announceUploadAnswerSchema, fileBodySchema, fileInRequestRules } from '#features/uploads/contract.ts';
import { languageTagSchema } from '#kernel/contract/language-tag.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { creationTimeQueryShape, listAnswerSchemaOf, pageQueryShape } from '#kernel/contract/pagination.ts';
import { pathIdSchema } from '#kernel/contract/path-id.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { brandInImportReportSchema } from './brand-in-import-report.ts';
import { DECK_FILE_RULES } from './deck-file.ts';
import {
  DECK_BRAND_USES,
  IMPORT_FAILURE_CODES,
  IMPORT_LOOKS,
  IMPORT_STATUSES,
  MAX_REPORT_WARNINGS,
  PDF_TEXT_USES,
} from './import.ts';
import { importedNarrationFactsSchema } from './reported-recording.ts';
import { IMPORTED_SLIDE_PICTURE_MAKERS, IMPORTED_SLIDE_VERDICTS } from './verdict.ts';

export { IMPORT_FAILURE_CODES };

const optionSchemas = {
  look: z
    .enum(IMPORT_LOOKS)
    .default('auto')
    .describe(
      '`original`: every slide becomes a picture of the whole slide; title, points and notes are kept for chapters, editing and narration. `redesign`: the content of the slides, drawn in a template. `auto`: `original` for a PPTX, an ODP and a PDF, `redesign` for DOCX, Markdown and HTML. A slide of a PPTX or an ODP that cannot be drawn as it is comes in the template, with an entry in the report.',
    ),
  title: textSchema(1, 200).optional(),
  format: z
    .enum(ASPECT_RATIO_NAMES)
    .optional()
    .describe('Absent: the one that has the aspect ratio of the slides within 4 %, otherwise `landscape`.'),
  resolution: z.enum(RESOLUTION_NAMES).optional().describe('Absent: the one that the deck names, else 1080p.'),
  template_id: textSchema(1, 64)
    .optional()
    .describe('Absent: the one that the deck names, else the one of its brand, else `plain`.'),
  brand: z
    .enum(DECK_BRAND_USES)
    .default('deck')
    .describe(
      '`deck`: the colours and fonts of the theme of a PPTX, or of the styles of an ODP, and the logo, become a custom template, which the timeline uses if no other one is named. It counts as a template of the account. A deck with the same theme gets the same template. `none`: no template is made.',
    ),
  motion: z
    .enum(MOTION_LEVELS)
    .optional()
    .describe('`motion` of the timeline of a deck that names none. Absent: `none`.'),
  language: languageTagSchema.optional().describe('Absent: the language that the file names, else English.'),
  pdf_text: z
    .enum(PDF_TEXT_USES)
    .default('none')
    .describe('`notes`: the text on a page of a PDF becomes the speaker notes of its slide.'),
  deck_file: textSchema(1, 1000)
    .optional()
    .describe('In a zip: the path of the Markdown or HTML file that is the deck. Absent: it is found.'),
};

/** The options of an import next to its file: as text in a form, or in the query. */
export const importRequestOptionsSchema = z.strictObject(optionSchemas);
export type ImportRequestOptions = z.output<typeof importRequestOptionsSchema>;

const pdfUploadIdSchema = z
  .string()
  .max(64)
  .optional()
  .describe('Id of an announced upload: the PDF that the deck was exported to. It shows how the slides look.');

/** An import in answers. */
export const importAnswerSchema = z
  .object({
    id: z.string(),
    status: z.enum(IMPORT_STATUSES),
    progress: z.int().min(0).max(100),
    timeline_id: z.string().nullable(),
    source: z
      .object({
        kind: z.enum(DECK_KINDS),
        name: z.string().nullable(),
        size_bytes: z.int(),
        pages: z.int().nullable().describe('All slides of the file, hidden ones too.'),
      })
      .meta({ id: 'ImportSource' }),
    report: z
      .object({
        slides_imported: z.int(),
        slides_skipped: z.int(),
        pictures_found: z.int(),
        pictures_taken: z.int(),
        summary: z.object({ whole: z.int(), approximate: z.int(), lost: z.int() }).meta({ id: 'ImportSummary' }),
        slides: z.array(
          z
            .object({
              source: z.int().describe('Number of the slide in the file, from 1.'),
              slide_id: z.string().nullable(),
              look: z.enum(IMPORTED_SLIDE_LOOKS).nullable(),
              reason: z.string().nullable(),
              pictures: z.int(),
              clicks: z.int(),
              states: z.int(),
              advance_seconds: z.number().nullable(),
              recording: importedNarrationFactsSchema.nullable(),
              verdict: z.enum(IMPORTED_SLIDE_VERDICTS).nullable(),
              maker: z.enum(IMPORTED_SLIDE_PICTURE_MAKERS),
              lost: z.array(z.string()),
              approximate: z.array(z.string()),
            })
            .meta({ id: 'ImportedSlide' }),
        ),
        brand: brandInImportReportSchema.nullable(),
        warnings: z
          .array(
            z
              .object({ slide: z.int().nullable(), code: z.enum(DECK_WARNING_CODES), message: z.string() })
              .meta({ id: 'ImportWarning' }),
          )
          .max(MAX_REPORT_WARNINGS),
      })
      .meta({ id: 'ImportReport' })
      .nullable(),
    error: z
      .object({ code: z.enum(IMPORT_FAILURE_CODES), message: z.string() })
      .meta({ id: 'ImportError' })
      .nullable(),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Import' });

/** Contract of making a timeline of a deck. */
export const importTimelineContract = defineContract({
  operation: 'importTimeline',
  tag: 'timelines',
  summary:
    'Make a timeline of a deck (PPTX, ODP, PDF, DOCX, Markdown, HTML, a zip of Markdown or HTML and pictures; or Google Slides by its address): send it, name its address, or announce an upload and then complete it',
  description:
    'The request is answered before the import starts. `GET /imports/{id}` reports its progress and, at the end, the timeline and what could not be imported. A form may have the PDF of a PPTX or an ODP in the field `pdf`. If the body of the request is the file itself, the options are in the query.',
  method: 'POST',
  path: '/timelines/import',
  query: z.strictObject({
    ...optionSchemas,
    look: optionSchemas.look.unwrap().optional(),
    pdf_text: optionSchemas.pdf_text.unwrap().optional(),
    brand: optionSchemas.brand.unwrap().optional(),
  }),
  body: fileBodySchema('Deck', DECK_FILE_RULES, { ...optionSchemas, pdf_upload_id: pdfUploadIdSchema }),
  upload: { ...fileInRequestRules(DECK_FILE_RULES, importRequestOptionsSchema), second_field: 'pdf' },
  examples: {
    announce: {
      content_type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      size_bytes: 2_183_204,
    },
    complete: { upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', template_id: 'plain', language: 'en' },
  },
  answer: z.union([announceUploadAnswerSchema, importAnswerSchema]),
  written: (answer) => ('upload' in answer ? undefined : ''),
  errors: [
    'upload_not_found',
    'upload_in_progress',
    'url_forbidden',
    'import_too_large',
    'import_invalid',
    'import_encrypted',
    'look_unavailable',
    'unsupported_media_type',
    'entitlement_required',
    'too_many_imports',
  ],
});

/** Contract of listing imports. */
export const listImportsContract = defineContract({
  operation: 'listImports',
  tag: 'timelines',
  summary: 'The imports of the account, newest first; those that ended more than 30 days ago are deleted',
  method: 'GET',
  path: '/imports',
  query: z.strictObject({ ...pageQueryShape, ...creationTimeQueryShape }),
  answer: listAnswerSchemaOf(importAnswerSchema),
  errors: ['invalid_cursor'],
});

/** Contract of reading an import with its report. */
export const getImportContract = defineContract({
  operation: 'getImport',
  tag: 'timelines',
  summary: 'The progress of an import, and its report',
  method: 'GET',
  path: '/imports/{id}',
  params: pathIdSchema,
  answer: importAnswerSchema,
  errors: ['import_not_found'],
});

/** Contract of the page about an import. */
export const getImportReportContract = defineContract({
  operation: 'getImportReport',
  tag: 'timelines',
  summary: 'A page about an import: each slide in the deck and in the video, with the differences',
  method: 'GET',
  path: '/imports/{id}/report.html',
  params: pathIdSchema,
  media: 'text/html',
  file_name: 'report.html',
  answer: z.custom<Uint8Array>(),
  errors: ['import_not_found', 'image_invalid'],
});
