/**
 * Part of every cache key of a picture; to be changed with anything that may change a pixel: fonts, layouts, the layout
 * engine. Templates need not be thought of: the key has their data.
 */
export const PAINTER_VERSION = '3';
