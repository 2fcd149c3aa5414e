import type { z } from 'zod';
import { slideBuildFieldDefinition } from './build.ts';
import { slideBuildStyleFieldDefinition } from './build-style.ts';
import { bulletLevelsFieldDefinition } from './bullet-levels.ts';
import { bulletPointsFieldDefinition } from './bullet-points.ts';
import { bulletStyleFieldDefinition } from './bullet-style.ts';
import { calloutsFieldDefinition } from './callouts.ts';
import { chartFieldDefinition } from './chart.ts';
import { codeFieldDefinition } from './code.ts';
import { columnBreakFieldDefinition } from './column-break.ts';
import { cutSpeechFieldDefinition } from './cut-speech.ts';
import type { SlideFieldDefinition } from './define-slide-field.ts';
import { deviceKindFieldDefinition } from './device-kind.ts';
import { dimPreviousFieldDefinition } from './dim-previous.ts';
import { durationSecondsFieldDefinition } from './duration-seconds.ts';
import { imageMotionFieldDefinition } from './image-motion.ts';
import { imageVariableFieldDefinition } from './image-variable.ts';
import { itemsFieldDefinition } from './items.ts';
import { slideLayoutFieldDefinition } from './layout.ts';
import { markupFieldDefinition } from './markup.ts';
import { slideMotionFieldDefinition } from './motion.ts';
import { speakerNotesFieldDefinition } from './speaker-notes.ts';
import { tableFieldDefinition } from './table.ts';
import { slideTitleFieldDefinition } from './title.ts';
import { slideTransitionFieldDefinition } from './transition.ts';
import { slideSpeechSpeedFieldDefinition, slideVoiceFieldDefinition } from './voice.ts';

/**
 * Definitions of the fields of a slide that a client sets, except its image. Contracts, storage, answers, drawing and imports are
 * derived from them.
 */
export const SLIDE_FIELD_DEFINITIONS = {
  title: slideTitleFieldDefinition,
  bullet_points: bulletPointsFieldDefinition,
  speaker_notes: speakerNotesFieldDefinition,
  voice: slideVoiceFieldDefinition,
  speed: slideSpeechSpeedFieldDefinition,
  layout: slideLayoutFieldDefinition,
  build: slideBuildFieldDefinition,
  build_style: slideBuildStyleFieldDefinition,
  dim_previous: dimPreviousFieldDefinition,
  duration_seconds: durationSecondsFieldDefinition,
  transition: slideTransitionFieldDefinition,
  image_motion: imageMotionFieldDefinition,
  motion: slideMotionFieldDefinition,
  cut_speech: cutSpeechFieldDefinition,
  image_variable: imageVariableFieldDefinition,
  bullet_style: bulletStyleFieldDefinition,
  bullet_levels: bulletLevelsFieldDefinition,
  column_break: columnBreakFieldDefinition,
  markup: markupFieldDefinition,
  code: codeFieldDefinition,
  table: tableFieldDefinition,
  chart: chartFieldDefinition,
  items: itemsFieldDefinition,
  device_kind: deviceKindFieldDefinition,
  callouts: calloutsFieldDefinition,
};

type FieldDefinitions = typeof SLIDE_FIELD_DEFINITIONS;
type FieldName = keyof FieldDefinitions;
type SchemaPart = 'sent' | 'created' | 'answer' | 'stored';
type ShapeOf<Name extends FieldName, Key extends SchemaPart> = { [Each in Name]: FieldDefinitions[Each][Key] };

/** Names of the fields whose definition has `true` for `Key`. */
type NamesWith<Key extends 'isDrawn' | 'isImported'> = {
  [Name in FieldName]: FieldDefinitions[Name][Key] extends true ? Name : never;
}[FieldName];
/** Names of the fields from which the picture of a slide is drawn. */
export type DrawnFieldName = NamesWith<'isDrawn'>;

const fieldEntries: readonly (readonly [string, SlideFieldDefinition])[] = Object.entries(SLIDE_FIELD_DEFINITIONS);

const schemasOfPart = <Key extends SchemaPart>(part: Key): ShapeOf<FieldName, Key> =>
  Object.fromEntries(fieldEntries.map(([name, field]) => [name, field[part]])) as ShapeOf<FieldName, Key>;

/** Schemas of the fields in a request that changes a slide. */
export const sentSlideFieldSchemas = schemasOfPart('sent');
/** Schemas of the fields in a request that creates a slide. */
export const slideCreationFieldSchemas = schemasOfPart('created');
/** Schemas of the fields in answers. */
export const slideFieldAnswerSchemas = schemasOfPart('answer');
/** Schemas of the stored fields. */
export const storedSlideFieldSchemas = schemasOfPart('stored');

/** Schemas of the stored form of the fields that a deck may bring. */
export const importedSlideFieldSchemas = Object.fromEntries(
  fieldEntries.flatMap(([name, field]) => (field.isImported ? [[name, field.stored]] : [])),
) as ShapeOf<NamesWith<'isImported'>, 'stored'>;

/** The fields of a slide as they are stored; absent ones have their defaults. */
export type SlideContent = z.output<z.ZodObject<typeof storedSlideFieldSchemas>>;
/** The fields in a request that changes a slide; absent ones were not sent. */
export type SentSlideContent = Partial<z.output<z.ZodObject<typeof sentSlideFieldSchemas>>>;
/** The fields in a request that creates a slide, with their defaults. */
export type SlideCreationContent = z.output<z.ZodObject<typeof slideCreationFieldSchemas>>;
/** The fields in answers. */
export type SlideContentAnswer = z.output<z.ZodObject<typeof slideFieldAnswerSchemas>>;
