import type { z } from 'zod';
import {
  collectTextsAllowingVariables,
  mapVariableTextsOfFields,
  type VariableTextWithPath,
  type VisitVariableText,
} from './field-texts.ts';
import type { TimelineSettingDefinition } from './settings/define-timeline-setting.ts';
import {
  type ListedTimelineSettings,
  type SentTimelineSettings,
  type StoredTimelineSettings,
  TIMELINE_SETTING_DEFINITIONS,
  type TimelineCreationSettings,
  type UnlistedTimelineSettings,
} from './settings/settings.ts';

const SETTING_ENTRIES: readonly (readonly [keyof StoredTimelineSettings, TimelineSettingDefinition])[] = Object.entries(
  TIMELINE_SETTING_DEFINITIONS,
) as [keyof StoredTimelineSettings, TimelineSettingDefinition][];

/** An object with the value of `partOf` for each setting; settings for which it returns undefined are absent. */
const mapSettings = (partOf: (name: keyof StoredTimelineSettings, setting: TimelineSettingDefinition) => unknown) =>
  Object.fromEntries(
    SETTING_ENTRIES.flatMap(([name, setting]) => {
      const value = partOf(name, setting);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The settings of a new timeline, in the stored form. */
export const newTimelineSettings = (input: TimelineCreationSettings): StoredTimelineSettings =>
  mapSettings((name, setting) => setting.keep(input[name])) as StoredTimelineSettings;

/** Computes the change by the sent settings. */
export const computeSettingsChange = (sent: SentTimelineSettings): Partial<StoredTimelineSettings> =>
  Object.fromEntries(
    SETTING_ENTRIES.flatMap(([name, setting]) => (sent[name] === undefined ? [] : [[name, setting.keep(sent[name])]])),
  );

/**
 * The settings that were found in a deck, without values that are invalid in requests.
 * @param reportInvalidValue is called for each invalid value
 */
export const acceptedDeckSettings = (
  deckSettings: Partial<StoredTimelineSettings>,
  reportInvalidValue: (name: string, message: string) => void,
): Partial<StoredTimelineSettings> =>
  mapSettings((name, { isImported, sent }) => {
    if (!isImported || deckSettings[name] === undefined) return undefined;
    const [issue] = sent.safeParse(deckSettings[name]).error?.issues ?? [];
    if (issue) return reportInvalidValue(name, issue.message);
    return deckSettings[name];
  });

/** The settings of a timeline, except its music, without its other fields. */
export const pickSettingsWithoutMusic = (timeline: StoredTimelineSettings): StoredTimelineSettings =>
  mapSettings((name) => timeline[name]) as StoredTimelineSettings;

/** The settings that lists of timelines show, in the form of answers. */
export const toListedSettingsAnswer = (timeline: StoredTimelineSettings): ListedTimelineSettings =>
  mapSettings((name, setting) =>
    setting.isInLists ? setting.show(timeline[name]) : undefined,
  ) as ListedTimelineSettings;

/** The settings that only the answer with a whole timeline has, in the form of answers. */
export const unlistedSettingsAnswer = (timeline: StoredTimelineSettings): UnlistedTimelineSettings =>
  mapSettings((name, setting) =>
    setting.isInLists ? undefined : setting.show(timeline[name]),
  ) as UnlistedTimelineSettings;

/** The texts among the settings of a timeline that may name variables. */
export const variableTextsOfSettings = (timeline: Partial<StoredTimelineSettings>): VariableTextWithPath[] =>
  collectTextsAllowingVariables(TIMELINE_SETTING_DEFINITIONS, timeline);

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
  SETTING_ENTRIES.flatMap(([name, { texts, sent }]) => (texts.length > 0 ? [[name, sent]] : [])),
);
