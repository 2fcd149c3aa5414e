import type { z } from 'zod';
import {
  mapVariableTextsOfFields,
  type VariableTextWithPath,
  type VisitVariableText,
  variableTextsIn,
} from './field-texts.ts';
import type { TimelineSettingDefinition } from './settings/define-timeline-setting.ts';
import {
  type CreatedSettings,
  type ListedTimelineSettings,
  type SentSettings,
  type StoredSettings,
  TIMELINE_SETTING_DEFINITIONS,
  type UnlistedTimelineSettings,
} from './settings/settings.ts';

const ALL: readonly (readonly [keyof StoredSettings, TimelineSettingDefinition])[] = Object.entries(
  TIMELINE_SETTING_DEFINITIONS,
) as [keyof StoredSettings, TimelineSettingDefinition][];

/** An object with the value of `partOf` for each setting; settings for which it returns undefined are absent. */
const settingsBy = (partOf: (name: keyof StoredSettings, setting: TimelineSettingDefinition) => unknown) =>
  Object.fromEntries(
    ALL.flatMap(([name, setting]) => {
      const value = partOf(name, setting);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The settings of a new timeline, in the stored form. */
export const newTimelineSettings = (input: CreatedSettings): StoredSettings =>
  settingsBy((name, setting) => setting.keep(input[name])) as StoredSettings;

/** Computes the change by the sent settings. */
export const computeSettingsChange = (sent: SentSettings): Partial<StoredSettings> =>
  Object.fromEntries(
    ALL.flatMap(([name, setting]) => (sent[name] === undefined ? [] : [[name, setting.keep(sent[name])]])),
  );

/** The settings that were found in a deck, without values that are invalid in requests. @param refuse is called for each invalid value */
export const acceptedDeckSettings = (
  found: Partial<StoredSettings>,
  refuse: (name: string, message: string) => void,
): Partial<StoredSettings> =>
  settingsBy((name, { isImported, sent }) => {
    if (!isImported || found[name] === undefined) return undefined;
    const [issue] = sent.safeParse(found[name]).error?.issues ?? [];
    if (issue) return refuse(name, issue.message);
    return found[name];
  });

/** The settings of a timeline, except its music, without its other fields. */
export const pickSettingsWithoutMusic = (timeline: StoredSettings): StoredSettings =>
  settingsBy((name) => timeline[name]) as StoredSettings;

/** The settings that lists of timelines show, in the form of answers. */
export const listedSettingsAnswer = (timeline: StoredSettings): ListedTimelineSettings =>
  settingsBy((name, setting) =>
    setting.isInLists ? setting.show(timeline[name]) : undefined,
  ) as ListedTimelineSettings;

/** The settings that only the answer with a whole timeline has, in the form of answers. */
export const unlistedSettingsAnswer = (timeline: StoredSettings): UnlistedTimelineSettings =>
  settingsBy((name, setting) =>
    setting.isInLists ? undefined : setting.show(timeline[name]),
  ) as UnlistedTimelineSettings;

/** The texts among the settings of a timeline that may name variables. */
export const textsOfSettings = (timeline: Partial<StoredSettings>): VariableTextWithPath[] =>
  variableTextsIn(TIMELINE_SETTING_DEFINITIONS, timeline);

/** The settings with such texts, with each text replaced by what `visit` returns. */
export const mapVariableTextsOfSettings = (
  timeline: Partial<StoredSettings>,
  visit: VisitVariableText,
): Partial<StoredSettings> => mapVariableTextsOfFields(TIMELINE_SETTING_DEFINITIONS, timeline, visit);

/** The schemas of the settings with such texts. A text that is filled with values must be one that a client may send. */
export const schemasOfFilledSettings: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  ALL.flatMap(([name, { texts, sent }]) => (texts.length > 0 ? [[name, sent]] : [])),
);
