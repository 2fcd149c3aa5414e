import type { z } from 'zod';
import {
  mapVariableTextsOfFields,
  type VariableTextWithPath,
  type VisitVariableText,
  variableTextsIn,
} from './field-texts.ts';
import type { TimelineSettingDefinition } from './settings/define-timeline-setting.ts';
import {
  type CreatedTimelineSettings,
  type ListedTimelineSettings,
  type SentTimelineSettings,
  type StoredTimelineSettings,
  TIMELINE_SETTING_DEFINITIONS,
  type UnlistedTimelineSettings,
} from './settings/settings.ts';

const ALL: readonly (readonly [keyof StoredTimelineSettings, TimelineSettingDefinition])[] = Object.entries(
  TIMELINE_SETTING_DEFINITIONS,
) as [keyof StoredTimelineSettings, TimelineSettingDefinition][];

/** An object with the value of `partOf` for each setting; settings for which it returns undefined are absent. */
const settingsBy = (partOf: (name: keyof StoredTimelineSettings, setting: TimelineSettingDefinition) => unknown) =>
  Object.fromEntries(
    ALL.flatMap(([name, setting]) => {
      const value = partOf(name, setting);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The settings of a new timeline, in the stored form. */
export const newTimelineSettings = (input: CreatedTimelineSettings): StoredTimelineSettings =>
  settingsBy((name, setting) => setting.keep(input[name])) as StoredTimelineSettings;

/** Computes the change by the sent settings. */
export const computeSettingsChange = (sent: SentTimelineSettings): Partial<StoredTimelineSettings> =>
  Object.fromEntries(
    ALL.flatMap(([name, setting]) => (sent[name] === undefined ? [] : [[name, setting.keep(sent[name])]])),
  );

/** The settings that were found in a deck, without values that are invalid in requests. @param refuse is called for each invalid value */
export const acceptedDeckSettings = (
  found: Partial<StoredTimelineSettings>,
  refuse: (name: string, message: string) => void,
): Partial<StoredTimelineSettings> =>
  settingsBy((name, { isImported, sent }) => {
    if (!isImported || found[name] === undefined) return undefined;
    const [issue] = sent.safeParse(found[name]).error?.issues ?? [];
    if (issue) return refuse(name, issue.message);
    return found[name];
  });

/** The settings of a timeline, except its music, without its other fields. */
export const pickSettingsWithoutMusic = (timeline: StoredTimelineSettings): StoredTimelineSettings =>
  settingsBy((name) => timeline[name]) as StoredTimelineSettings;

/** The settings that lists of timelines show, in the form of answers. */
export const listedSettingsAnswer = (timeline: StoredTimelineSettings): ListedTimelineSettings =>
  settingsBy((name, setting) =>
    setting.isInLists ? setting.show(timeline[name]) : undefined,
  ) as ListedTimelineSettings;

/** The settings that only the answer with a whole timeline has, in the form of answers. */
export const unlistedSettingsAnswer = (timeline: StoredTimelineSettings): UnlistedTimelineSettings =>
  settingsBy((name, setting) =>
    setting.isInLists ? undefined : setting.show(timeline[name]),
  ) as UnlistedTimelineSettings;

/** The texts among the settings of a timeline that may name variables. */
export const variableTextsOfSettings = (timeline: Partial<StoredTimelineSettings>): VariableTextWithPath[] =>
  variableTextsIn(TIMELINE_SETTING_DEFINITIONS, timeline);

/** Replaces each text of the settings that may name variables by the result of `visit`. @returns only the settings with such texts */
export const mapVariableTextsOfSettings = (
  timeline: Partial<StoredTimelineSettings>,
  visit: VisitVariableText,
): Partial<StoredTimelineSettings> => mapVariableTextsOfFields(TIMELINE_SETTING_DEFINITIONS, timeline, visit);

/**
 * The schemas of the settings whose texts may name variables. A text whose variables were replaced by values must also be valid in a
 * request.
 */
export const schemasOfVariableTextSettings: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  ALL.flatMap(([name, { texts, sent }]) => (texts.length > 0 ? [[name, sent]] : [])),
);
