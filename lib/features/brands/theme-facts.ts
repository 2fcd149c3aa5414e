import { z } from 'zod';
import { MAX_FONT_NAME_CHARACTERS } from '#engine/deck-reading/deck-limits.ts';
import { LOGO_PLACES } from '#engine/video/drawing/design.ts';
import { pictureCropSchema } from '#features/uploads/public.ts';

const hexColorSchema = z.string().regex(/^#[0-9a-f]{6}$/);
/** Each character has one or two UTF-16 code units. */
const fontNameSchema = z
  .string()
  .min(1)
  .max(2 * MAX_FONT_NAME_CHARACTERS);

/**
 * Schema of the theme of a deck, as the process that read it reports it. The process may have been taken over: everything has a bound.
 * Without `colors`, the deck has no theme.
 */
export const themeFactsSchema = z.strictObject({
  title: z.string().max(1000).optional(),
  colors: z
    .strictObject({ background: hexColorSchema, text: hexColorSchema.optional(), accent: hexColorSchema.optional() })
    .optional(),
  fonts: z.strictObject({ heading: fontNameSchema.optional(), body: fontNameSchema.optional() }).optional(),
  /** Corner and crop of the logo, whose bytes come with the facts. */
  logo: z.strictObject({ place: z.enum(LOGO_PLACES), crop: pictureCropSchema.optional() }).optional(),
});
export type ThemeFacts = z.output<typeof themeFactsSchema>;
