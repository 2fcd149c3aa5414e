import {
  DECK_KINDS,
  DECK_TYPE_BY_ENDING,
  type DeckType,
  endingsOfKind,
  isShapeKind,
} from '#engine/deck-reading/deck-formats.ts';
import { FOREIGN_FILES, foreignKindOf } from '#engine/deck-reading/foreign-files.ts';

const endOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** The media type of a deck by its name; undefined for any other file. */
export const deckTypeOf = (name: string): DeckType | undefined => DECK_TYPE_BY_ENDING.get(endOf(name));

/** The files that a file dialog offers as decks. */
export const DECK_ENDINGS = [...DECK_TYPE_BY_ENDING.keys()].map((ending) => `.${ending}`).join(',');

/** Reports whether a file may have a PDF next to it, by its name. */
export const takesPdf = (name: string): boolean =>
  DECK_KINDS.some((kind) => isShapeKind(kind) && endingsOfKind(kind).includes(endOf(name)));

/** Advice about a file that is no deck. */
export const deckAdvice = (name: string): string => {
  const foreign = foreignKindOf(name);
  return foreign === undefined
    ? 'This file is not a deck. Use PPTX, ODP, PDF, DOCX, Markdown, HTML, or a ZIP of Markdown or HTML and images.'
    : FOREIGN_FILES[foreign].advice;
};

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
export type ImageFileType = (typeof IMAGE_TYPES)[number];

/** The type of an image as the API takes it; undefined for another file. */
export const imageTypeOf = (type: string): ImageFileType | undefined => IMAGE_TYPES.find((each) => each === type);

const RECORDING_TYPES = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
} as const;
export type RecordingFileType = (typeof RECORDING_TYPES)[keyof typeof RECORDING_TYPES];

/** The type of a recording by its name: browsers name it in several ways. Undefined for another file. */
export const recordingTypeOf = (name: string): RecordingFileType | undefined =>
  Object.entries(RECORDING_TYPES).find(([end]) => end === endOf(name))?.[1];

const FONT_TYPES = { ttf: 'font/ttf', otf: 'font/otf', woff2: 'font/woff2' } as const;
export type FontFileType = (typeof FONT_TYPES)[keyof typeof FONT_TYPES];

/** The type of a font by its name. Undefined for another file. */
export const fontTypeOf = (name: string): FontFileType | undefined =>
  Object.entries(FONT_TYPES).find(([end]) => end === endOf(name))?.[1];
