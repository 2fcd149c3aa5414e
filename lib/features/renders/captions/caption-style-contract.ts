import { z } from 'zod';
import {
  CAPTION_FONT_SIZES,
  CAPTION_POSITIONS,
  CAPTION_PRESETS,
  DEFAULT_CAPTION_STYLE,
} from '#engine/video/captions/caption-style.ts';

const CAPTION_STYLE_DESCRIPTION =
  'The look of captions in the picture; only with `captions: burned_in`. `box`: on a panel; `outline`: letters with an outline; `bar`: on a band across the picture; `karaoke`: on a panel, the spoken word in another colour; `word`: a few large words at a time, the spoken one in another colour.';
const colorSchema = (description: string) =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/, 'Send a colour as #rrggbb, or as #rrggbbaa with its opacity.')
    .transform((text) => text.toLowerCase())
    .optional()
    .describe(description);

/** The look of captions in a request. */
export const captionStyleInputSchema = z
  .strictObject({
    preset: z.enum(CAPTION_PRESETS).default(DEFAULT_CAPTION_STYLE.preset).describe('The kind of look.'),
    size: z.enum(CAPTION_FONT_SIZES).default(DEFAULT_CAPTION_STYLE.size).describe('The size of the letters.'),
    position: z
      .enum(CAPTION_POSITIONS)
      .default(DEFAULT_CAPTION_STYLE.position)
      .describe(
        'The place in the picture, where slides then leave room; `auto`: the bottom, in portrait above its lowest fifth. In the middle, which is a little lower in other formats, slides have only the room above.',
      ),
    color: colorSchema('Colour of the letters, `#rrggbb` or `#rrggbbaa`. Absent: a readable one of the template.'),
    background: colorSchema('Colour of the panel, the band or the outline.'),
    highlight: colorSchema('Colour of the spoken word in `karaoke` and `word`.'),
    uppercase: z.boolean().default(DEFAULT_CAPTION_STYLE.uppercase).describe('Whether all letters are capitals.'),
    max_lines: z
      .literal([1, 2])
      .default(DEFAULT_CAPTION_STYLE.max_lines)
      .describe('The most lines at a time; `word` always has one.'),
  })
  .describe(CAPTION_STYLE_DESCRIPTION)
  .meta({ id: 'CaptionStyleInput' });

/** The look of captions in answers. */
export const captionStyleAnswerSchema = z
  .object({
    preset: z.enum(CAPTION_PRESETS),
    size: z.enum(CAPTION_FONT_SIZES),
    position: z.enum(CAPTION_POSITIONS),
    color: z.string().nullable(),
    background: z.string().nullable(),
    highlight: z.string().nullable(),
    uppercase: z.boolean(),
    max_lines: z.int(),
  })
  .meta({ id: 'CaptionStyle' });
