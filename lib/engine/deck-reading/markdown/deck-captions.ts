import { type Fields, textField } from './front-matter.ts';

/** Captions as the front matter of a deck names them, not checked. They belong to a render: an import, which makes a timeline, leaves them out. */
export interface DeckCaptions {
  captions?: string | undefined;
  caption_style?: string | undefined;
}

/** The captions that front matter names; undefined: none. */
export function deckCaptions(fields: Fields): DeckCaptions | undefined {
  const [captions, style] = [textField(fields, 'captions'), textField(fields, 'caption_style')];
  return captions === undefined && style === undefined ? undefined : { captions, caption_style: style };
}
