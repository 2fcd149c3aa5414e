import { z } from 'zod';

/** The fields of a template that may say where their value comes from. */
export const TEMPLATE_FIELDS_WITH_SOURCE = [
  'colors.background',
  'colors.surface',
  'colors.text',
  'colors.muted',
  'colors.accent',
  'colors.on_accent',
  'fonts.heading',
  'fonts.body',
  'logo',
] as const;

/** Schema of the origin of a field's value, as it is stored. */
export const templateFieldSourceSchema = z.object({
  field: z.enum(TEMPLATE_FIELDS_WITH_SOURCE),
  /** The colour, the family of the font, or the address of the logo; absent: the template has none. */
  value: z.string().optional(),
  /** The colour or the font that the source has, if the template has another one. */
  found: z.string().optional(),
  /** A sentence for people. */
  note: z.string(),
});
/** The origin of the value of a field of a template that was made from a brand. */
export type TemplateFieldSource = z.output<typeof templateFieldSourceSchema>;
