import type { z } from 'zod';
import { build } from './build.ts';
import { buildStyle } from './build-style.ts';
import { bulletLevels } from './bullet-levels.ts';
import { bulletPoints } from './bullet-points.ts';
import { bulletStyle } from './bullet-style.ts';
import { callouts } from './callouts.ts';
import { chart } from './chart.ts';
import { code } from './code.ts';
import { columnBreak } from './column-break.ts';
import { cutSpeech } from './cut-speech.ts';
import type { SlideField } from './define-field.ts';
import { deviceKind } from './device-kind.ts';
import { dimPrevious } from './dim-previous.ts';
import { durationSeconds } from './duration-seconds.ts';
import { imageMotion } from './image-motion.ts';
import { imageVariable } from './image-variable.ts';
import { items } from './items.ts';
import { layout } from './layout.ts';
import { markup } from './markup.ts';
import { slideMotion } from './motion.ts';
import { speakerNotes } from './speaker-notes.ts';
import { table } from './table.ts';
import { title } from './title.ts';
import { transition } from './transition.ts';
import { slideSpeed, slideVoice } from './voice.ts';

/**
 * Definitions of the fields of a slide that a client sets, except its image. Contracts, storage, answers, drawing and imports are
 * derived from them.
 */
export const SLIDE_FIELDS = {
  title,
  bullet_points: bulletPoints,
  speaker_notes: speakerNotes,
  voice: slideVoice,
  speed: slideSpeed,
  layout,
  build,
  build_style: buildStyle,
  dim_previous: dimPrevious,
  duration_seconds: durationSeconds,
  transition,
  image_motion: imageMotion,
  motion: slideMotion,
  cut_speech: cutSpeech,
  image_variable: imageVariable,
  bullet_style: bulletStyle,
  bullet_levels: bulletLevels,
  column_break: columnBreak,
  markup,
  code,
  table,
  chart,
  items,
  device_kind: deviceKind,
  callouts,
};

type Fields = typeof SLIDE_FIELDS;
type FieldName = keyof Fields;
type Part = 'sent' | 'created' | 'answer' | 'stored';
type ShapeOf<Name extends FieldName, Key extends Part> = { [Each in Name]: Fields[Each][Key] };

/** Names of the fields whose definition has `true` for `Key`. */
type NamesWith<Key extends 'isDrawn' | 'isImported'> = {
  [Name in FieldName]: Fields[Name][Key] extends true ? Name : never;
}[FieldName];
/** Names of the fields from which the picture of a slide is drawn. */
export type DrawnFieldName = NamesWith<'isDrawn'>;

const entries: readonly (readonly [string, SlideField])[] = Object.entries(SLIDE_FIELDS);

const shapeOf = <Key extends Part>(part: Key): ShapeOf<FieldName, Key> =>
  Object.fromEntries(entries.map(([name, field]) => [name, field[part]])) as ShapeOf<FieldName, Key>;

/** Schemas of the fields in a request that changes a slide. */
export const sentFields = shapeOf('sent');
/** Schemas of the fields in a request that creates a slide. */
export const createdFields = shapeOf('created');
/** Schemas of the fields in answers. */
export const slideAnswerFields = shapeOf('answer');
/** Schemas of the stored fields. */
export const storedFields = shapeOf('stored');

/** Schemas of the stored form of the fields that a deck may bring. */
export const importedFields = Object.fromEntries(
  entries.flatMap(([name, field]) => (field.isImported ? [[name, field.stored]] : [])),
) as ShapeOf<NamesWith<'isImported'>, 'stored'>;

/** The fields as they are stored; absent ones have their defaults. */
export type SlideContent = z.output<z.ZodObject<typeof storedFields>>;
/** The fields in a request that changes a slide; absent ones were not sent. */
export type SentContent = Partial<z.output<z.ZodObject<typeof sentFields>>>;
/** The fields in a request that creates a slide, with their defaults. */
export type CreatedContent = z.output<z.ZodObject<typeof createdFields>>;
/** The fields in answers. */
export type ContentAnswer = z.output<z.ZodObject<typeof slideAnswerFields>>;
