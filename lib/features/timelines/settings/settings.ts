import type { z } from 'zod';
import { metadataSettingDefinition, titleSettingDefinition, variablesSettingDefinition } from './about.ts';
import type { TimelineSettingDefinition } from './define-timeline-setting.ts';
import { motionSettingDefinition } from './motion.ts';
import {
  narrationSourceSettingDefinition,
  speakersSettingDefinition,
  speechSpeedSettingDefinition,
} from './narration.ts';
import {
  footerSettingDefinition,
  formatSettingDefinition,
  resolutionSettingDefinition,
  slideNumbersSettingDefinition,
  templateIdSettingDefinition,
  transitionSettingDefinition,
  typographySettingDefinition,
} from './picture.ts';
import {
  languageSettingDefinition,
  leadSecondsSettingDefinition,
  lexiconSettingDefinition,
  minSlideSecondsSettingDefinition,
  pauseSecondsSettingDefinition,
  voiceSettingDefinition,
} from './speech.ts';

/**
 * Definitions of the settings of a timeline that a client sets, except its music. Contracts, storage, answers and imports are derived
 * from them.
 */
export const TIMELINE_SETTING_DEFINITIONS = {
  title: titleSettingDefinition,
  format: formatSettingDefinition,
  resolution: resolutionSettingDefinition,
  template_id: templateIdSettingDefinition,
  language: languageSettingDefinition,
  voice: voiceSettingDefinition,
  speed: speechSpeedSettingDefinition,
  speakers: speakersSettingDefinition,
  narration_source: narrationSourceSettingDefinition,
  motion: motionSettingDefinition,
  transition: transitionSettingDefinition,
  slide_numbers: slideNumbersSettingDefinition,
  footer: footerSettingDefinition,
  typography: typographySettingDefinition,
  lexicon: lexiconSettingDefinition,
  variables: variablesSettingDefinition,
  lead_seconds: leadSecondsSettingDefinition,
  pause_seconds: pauseSecondsSettingDefinition,
  min_slide_seconds: minSlideSecondsSettingDefinition,
  metadata: metadataSettingDefinition,
};

type SettingDefinitions = typeof TIMELINE_SETTING_DEFINITIONS;
type SettingName = keyof SettingDefinitions;
type SchemaPart = 'sent' | 'created' | 'answer' | 'stored';
type ShapeOf<Name extends SettingName, Key extends SchemaPart> = { [Each in Name]: SettingDefinitions[Each][Key] };

/** Names of the settings whose definition has `Value` for `Key`. */
type NamesWith<Key extends 'isInLists' | 'isImported', Value extends boolean> = {
  [Name in SettingName]: SettingDefinitions[Name][Key] extends Value ? Name : never;
}[SettingName];

const settingEntries: readonly (readonly [string, TimelineSettingDefinition])[] =
  Object.entries(TIMELINE_SETTING_DEFINITIONS);

const schemasOfPart = <Key extends SchemaPart>(part: Key): ShapeOf<SettingName, Key> =>
  Object.fromEntries(settingEntries.map(([name, setting]) => [name, setting[part]])) as ShapeOf<SettingName, Key>;

const answerSchemasWhere = <Value extends boolean>(
  isInLists: Value,
): ShapeOf<NamesWith<'isInLists', Value>, 'answer'> =>
  Object.fromEntries(
    settingEntries.flatMap(([name, setting]) => (setting.isInLists === isInLists ? [[name, setting.answer]] : [])),
  ) as ShapeOf<NamesWith<'isInLists', Value>, 'answer'>;

/** Schemas of the settings in a request that changes a timeline. */
export const sentTimelineSettingSchemas = schemasOfPart('sent');
/** Schemas of the settings in a request that creates a timeline. */
export const timelineCreationSettingSchemas = schemasOfPart('created');
/** Schemas of the stored settings. */
export const storedTimelineSettingSchemas = schemasOfPart('stored');
/** Schemas of the settings in lists of timelines. */
export const listedTimelineSettingSchemas = answerSchemasWhere(true);
/** Schemas of the settings that only the answer with a whole timeline has. */
export const unlistedTimelineSettingSchemas = answerSchemasWhere(false);

/** Schemas of the stored form of the settings that a deck may bring. */
export const importedTimelineSettingSchemas = Object.fromEntries(
  settingEntries.flatMap(([name, setting]) => (setting.isImported ? [[name, setting.stored]] : [])),
) as ShapeOf<NamesWith<'isImported', true>, 'stored'>;

/** The settings as they are stored; absent ones have their defaults. */
export type StoredTimelineSettings = z.output<z.ZodObject<typeof storedTimelineSettingSchemas>>;
/** The settings in a request that changes a timeline; absent ones stay unchanged. */
export type SentTimelineSettings = Partial<z.output<z.ZodObject<typeof sentTimelineSettingSchemas>>>;
/** The settings in a request that creates a timeline, with their defaults. */
export type TimelineCreationSettings = z.output<z.ZodObject<typeof timelineCreationSettingSchemas>>;
/** The settings in lists of timelines. */
export type ListedTimelineSettings = z.output<z.ZodObject<typeof listedTimelineSettingSchemas>>;
/** The settings that only the answer with a whole timeline has. */
export type UnlistedTimelineSettings = z.output<z.ZodObject<typeof unlistedTimelineSettingSchemas>>;
