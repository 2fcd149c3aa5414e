import {
  canDrawOriginalLookOfDeckKind,
  DECK_KINDS,
  DECK_MEDIA_TYPE_BY_ENDING,
  type DeckMediaType,
  fileEndingsOfDeckKind,
} from '#engine/deck-reading/deck-formats.ts';
import { findUnsupportedFileKind, UNSUPPORTED_FILES } from '#engine/deck-reading/unsupported-files.ts';

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** The media type of a deck by the extension of its name; undefined for any other file. */
export const mediaTypeOfDeckName = (name: string): DeckMediaType | undefined =>
  DECK_MEDIA_TYPE_BY_ENDING.get(extensionOf(name));

/** The extensions of decks, for the `accept` attribute of a file input. */
export const DECK_FILE_ACCEPT_ATTRIBUTE = [...DECK_MEDIA_TYPE_BY_ENDING.keys()].map((ending) => `.${ending}`).join(',');

/** Reports whether a PDF of the same deck may be sent with a deck of this name. */
export const canDeckComeWithPdf = (name: string): boolean =>
  DECK_KINDS.some(
    (kind) => canDrawOriginalLookOfDeckKind(kind) && fileEndingsOfDeckKind(kind).includes(extensionOf(name)),
  );

/** Advice for the user about a file that is not a deck. */
export const unsupportedDeckAdvice = (name: string): string => {
  const unsupportedKind = findUnsupportedFileKind(name);
  return unsupportedKind === undefined
    ? 'This file is not a deck. Use PPTX, ODP, PDF, DOCX, Markdown, HTML, or a ZIP of Markdown or HTML and images.'
    : UNSUPPORTED_FILES[unsupportedKind].advice;
};

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
/** The media type of an image that the API accepts. */
export type ImageMediaType = (typeof IMAGE_TYPES)[number];

/** The media type of an image, if the API accepts it; undefined for any other type. */
export const acceptedImageMediaType = (type: string): ImageMediaType | undefined =>
  IMAGE_TYPES.find((each) => each === type);

/** The media type of an image file. @throws Error, for the user, for a type that the API does not accept */
export function requireImageType({ type }: Blob): ImageMediaType {
  const imageType = acceptedImageMediaType(type);
  if (imageType === undefined) throw new Error('This file type is not supported. Use JPEG, PNG, WebP, GIF or AVIF.');
  return imageType;
}

const RECORDING_TYPES = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
} as const;
/** The media type of a recording that the API accepts. */
export type RecordingMediaType = (typeof RECORDING_TYPES)[keyof typeof RECORDING_TYPES];

/** The media type of a recording by its extension, because browsers report different types; undefined for another file. */
export const recordingMediaTypeOf = (name: string): RecordingMediaType | undefined =>
  Object.entries(RECORDING_TYPES).find(([extension]) => extension === extensionOf(name))?.[1];

const FONT_TYPES = { ttf: 'font/ttf', otf: 'font/otf', woff2: 'font/woff2' } as const;
/** The media type of a font that the API accepts. */
export type FontMediaType = (typeof FONT_TYPES)[keyof typeof FONT_TYPES];

/** The media type of a font by its extension; undefined for another file. */
export const findFontTypeByExtension = (name: string): FontMediaType | undefined =>
  Object.entries(FONT_TYPES).find(([extension]) => extension === extensionOf(name))?.[1];
