import { z } from 'zod';
import { IMAGE_TREATMENTS, LOGO_PLACES, LOGO_SLIDES, TYPEFACES } from '#engine/video/drawing/design.ts';
import { storedPictureFieldSchemas } from '#kernel/shared/stored-picture.ts';
import { TEMPLATE_COLOR_NAMES } from './custom-colors.ts';
import { type CustomTemplateLook, TEMPLATE_FONT_PARTS } from './custom-template.ts';

const fontSchema = z.union([
  z.object({ typeface: z.enum(TYPEFACES) }),
  z.object({
    font_id: z.string(),
    family: z.string(),
    sha256: z.string(),
    file: z.string(),
    weight: z.number(),
    italic: z.boolean(),
  }),
]);

/** Schema of the stored look of a custom template, in its item and in snapshots of renders. */
export const storedLookSchema = z.object({
  base: z.string(),
  colors: z.partialRecord(z.enum(TEMPLATE_COLOR_NAMES), z.string()),
  fonts: z.partialRecord(z.enum(TEMPLATE_FONT_PARTS), fontSchema),
  logo: z.object(storedPictureFieldSchemas).optional(),
  logo_place: z.enum(LOGO_PLACES),
  logo_on: z.enum(LOGO_SLIDES).optional(),
  image_treatment: z.enum(IMAGE_TREATMENTS).optional(),
} satisfies Record<keyof CustomTemplateLook, z.ZodType>) satisfies z.ZodType<CustomTemplateLook>;
