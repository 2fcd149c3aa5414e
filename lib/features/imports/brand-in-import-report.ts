import { z } from 'zod';

/** Kinds of text whose font a brand names. */
export const BRAND_FONT_KINDS = ['heading', 'body'] as const;

const importedFontSchema = z
  .object({ part: z.enum(BRAND_FONT_KINDS), deck: z.string(), template: z.string() })
  .meta({ id: 'ImportedFont' });

/** The template that was made from the brand of a deck, as stored and as clients see it. `field-descriptions.ts` describes its fields. */
export const brandInImportReportSchema = z
  .object({
    template_id: z.string(),
    name: z.string(),
    reused: z.boolean(),
    logo: z.boolean(),
    fonts: z.array(importedFontSchema),
  })
  .meta({ id: 'ImportedBrand' });
/** The template that was made from the brand of a deck, in the report of the import. */
export type BrandInImportReport = z.output<typeof brandInImportReportSchema>;
