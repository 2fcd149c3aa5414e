import type { z } from 'zod';
import { timelineMetadata, timelineTitle, variables } from './about.ts';
import type { TimelineSetting } from './define-setting.ts';
import { timelineMotion } from './motion.ts';
import { narrationSource, speakers, speed } from './narration.ts';
import { footer, format, resolution, slideNumbers, templateId, timelineTransition, typography } from './picture.ts';
import { language, leadSeconds, lexicon, minSlideSeconds, pauseSeconds, voice } from './speech.ts';

/**
 * Definitions of the settings of a timeline that a client sets, except its music. Contracts, storage, answers and imports are derived
 * from them.
 */
export const SETTINGS = {
  title: timelineTitle,
  format,
  resolution,
  template_id: templateId,
  language,
  voice,
  speed,
  speakers,
  narration_source: narrationSource,
  motion: timelineMotion,
  transition: timelineTransition,
  slide_numbers: slideNumbers,
  footer,
  typography,
  lexicon,
  variables,
  lead_seconds: leadSeconds,
  pause_seconds: pauseSeconds,
  min_slide_seconds: minSlideSeconds,
  metadata: timelineMetadata,
};

type Settings = typeof SETTINGS;
type SettingName = keyof Settings;
type Part = 'sent' | 'created' | 'answer' | 'stored';
type ShapeOf<Name extends SettingName, Key extends Part> = { [Each in Name]: Settings[Each][Key] };

/** Names of the settings whose definition has `Value` for `Key`. */
type NamesWith<Key extends 'isInLists' | 'isImported', Value extends boolean> = {
  [Name in SettingName]: Settings[Name][Key] extends Value ? Name : never;
}[SettingName];

const entries: readonly (readonly [string, TimelineSetting])[] = Object.entries(SETTINGS);

const shapeOf = <Key extends Part>(part: Key): ShapeOf<SettingName, Key> =>
  Object.fromEntries(entries.map(([name, setting]) => [name, setting[part]])) as ShapeOf<SettingName, Key>;

const answersWhere = <Value extends boolean>(isInLists: Value): ShapeOf<NamesWith<'isInLists', Value>, 'answer'> =>
  Object.fromEntries(
    entries.flatMap(([name, setting]) => (setting.isInLists === isInLists ? [[name, setting.answer]] : [])),
  ) as ShapeOf<NamesWith<'isInLists', Value>, 'answer'>;

/** Schemas of the settings in a request that changes a timeline. */
export const sentSettings = shapeOf('sent');
/** Schemas of the settings in a request that creates a timeline. */
export const createdSettings = shapeOf('created');
/** Schemas of the stored settings. */
export const storedSettingFields = shapeOf('stored');
/** Schemas of the settings in lists of timelines. */
export const listedAnswers = answersWhere(true);
/** Schemas of the settings that only the answer with a whole timeline has. */
export const unlistedAnswers = answersWhere(false);

/** Schemas of the stored form of the settings that a deck may bring. */
export const importedSettings = Object.fromEntries(
  entries.flatMap(([name, setting]) => (setting.isImported ? [[name, setting.stored]] : [])),
) as ShapeOf<NamesWith<'isImported', true>, 'stored'>;

/** The settings as they are stored; absent ones have their defaults. */
export type StoredSettings = z.output<z.ZodObject<typeof storedSettingFields>>;
/** The settings in a request that changes a timeline; absent ones stay unchanged. */
export type SentSettings = Partial<z.output<z.ZodObject<typeof sentSettings>>>;
/** The settings in a request that creates a timeline, with their defaults. */
export type CreatedSettings = z.output<z.ZodObject<typeof createdSettings>>;
/** The settings in lists of timelines. */
export type ListedAnswer = z.output<z.ZodObject<typeof listedAnswers>>;
/** The settings that only the answer with a whole timeline has. */
export type UnlistedAnswer = z.output<z.ZodObject<typeof unlistedAnswers>>;
