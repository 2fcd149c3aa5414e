import type { z } from 'zod';
import { mapTexts, type PlacedText, textsIn, type VisitText } from './field-texts.ts';
import type { TimelineSetting } from './settings/define-setting.ts';
import {
  type CreatedSettings,
  type ListedAnswer,
  SETTINGS,
  type SentSettings,
  type StoredSettings,
  type UnlistedAnswer,
} from './settings/settings.ts';

const ALL: readonly (readonly [keyof StoredSettings, TimelineSetting])[] = Object.entries(SETTINGS) as [
  keyof StoredSettings,
  TimelineSetting,
][];

/** The settings by what `partOf` says of each; a setting of which it says undefined is absent. */
const settingsBy = (partOf: (name: keyof StoredSettings, setting: TimelineSetting) => unknown) =>
  Object.fromEntries(
    ALL.flatMap(([name, setting]) => {
      const value = partOf(name, setting);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The settings of a new timeline, as they are stored. */
export const newSettings = (input: CreatedSettings): StoredSettings =>
  settingsBy((name, setting) => setting.keep(input[name])) as StoredSettings;

/** Computes the change by the sent settings. */
export const changedSettings = (sent: SentSettings): Partial<StoredSettings> =>
  Object.fromEntries(
    ALL.flatMap(([name, setting]) => (sent[name] === undefined ? [] : [[name, setting.keep(sent[name])]])),
  );

/** The settings that were found in a deck, without those that a client could not send. @param refuse is notified of each of these */
export const acceptedSettings = (
  found: Partial<StoredSettings>,
  refuse: (name: string, message: string) => void,
): Partial<StoredSettings> =>
  settingsBy((name, { isImported, sent }) => {
    if (!isImported || found[name] === undefined) return undefined;
    const [issue] = sent.safeParse(found[name]).error?.issues ?? [];
    if (issue) return refuse(name, issue.message);
    return found[name];
  });

/** The settings that a client sets, without what else belongs to a timeline. */
export const settingsIn = (timeline: StoredSettings): StoredSettings =>
  settingsBy((name) => timeline[name]) as StoredSettings;

/** The settings that lists of timelines show, as clients see them. */
export const listedSettings = (timeline: StoredSettings): ListedAnswer =>
  settingsBy((name, setting) => (setting.isInLists ? setting.show(timeline[name]) : undefined)) as ListedAnswer;

/** The settings that only a whole timeline shows, as clients see them. */
export const unlistedSettings = (timeline: StoredSettings): UnlistedAnswer =>
  settingsBy((name, setting) => (setting.isInLists ? undefined : setting.show(timeline[name]))) as UnlistedAnswer;

/** The texts of a timeline, besides those of its slides, that variables may stand in. */
export const textsOfSettings = (timeline: Partial<StoredSettings>): PlacedText[] => textsIn(SETTINGS, timeline);

/** The settings that hold such texts, with each text as `visit` returns it. */
export const mapTextsOfSettings = (timeline: Partial<StoredSettings>, visit: VisitText): Partial<StoredSettings> =>
  mapTexts(SETTINGS, timeline, visit);

/** The schemas of the settings that hold such texts: a text with values in it has to be one that a client may send. */
export const filledSettings: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  ALL.flatMap(([name, { texts, sent }]) => (texts.length > 0 ? [[name, sent]] : [])),
);
