import type { z } from 'zod';
import { timelineMetadata, timelineTitle, variables } from './about.ts';
import type { TimelineSetting } from './define-setting.ts';
import { footer, format, resolution, slideNumbers, templateId, timelineTransition } from './picture.ts';
import { language, leadSeconds, lexicon, minSlideSeconds, pauseSeconds, voice } from './speech.ts';

/** The settings of a timeline that a client sets, besides its music. All that the service does with such a setting follows from here. */
export const SETTINGS = {
  title: timelineTitle,
  format,
  resolution,
  template_id: templateId,
  language,
  voice,
  transition: timelineTransition,
  slide_numbers: slideNumbers,
  footer,
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

/** The schemas of what a change may send. */
export const sentSettings = shapeOf('sent');
/** The schemas of what a new timeline may send. */
export const createdSettings = shapeOf('created');
/** The schemas of what is stored. */
export const storedSettingFields = shapeOf('stored');
/** The schemas of answers, of the settings that lists of timelines show. */
export const listedAnswers = answersWhere(true);
/** The schemas of answers, of the settings that only a whole timeline shows. */
export const unlistedAnswers = answersWhere(false);

/** The schemas of what is stored, of the settings that decks may bring. Each may be absent. */
export const importedSettings = Object.fromEntries(
  entries.flatMap(([name, setting]) => (setting.isImported ? [[name, setting.stored]] : [])),
) as ShapeOf<NamesWith<'isImported', true>, 'stored'>;

/** The settings that a client sets, as they are stored; what is absent has its usual value. */
export type StoredSettings = z.output<z.ZodObject<typeof storedSettingFields>>;
/** The same settings as a client sends them; what is absent is not sent. */
export type SentSettings = Partial<z.output<z.ZodObject<typeof sentSettings>>>;
/** The same settings of a new timeline, with their defaults. */
export type CreatedSettings = z.output<z.ZodObject<typeof createdSettings>>;
/** The settings that lists of timelines show, as clients see them. */
export type ListedAnswer = z.output<z.ZodObject<typeof listedAnswers>>;
/** The settings that only a whole timeline shows, as clients see them. */
export type UnlistedAnswer = z.output<z.ZodObject<typeof unlistedAnswers>>;
