import { z } from 'zod';
import { imageFactsSchema } from '#features/images/public.ts';

const hexColorSchema = z.string().regex(/^#[0-9a-f]{6}$/);

/** Schema of the properties that the decoder reports about a logo: those of an image, and its colours. */
export const logoFactsSchema = imageFactsSchema.extend({
  palette: z.array(z.strictObject({ color: hexColorSchema, share: z.number().min(0).max(1) })).max(8),
  edge: hexColorSchema.optional(),
});
/** The properties of a logo: those of an image, its colours with their shares, and the colour of its edge. */
export type LogoFacts = z.output<typeof logoFactsSchema>;
