import { findIcons } from '#engine/video/drawing/icons/find-icons.ts';
import { type IconEntry, iconEntries } from '#engine/video/drawing/icons/icon-catalog.ts';

/** The maximum number of icons that a search finds. */
const MAX_FOUND_ICONS = 100;

/** The icons that fit a search, the best one first; without a search, all icons by name. Each has its name as id. */
export const listIcons = (search: string | undefined): (IconEntry & { id: string })[] =>
  (search === undefined ? iconEntries() : findIcons(search, MAX_FOUND_ICONS)).map((icon) => ({
    ...icon,
    id: icon.name,
  }));
