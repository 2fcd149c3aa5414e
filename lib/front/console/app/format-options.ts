import { ASPECT_RATIO_NAMES, ASPECT_RATIOS } from '#engine/video/format.ts';

/** The formats of a video, each with its label in the console: `Landscape, 16:9`. */
export const ASPECT_RATIO_OPTIONS = ASPECT_RATIO_NAMES.map(
  (name) => [name, `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${ASPECT_RATIOS[name].join(':')}`] as const,
);
