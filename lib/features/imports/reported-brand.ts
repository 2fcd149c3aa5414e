import { z } from 'zod';

/** Texts whose font a brand names. */
export const BRAND_FONTS = ['heading', 'body'] as const;

const importedFont = z
  .object({ part: z.enum(BRAND_FONTS), deck: z.string(), template: z.string() })
  .meta({ id: 'ImportedFont' });

/** The brand of a deck as a template, as it is stored and as clients see it. The words of its fields are in the description of the API. */
export const reportedBrand = z
  .object({
    template_id: z.string(),
    name: z.string(),
    reused: z.boolean(),
    logo: z.boolean(),
    fonts: z.array(importedFont),
  })
  .meta({ id: 'ImportedBrand' });
export type ReportedBrand = z.output<typeof reportedBrand>;
