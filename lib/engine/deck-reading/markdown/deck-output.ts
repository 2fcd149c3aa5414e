import { type Fields, textField } from './front-matter.ts';

/** Fields of front matter about the video, not checked. An import, which makes a timeline, leaves them out. */
const FIELDS = ['captions', 'caption_style', 'music', 'music_volume'] as const;

/** Captions and music of a video, as the front matter of a deck names them. */
export type DeckOutput = Partial<Record<(typeof FIELDS)[number], string>>;

/** The captions and the music that front matter names. */
export const deckOutput = (fields: Fields): DeckOutput =>
  Object.fromEntries(
    FIELDS.flatMap((name) => {
      const text = textField(fields, name);
      return text === undefined ? [] : [[name, text]];
    }),
  );
