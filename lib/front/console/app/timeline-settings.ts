import type { Schemas } from '#front/client/client.ts';
import { CONSOLE_TIMELINE_SETTINGS } from './console-field-definitions.ts';

type Timeline = Schemas['Timeline'];
type SettingName = keyof typeof CONSOLE_TIMELINE_SETTINGS;

/** The names of all settings of a timeline except its music. */
const SETTING_NAMES = Object.keys(CONSOLE_TIMELINE_SETTINGS) as readonly SettingName[];

const pick = (timeline: Timeline, names: readonly SettingName[]): Pick<Timeline, SettingName> =>
  Object.fromEntries(names.map((name) => [name, timeline[name]])) as Pick<Timeline, SettingName>;

/** All settings of a timeline except its music, for a copy of it. */
export const timelineSettingsForCopy = (timeline: Timeline): Pick<Timeline, SettingName> =>
  pick(timeline, SETTING_NAMES);

/** The settings on which pictures of slides depend. The addresses in them are left out: each answer has other ones. */
export const settingsAffectingSlidePictures = (timeline: Timeline): object => ({
  ...pick(
    timeline,
    SETTING_NAMES.filter((name) => CONSOLE_TIMELINE_SETTINGS[name].isDrawn),
  ),
  ...(timeline.presenter && { presenter: { ...timeline.presenter, poster_url: undefined } }),
});
