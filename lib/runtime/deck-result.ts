import { z } from 'zod';
import {
  DECK_KINDS,
  type DeckSettings,
  type DeckSlideContent,
  type ReadDeck,
  type ReadSlide,
  SLIDE_LOOKS,
} from '../deck-reading/deck.ts';
import { DECK_LIMITS, TEXT_LIMITS } from '../deck-reading/deck-limits.ts';
import { DECK_REFUSALS, DECK_WARNINGS } from '../deck-reading/deck-warning.ts';
import { SLIDE_LAYOUTS } from '../video/drawing/drawable-slide.ts';
import { FORMAT_NAMES, RESOLUTIONS, type Resolution } from '../video/format.ts';
import { IMAGE_MOTIONS } from '../video/motion/image-motion.ts';
import { TRANSITION_TYPES } from '../video/transitions/transition-frames.ts';
import { PICTURE_NAME } from './deck-folder.ts';

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

const page = z.int().min(0).max(MAX_PAGES);
const text = z.string().max(MAX_TEXT);
const texts = z.array(text).max(MAX_LIST);
const figure = z.number().nullable();

/** A step that begins: a page, or reading as a whole (0). */
export const deckStep = z.strictObject({ page, pages: page });
export type DeckStep = z.output<typeof deckStep>;

const transition = z.object({ type: z.enum(TRANSITION_TYPES), duration_seconds: z.number() });

const content = z.object({
  title: text,
  bullet_points: texts,
  speaker_notes: text,
  layout: z.enum(SLIDE_LAYOUTS),
  build: z.enum(['none', 'by_bullet']),
  duration_seconds: z.number().optional(),
  bullet_style: z.enum(['bullet', 'number', 'none']).optional(),
  bullet_levels: z.array(z.number()).max(MAX_LIST).optional(),
  markup: z.enum(['none', 'inline']).optional(),
  column_break: z.number().optional(),
  code: z.object({ language: text.optional(), text }).optional(),
  table: z
    .object({
      header: texts.optional(),
      rows: z.array(texts).max(MAX_LIST),
      align: z
        .array(z.enum(['left', 'center', 'right']))
        .max(MAX_LIST)
        .optional(),
    })
    .optional(),
  chart: z
    .object({
      type: z.enum(['column', 'bar', 'line', 'area', 'pie', 'donut']),
      categories: texts,
      series: z.array(z.object({ name: text, values: z.array(figure).max(MAX_LIST) })).max(MAX_LIST),
      stacked: z.boolean().optional(),
      unit: text.optional(),
      decimals: z.number().optional(),
    })
    .optional(),
  transition: transition.optional(),
  image_motion: z.enum(IMAGE_MOTIONS).optional(),
} satisfies Record<keyof DeckSlideContent, z.ZodType>);

const ownFile = z.object({ from: z.literal('path'), path: z.string().regex(PICTURE_NAME) });
const share = z.number().min(0).max(1);

const slide = z.object({
  source_page: page.min(1),
  content,
  image: z
    .object({
      source: ownFile,
      fit: z.enum(['cover', 'contain']),
      focus: z.object({ x: share, y: share }).optional(),
      alt: text,
    })
    .optional(),
  // Nothing takes a recording over yet, so none is believed.
  recording: z.undefined().catch(undefined),
  look: z.enum(SLIDE_LOOKS),
  reason: text.optional(),
  pictures: z.int().min(0),
  clicks: z.int().min(0),
  advance_seconds: z.number().optional(),
} satisfies Record<keyof ReadSlide, z.ZodType>);

const settings = z.object({
  format: z.enum(FORMAT_NAMES).optional(),
  resolution: z.enum(Object.keys(RESOLUTIONS) as [Resolution, ...Resolution[]]).optional(),
  template_id: text.optional(),
  voice: text.optional(),
  transition: transition.optional(),
  lexicon: z
    .array(z.object({ word: text, say: text }))
    .max(MAX_LIST)
    .optional(),
  slide_numbers: z.boolean().optional(),
  footer: text.optional(),
} satisfies Record<keyof DeckSettings, z.ZodType>);

const side = z.number().positive();

const deck = z.object({
  kind: z.enum(DECK_KINDS),
  title: text.nullable(),
  language: text.nullable(),
  sides: z.object({ width: side, height: side }).nullable(),
  settings,
  slides: z.array(slide).max(MAX_PAGES),
  pages: page,
  warnings: z
    .array(z.object({ slide: page.nullable(), code: z.enum(DECK_WARNINGS), message: text }))
    .max(4 * MAX_PAGES),
} satisfies Record<keyof ReadDeck, z.ZodType>) satisfies z.ZodType<ReadDeck>;

/** A picture as it lay in the deck, or was drawn: nothing has decoded it. */
const leftPicture = z.strictObject({
  /** Its file in the folder; the slides name it. */
  path: z.string().regex(PICTURE_NAME),
  /** A page of a PDF; else a picture of the deck, or formulas as SVG. */
  kind: z.enum(['page', 'picture']),
  /** The formulas that it shows. */
  formulas: texts.optional(),
});
export type LeftPicture = z.output<typeof leftPicture>;

/** What the process leaves. */
export const deckResult = z.union([
  z.strictObject({ deck, pictures: z.array(leftPicture).max(MAX_PAGES) }),
  /** Pictures are needed first. */
  z.strictObject({ addresses: z.array(z.string().min(1).max(MAX_URL)).min(1).max(MAX_PAGES) }),
  z.strictObject({ refusal: z.strictObject({ code: z.enum(DECK_REFUSALS), message: z.string().max(1000) }) }),
]);
export type DeckResult = z.output<typeof deckResult>;
