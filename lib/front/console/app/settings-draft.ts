import type { Schemas } from '#front/client/client.ts';
import { isSameJson } from './slide-content.ts';
import { type SpeakerDraft, speakerFaults, speakersDraftOf, toSpeakersInput } from './speaker-draft.ts';
import { enteredSpeedFault, parseEnteredSpeed } from './speed-draft.ts';

type Timeline = Schemas['Timeline'];
/** Settings of a timeline that a request changes. */
export type TimelineSettingsRequestInput = Omit<Schemas['UpdateTimelineBody'], 'version' | 'slides'>;

/** The values of the form for the settings of a timeline, without its music. */
export interface SettingsDraft {
  title: string;
  template_id: string;
  language: string;
  /** Empty: the default voice of the language. */
  voice: string;
  speed: string;
  speakers: readonly SpeakerDraft[];
  narration_source: Timeline['narration_source'];
  motion: Timeline['motion'];
  transition: Timeline['transition']['type'];
  footer: string;
  typography: Timeline['typography'];
  slide_numbers: boolean;
  format: Timeline['format'];
  resolution: Timeline['resolution'];
}
/** The name of a field in the form for the settings of a timeline. */
export type SettingsDraftField = keyof SettingsDraft;

/** Converts the settings of a stored timeline to the values of the settings form. */
export const settingsDraftOf = (timeline: Timeline): SettingsDraft => ({
  title: timeline.title,
  template_id: timeline.template_id,
  language: timeline.language,
  voice: timeline.voice ?? '',
  speed: timeline.speed === 1 ? '' : String(timeline.speed),
  speakers: speakersDraftOf(timeline.speakers),
  narration_source: timeline.narration_source,
  motion: timeline.motion,
  transition: timeline.transition.type,
  footer: timeline.footer ?? '',
  typography: timeline.typography,
  slide_numbers: timeline.slide_numbers === true,
  format: timeline.format,
  resolution: timeline.resolution,
});

/** Reports whether a setting of the form cannot be saved as it is. */
export const hasSettingsDraftFaults = ({ speed, speakers }: SettingsDraft): boolean =>
  enteredSpeedFault(speed) !== undefined || speakerFaults(speakers).some((faults) => Object.keys(faults).length > 0);

const requestBodyOf = (draft: SettingsDraft): Required<Pick<TimelineSettingsRequestInput, SettingsDraftField>> => ({
  ...draft,
  voice: draft.voice === '' ? null : draft.voice,
  speed: parseEnteredSpeed(draft.speed) ?? 1,
  speakers: toSpeakersInput(draft.speakers),
  transition: { type: draft.transition },
  footer: draft.footer === '' ? null : draft.footer,
});

/** The settings in which two forms differ. */
const differingFields = (firstDraft: SettingsDraft, secondDraft: SettingsDraft): SettingsDraftField[] =>
  (Object.keys(firstDraft) as SettingsDraftField[]).filter((name) => !isSameJson(firstDraft[name], secondDraft[name]));

/** Returns the settings for a request that saves the form: those whose values differ from the form values before editing. */
export function changedTimelineSettings(
  originalDraft: SettingsDraft,
  draft: SettingsDraft,
): TimelineSettingsRequestInput {
  const body = requestBodyOf(draft);
  return Object.fromEntries(differingFields(originalDraft, draft).map((name) => [name, body[name]]));
}

/**
 * The changed settings of the form that another client has changed to another value since the form was opened.
 * @param originalDraft the form values when the form was opened
 * @param currentDraft the form values of the timeline as it is stored now
 */
export const settingsChangedByOthers = (
  originalDraft: SettingsDraft,
  draft: SettingsDraft,
  currentDraft: SettingsDraft,
): SettingsDraftField[] => {
  const [fieldsChangedHere, fieldsChangedElsewhere] = [
    differingFields(originalDraft, draft),
    differingFields(originalDraft, currentDraft),
  ];
  return differingFields(draft, currentDraft).filter(
    (name) => fieldsChangedHere.includes(name) && fieldsChangedElsewhere.includes(name),
  );
};
