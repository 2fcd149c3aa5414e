/** Names of this feature that the rest of the service may use. */
export { BUILT_IN_FONT_FAMILY_NAMES, BUILT_IN_FONTS, builtInFontOfTypeface } from './built-in-fonts.ts';
export { FONT_FORMATS, FONT_STYLES, type StoredFont } from './font.ts';
export { FONT_MEDIA_TYPES } from './font-rules.ts';
export type { CustomFontStore } from './ports.ts';
