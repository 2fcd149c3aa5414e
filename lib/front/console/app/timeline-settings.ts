import type { Schemas } from '#front/client/client.ts';
import { SETTING_DEFINITIONS } from './field-definitions.ts';

type Timeline = Schemas['Timeline'];
type SettingName = keyof typeof SETTING_DEFINITIONS;

/** The names of all settings of a timeline except its music. */
const SETTING_NAMES = Object.keys(SETTING_DEFINITIONS) as readonly SettingName[];

const pick = (timeline: Timeline, names: readonly SettingName[]): Pick<Timeline, SettingName> =>
  Object.fromEntries(names.map((name) => [name, timeline[name]])) as Pick<Timeline, SettingName>;

/** All settings of a timeline except its music, for a copy of it. */
export const copiedSettings = (timeline: Timeline): Pick<Timeline, SettingName> => pick(timeline, SETTING_NAMES);

/** The settings on which pictures of slides depend. The addresses in them are left out: each answer has other ones. */
export const settingsForPictures = (timeline: Timeline): object => ({
  ...pick(
    timeline,
    SETTING_NAMES.filter((name) => SETTING_DEFINITIONS[name].isDrawn),
  ),
  ...(timeline.presenter && { presenter: { ...timeline.presenter, poster_url: undefined } }),
});
