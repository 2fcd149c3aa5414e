import { z } from 'zod';
import {
  type DeckBrand,
  type DeckSettings,
  type DeckSlideContent,
  type DeckVideo,
  IMPORTED_SLIDE_LOOKS,
  type ParsedDeck,
  type ParsedSlide,
  SLIDE_PLACES_OF_DECK_VIDEO,
} from '#engine/deck-reading/deck.ts';
import { DECK_KINDS } from '#engine/deck-reading/deck-formats.ts';
import { DECK_LIMITS, MAX_FONT_NAME_CHARACTERS, SLIDE_TEXT_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DECK_REFUSAL_CODES, DECK_WARNING_CODES } from '#engine/deck-reading/deck-warning.ts';
import { MAX_PPTX_SLIDE_STATES } from '#engine/deck-reading/pptx/pptx-slide-states.ts';
import { LOGO_PLACES } from '#engine/video/drawing/design.ts';
import {
  importedSlideFieldSchemas,
  importedTimelineSettingSchemas,
  MAX_IMAGES_PER_SLIDE,
} from '#features/timelines/public.ts';
import { pictureCropSchema } from '#features/uploads/decoding.ts';
import {
  DECK_PICTURE_FILE_NAME_PATTERN,
  DECK_SOUND_FILE_NAME_PATTERN,
  DECK_VIDEO_FILE_NAME_PATTERN,
} from './deck-folder.ts';

/**
 * Schema of the output of the process that reads a deck. A client's bytes may have taken over that process. So every text, list and number
 * has a bound here, and every file name has a fixed form.
 */

/** The most slides or pages of a file: as many as a zip may have entries. */
const MAX_PAGES = DECK_LIMITS.entries;
/** The most UTF-16 code units of a text of a slide. Speaker notes and code are the longest texts. */
const MAX_TEXT_LENGTH = 4 * SLIDE_TEXT_LIMITS.notes;
/** The most entries of a list of a slide. */
const MAX_LIST_LENGTH = 1000;
/** The most UTF-16 code units of an address. */
const MAX_URL_LENGTH = 4096;
/** The most seconds that may be cut off a sound at one end: a day. */
const MAX_CUT_SECONDS = 86_400;

const pageSchema = z.int().min(0).max(MAX_PAGES);
const textSchema = z.string().max(MAX_TEXT_LENGTH);
const textsSchema = z.array(textSchema).max(MAX_LIST_LENGTH);

/**
 * Schema of a step that the process starts. `page`: number of the page, from 1; 0: reading the file. `pages`: number of all pages.
 * `isOpening`: the module that draws slides opens the deck.
 */
export const deckProcessStepSchema = z.strictObject({
  page: pageSchema,
  pages: pageSchema,
  isOpening: z.literal(true).optional(),
});
/** A step that the process starts. */
export type DeckProcessStep = z.output<typeof deckProcessStepSchema>;

/** The deepest level to which lists and objects of a slide may be nested. */
const MAX_DEPTH = 8;

/** Reports whether all texts and lists in a value are within their bounds. */
function isBounded(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH;
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0 || (Array.isArray(value) && value.length > MAX_LIST_LENGTH)) return false;
  return Object.values(value).every((inner) => isBounded(inner, depth - 1));
}

/** A schema that first checks the bounds of all texts and lists in a value, then the value by the given schema. */
const boundedSchema = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .refine((value) => isBounded(value), 'A text or a list is too long.')
    .pipe(schema);

const contentSchema = boundedSchema(
  z.object(importedSlideFieldSchemas satisfies Record<keyof DeckSlideContent, z.ZodType>),
);

const pictureFileSchema = z.object({ from: z.literal('path'), path: z.string().regex(DECK_PICTURE_FILE_NAME_PATTERN) });
const shareSchema = z.number().min(0).max(1);
const cutSecondsSchema = z.number().min(0).max(MAX_CUT_SECONDS);
const clipSchema = z.object({
  source: z.object({ from: z.literal('path'), path: z.string().regex(DECK_SOUND_FILE_NAME_PATTERN) }),
  cut: z.object({ start_seconds: cutSecondsSchema, end_seconds: cutSecondsSchema }).optional(),
});

const shownPictureSchema = z.object({
  source: pictureFileSchema,
  fit: z.enum(['cover', 'contain']).optional(),
  isBehind: z.literal(true).optional(),
  focus: z.object({ x: shareSchema, y: shareSchema }).optional(),
  alt: textSchema,
  caption: textSchema.optional(),
});

const videoSchema = z.object({
  source: z.union([
    z.object({ from: z.literal('path'), path: z.string().regex(DECK_VIDEO_FILE_NAME_PATTERN) }),
    z.object({ from: z.literal('address'), url: z.string().min(1).max(MAX_URL_LENGTH) }),
  ]),
  place: z.enum(SLIDE_PLACES_OF_DECK_VIDEO),
  from: cutSecondsSchema.optional(),
  until: cutSecondsSchema.optional(),
  cutsEnd: cutSecondsSchema.optional(),
  volume: z.number().min(0).max(2).optional(),
  isMuted: z.literal(true).optional(),
  loops: z.literal(true).optional(),
  isAfterSpeech: z.literal(true).optional(),
} satisfies Record<keyof DeckVideo, z.ZodType>);

const slideSchema = z.object({
  source_page: pageSchema.min(1),
  pages: z.int().min(2).max(MAX_PPTX_SLIDE_STATES).optional(),
  content: contentSchema,
  image: shownPictureSchema.optional(),
  images: z.array(shownPictureSchema).min(1).max(MAX_IMAGES_PER_SLIDE).optional(),
  video: videoSchema.optional(),
  builds: z
    .array(z.object({ source: pictureFileSchema, text: textSchema, after: cutSecondsSchema.optional() }))
    .min(2)
    .max(MAX_PPTX_SLIDE_STATES)
    .optional(),
  recording: z
    .object({ clips: z.array(clipSchema).min(1).max(DECK_LIMITS.clips), isMarkedAsNarration: z.boolean() })
    .optional(),
  look: z.enum(IMPORTED_SLIDE_LOOKS),
  reason: textSchema.optional(),
  pictures: z.int().min(0),
  clicks: z.int().min(0),
  advance_seconds: z.number().optional(),
} satisfies Record<keyof ParsedSlide, z.ZodType>);

const settingsSchema = boundedSchema(
  z.object(importedTimelineSettingSchemas satisfies Record<keyof DeckSettings, z.ZodType>).partial(),
);

const sideSchema = z.number().positive();

const hexColorSchema = z.string().regex(/^#[0-9a-f]{6}$/);
/** Up to MAX_FONT_NAME_CHARACTERS characters: each has one or two UTF-16 code units. */
const fontNameSchema = z
  .string()
  .min(1)
  .max(2 * MAX_FONT_NAME_CHARACTERS);
const brandSchema = z.object({
  colors: z.object({ background: hexColorSchema, text: hexColorSchema.optional(), accent: hexColorSchema.optional() }),
  fonts: z.object({ heading: fontNameSchema.optional(), body: fontNameSchema.optional() }),
  logo: z.object({ source: pictureFileSchema, place: z.enum(LOGO_PLACES) }).optional(),
} satisfies Record<keyof DeckBrand, z.ZodType>);

const deckSchema = z.object({
  kind: z.enum(DECK_KINDS),
  title: textSchema.nullable(),
  language: textSchema.nullable(),
  sides: z.object({ width: sideSchema, height: sideSchema }).nullable(),
  settings: settingsSchema,
  brand: brandSchema.optional(),
  slides: z.array(slideSchema).max(MAX_PAGES),
  pages: pageSchema,
  warnings: z
    .array(z.object({ slide: pageSchema.nullable(), code: z.enum(DECK_WARNING_CODES), message: textSchema }))
    .max(4 * MAX_PAGES),
} satisfies Record<keyof ParsedDeck, z.ZodType>) satisfies z.ZodType<ParsedDeck>;

/** Schema of a picture that the process wrote: one of the deck, which it did not decode, or one that it drew. */
const outputPictureSchema = z.strictObject({
  /** Name of its file in the folder, by which slides refer to it. */
  path: z.string().regex(DECK_PICTURE_FILE_NAME_PATTERN),
  /** `page`: a drawn page or slide. `picture`: one of the deck, or formulas as SVG. `before`: a redesigned slide as it was in the deck. */
  kind: z.enum(['page', 'picture', 'before']),
  /** The formulas that it shows, as TeX. */
  formulas: textsSchema.optional(),
  /** The parts that are cut off, as fractions of its sides, and the outline of a shape to which it is cut. */
  crop: pictureCropSchema.optional(),
});
/** A picture that the process that reads a deck wrote: one of the deck, which it did not decode, or one that it drew. */
export type DeckProcessPicture = z.output<typeof outputPictureSchema>;

/** The name of the file that shows a redesigned slide as it was in the deck. @param page number of the slide, from 1 */
export const originalSlidePictureName = (page: number): string => `before-${page}`;

/** The inverse of `originalSlidePictureName`: the number of the slide, from 1. */
export const slideNumberOfOriginalPicture = (name: string): number => Number(name.slice(name.indexOf('-') + 1));

/**
 * Schema of the result of the process that reads a deck: the deck with its pictures, or addresses of pictures that it needs first, or the
 * refusal of the file.
 */
export const deckResultSchema = z.union([
  z.strictObject({ deck: deckSchema, pictures: z.array(outputPictureSchema).max(2 * MAX_PAGES) }),
  z.strictObject({ addresses: z.array(z.string().min(1).max(MAX_URL_LENGTH)).min(1).max(MAX_PAGES) }),
  z.strictObject({ refusal: z.strictObject({ code: z.enum(DECK_REFUSAL_CODES), message: z.string().max(1000) }) }),
]);
/** The result of the process that reads a deck. */
export type DeckProcessResult = z.output<typeof deckResultSchema>;
