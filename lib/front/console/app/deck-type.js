import { DECK_TYPE_BY_ENDING } from '#engine/deck-reading/deck-formats.ts';

const endOf = (name) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
/** The media type of a deck by its name; undefined for any other file. */
export const deckTypeOf = (name) => DECK_TYPE_BY_ENDING.get(endOf(name));
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];
/** The type of an image as the API takes it; undefined for another file. */
export const imageTypeOf = (type) => IMAGE_TYPES.find((each) => each === type);
const RECORDING_TYPES = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
};
/** The type of a recording by its name: browsers name it in several ways. Undefined for another file. */
export const recordingTypeOf = (name) => Object.entries(RECORDING_TYPES).find(([end]) => end === endOf(name))?.[1];
const FONT_TYPES = { ttf: 'font/ttf', otf: 'font/otf', woff2: 'font/woff2' };
/** The type of a font by its name. Undefined for another file. */
export const fontTypeOf = (name) => Object.entries(FONT_TYPES).find(([end]) => end === endOf(name))?.[1];
