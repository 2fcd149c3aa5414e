import { z } from 'zod';
import { IMPORTED_SLIDE_LOOKS } from '#engine/deck-reading/deck.ts';
import { DECK_KINDS } from '#engine/deck-reading/deck-formats.ts';
import { DECK_WARNING_CODES } from '#engine/deck-reading/deck-warning.ts';
import { ASPECT_RATIO_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { MOTION_LEVELS } from '#engine/video/motion/motions.ts';
import { PLAN_NAMES } from '#features/accounts/public.ts';
import {
  brandInImportReportSchema,
  DECK_BRAND_USES,
  IMPORT_FAILURE_CODES,
  IMPORT_LOOKS,
  IMPORT_STATUSES,
  type Import,
  importedNarrationFactsSchema,
  PDF_TEXT_USES,
} from '#features/imports/public.ts';
import { leasedItemFieldSchemas } from '#platform/leases/public.ts';
import { createItemCodec } from '../table/item.ts';

const optionsSchema = z.object({
  look: z.enum(IMPORT_LOOKS),
  title: z.string().optional(),
  format: z.enum(ASPECT_RATIO_NAMES).optional(),
  resolution: z.enum(RESOLUTION_NAMES).optional(),
  template_id: z.string().optional(),
  motion: z.enum(MOTION_LEVELS).optional(),
  language: z.string().optional(),
  pdf_text: z.enum(PDF_TEXT_USES),
  brand: z.enum(DECK_BRAND_USES).optional(),
  deck_file: z.string().optional(),
} satisfies Record<keyof Import['options'], z.ZodType>);

const reportSchema = z.object({
  slides_imported: z.int(),
  slides_skipped: z.int(),
  pictures_found: z.int(),
  pictures_taken: z.int(),
  slides: z.array(
    z.object({
      source: z.int(),
      slide_id: z.string().nullable(),
      look: z.enum(IMPORTED_SLIDE_LOOKS).nullable(),
      reason: z.string().nullable(),
      pictures: z.int(),
      clicks: z.int(),
      states: z.int().optional(),
      advance_seconds: z.number().nullable(),
      recording: importedNarrationFactsSchema.optional(),
    }),
  ),
  brand: brandInImportReportSchema.optional(),
  warnings: z.array(z.object({ slide: z.int().nullable(), code: z.enum(DECK_WARNING_CODES), message: z.string() })),
});

/** Stored form of an import. */
export const importCodec = createItemCodec<Import>('import').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    plan: z.enum(PLAN_NAMES),
    status: z.enum(IMPORT_STATUSES),
    progress: z.int(),
    timeline_id: z.string(),
    options: optionsSchema,
    kind: z.enum(DECK_KINDS),
    name: z.string().nullable(),
    size_bytes: z.int(),
    pages: z.int().optional(),
    deck_key: z.string(),
    pdf_key: z.string().optional(),
    report: reportSchema.optional(),
    error: z.object({ code: z.enum(IMPORT_FAILURE_CODES).catch('internal_error'), message: z.string() }).optional(),
    ...leasedItemFieldSchemas,
    created_at: z.string(),
    completed_at: z.string().optional(),
  }),
);
