import { z } from 'zod';
import {
  type DeckBrand,
  type DeckSettings,
  type DeckSlideContent,
  type ReadDeck,
  type ReadSlide,
  SLIDE_LOOKS,
} from '#engine/deck-reading/deck.ts';
import { DECK_KINDS } from '#engine/deck-reading/deck-formats.ts';
import { DECK_LIMITS, MAX_FONT_NAME, TEXT_LIMITS } from '#engine/deck-reading/deck-limits.ts';
import { DECK_REFUSALS, DECK_WARNINGS } from '#engine/deck-reading/deck-warning.ts';
import { MAX_STATES } from '#engine/deck-reading/pptx/slide-states.ts';
import { LOGO_PLACES } from '#engine/video/drawing/design.ts';
import { importedFields, importedSettings } from '#features/timelines/public.ts';
import { PICTURE_NAME, SOUND_NAME } from './deck-folder.ts';

/**
 * What the process that reads a deck says, as its parent believes it. The process parses bytes of clients and may have been taken
 * over: every text, list and number has a bound here, and every name of a file is one that was agreed.
 */

/** Slides or pages of a file: as many as a zip may have entries. */
const MAX_PAGES = DECK_LIMITS.entries;
/** Characters of a text of a slide; the longest are speaker notes, and the text of code. */
const MAX_TEXT = 4 * TEXT_LIMITS.notes;
const MAX_LIST = 1000;
const MAX_URL = 4096;
/** Seconds that may be cut off a sound at either end. */
const MAX_CUT_SECONDS = 86_400;

const page = z.int().min(0).max(MAX_PAGES);
const text = z.string().max(MAX_TEXT);
const texts = z.array(text).max(MAX_LIST);

/** A step that starts: a page, or reading as a whole (0); `isOpening`: the program that draws slides opens the deck. */
export const deckStep = z.strictObject({ page, pages: page, isOpening: z.literal(true).optional() });
export type DeckStep = z.output<typeof deckStep>;

/** Number of levels to which the lists and objects of a slide may be nested. */
const MAX_DEPTH = 8;

/** Reports whether every text and list in a value has its bound. */
function isBounded(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value === 'string') return value.length <= MAX_TEXT;
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0 || (Array.isArray(value) && value.length > MAX_LIST)) return false;
  return Object.values(value).every((inner) => isBounded(inner, depth - 1));
}

/** Stored content of a slide or a timeline, within the bounds for what a process answers. */
const bounded = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .refine((value) => isBounded(value), 'A text or a list is too long.')
    .pipe(schema);

const content = bounded(z.object(importedFields satisfies Record<keyof DeckSlideContent, z.ZodType>));

const ownFile = z.object({ from: z.literal('path'), path: z.string().regex(PICTURE_NAME) });
const share = z.number().min(0).max(1);
const cutSeconds = z.number().min(0).max(MAX_CUT_SECONDS);
const clip = z.object({
  source: z.object({ from: z.literal('path'), path: z.string().regex(SOUND_NAME) }),
  cut: z.object({ start_seconds: cutSeconds, end_seconds: cutSeconds }).optional(),
});

const slide = z.object({
  source_page: page.min(1),
  pages: z.int().min(2).max(MAX_STATES).optional(),
  content,
  image: z
    .object({
      source: ownFile,
      fit: z.enum(['cover', 'contain']).optional(),
      isBehind: z.literal(true).optional(),
      focus: z.object({ x: share, y: share }).optional(),
      alt: text,
    })
    .optional(),
  builds: z
    .array(z.object({ source: ownFile, text, after: cutSeconds.optional() }))
    .min(2)
    .max(MAX_STATES)
    .optional(),
  recording: z.object({ clips: z.array(clip).min(1).max(DECK_LIMITS.clips), isMarked: z.boolean() }).optional(),
  look: z.enum(SLIDE_LOOKS),
  reason: text.optional(),
  pictures: z.int().min(0),
  clicks: z.int().min(0),
  advance_seconds: z.number().optional(),
} satisfies Record<keyof ReadSlide, z.ZodType>);

const settings = bounded(z.object(importedSettings satisfies Record<keyof DeckSettings, z.ZodType>).partial());

const side = z.number().positive();

const hexColor = z.string().regex(/^#[0-9a-f]{6}$/);
/** A character may be two of a string. */
const fontName = z
  .string()
  .min(1)
  .max(2 * MAX_FONT_NAME);
const brand = z.object({
  colors: z.object({ background: hexColor, text: hexColor.optional(), accent: hexColor.optional() }),
  fonts: z.object({ heading: fontName.optional(), body: fontName.optional() }),
  logo: z.object({ source: ownFile, place: z.enum(LOGO_PLACES) }).optional(),
} satisfies Record<keyof DeckBrand, z.ZodType>);

const deck = z.object({
  kind: z.enum(DECK_KINDS),
  title: text.nullable(),
  language: text.nullable(),
  sides: z.object({ width: side, height: side }).nullable(),
  settings,
  brand: brand.optional(),
  slides: z.array(slide).max(MAX_PAGES),
  pages: page,
  warnings: z
    .array(z.object({ slide: page.nullable(), code: z.enum(DECK_WARNINGS), message: text }))
    .max(4 * MAX_PAGES),
} satisfies Record<keyof ReadDeck, z.ZodType>) satisfies z.ZodType<ReadDeck>;

/** A picture as it was in the deck, or was drawn: nothing has decoded it. */
const leftPicture = z.strictObject({
  /** Its file in the folder; the slides name it. */
  path: z.string().regex(PICTURE_NAME),
  /** A page of a PDF or a slide; a picture of the deck, or formulas as SVG; or a slide as it was before it was redesigned. */
  kind: z.enum(['page', 'picture', 'before']),
  /** The formulas that it shows. */
  formulas: texts.optional(),
  /** Part of it that is cut off. */
  crop: z
    .strictObject({
      ...{ left: share, top: share, right: share, bottom: share },
      outline: z.union([z.literal('ellipse'), z.strictObject({ radius: z.number().min(0).max(0.5) })]).optional(),
    })
    .optional(),
});
export type LeftPicture = z.output<typeof leftPicture>;

/** Name of the picture of a slide as it was before it was redesigned. @param page from 1 */
export const beforeName = (page: number): string => `before-${page}`;

/** The number of the slide that a picture of `beforeName` shows. */
export const pageOfBefore = (name: string): number => Number(name.slice(name.indexOf('-') + 1));

/** Result that the process writes. */
export const deckResult = z.union([
  z.strictObject({ deck, pictures: z.array(leftPicture).max(2 * MAX_PAGES) }),
  /** Pictures are needed first. */
  z.strictObject({ addresses: z.array(z.string().min(1).max(MAX_URL)).min(1).max(MAX_PAGES) }),
  z.strictObject({ refusal: z.strictObject({ code: z.enum(DECK_REFUSALS), message: z.string().max(1000) }) }),
]);
export type DeckResult = z.output<typeof deckResult>;
