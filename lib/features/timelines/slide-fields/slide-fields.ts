import type { z } from 'zod';
import { buildField } from './build.ts';
import { buildStyleField } from './build-style.ts';
import { bulletLevelsField } from './bullet-levels.ts';
import { bulletPointsField } from './bullet-points.ts';
import { bulletStyleField } from './bullet-style.ts';
import { calloutsField } from './callouts.ts';
import { chartField } from './chart.ts';
import { codeField } from './code.ts';
import { columnBreakField } from './column-break.ts';
import { cutSpeechField } from './cut-speech.ts';
import type { SlideField } from './define-field.ts';
import { deviceKindField } from './device-kind.ts';
import { dimPreviousField } from './dim-previous.ts';
import { durationSecondsField } from './duration-seconds.ts';
import { imageMotionField } from './image-motion.ts';
import { imageVariableField } from './image-variable.ts';
import { itemsField } from './items.ts';
import { layoutField } from './layout.ts';
import { markupField } from './markup.ts';
import { motionField } from './motion.ts';
import { speakerNotesField } from './speaker-notes.ts';
import { tableField } from './table.ts';
import { titleField } from './title.ts';
import { transitionField } from './transition.ts';
import { speedField, voiceField } from './voice.ts';

/**
 * Definitions of the fields of a slide that a client sets, except its image. Contracts, storage, answers, drawing and imports are
 * derived from them.
 */
export const SLIDE_FIELDS = {
  title: titleField,
  bullet_points: bulletPointsField,
  speaker_notes: speakerNotesField,
  voice: voiceField,
  speed: speedField,
  layout: layoutField,
  build: buildField,
  build_style: buildStyleField,
  dim_previous: dimPreviousField,
  duration_seconds: durationSecondsField,
  transition: transitionField,
  image_motion: imageMotionField,
  motion: motionField,
  cut_speech: cutSpeechField,
  image_variable: imageVariableField,
  bullet_style: bulletStyleField,
  bullet_levels: bulletLevelsField,
  column_break: columnBreakField,
  markup: markupField,
  code: codeField,
  table: tableField,
  chart: chartField,
  items: itemsField,
  device_kind: deviceKindField,
  callouts: calloutsField,
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
export const sentFieldSchemas = shapeOf('sent');
/** Schemas of the fields in a request that creates a slide. */
export const createdFieldSchemas = shapeOf('created');
/** Schemas of the fields in answers. */
export const answerFieldSchemas = shapeOf('answer');
/** Schemas of the stored fields. */
export const storedFieldSchemas = shapeOf('stored');

/** Schemas of the stored form of the fields that a deck may bring. */
export const importedFieldSchemas = Object.fromEntries(
  entries.flatMap(([name, field]) => (field.isImported ? [[name, field.stored]] : [])),
) as ShapeOf<NamesWith<'isImported'>, 'stored'>;

/** The fields as they are stored; absent ones have their defaults. */
export type SlideContent = z.output<z.ZodObject<typeof storedFieldSchemas>>;
/** The fields in a request that changes a slide; absent ones were not sent. */
export type SentSlideContent = Partial<z.output<z.ZodObject<typeof sentFieldSchemas>>>;
/** The fields in a request that creates a slide, with their defaults. */
export type CreatedSlideContent = z.output<z.ZodObject<typeof createdFieldSchemas>>;
/** The fields in answers. */
export type SlideContentAnswer = z.output<z.ZodObject<typeof answerFieldSchemas>>;
