import { FORMAT_NAMES, FORMATS } from '#engine/video/format.ts';

/** The formats of a video, each with its label in the console: `Landscape, 16:9`. */
export const FORMAT_OPTIONS = FORMAT_NAMES.map(
  (name) => [name, `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${FORMATS[name].join(':')}`] as const,
);
