/**
 * Looks of captions in the picture. `box`: on a panel. `outline`: letters with an outline. `bar`: on a band across the picture. `karaoke`:
 * on a panel, with the spoken word marked. `word`: a few words at a time, with the spoken word marked.
 */
export const CAPTION_PRESETS = ['box', 'outline', 'bar', 'karaoke', 'word'] as const;
/** The font sizes of captions. */
export const CAPTION_FONT_SIZES = ['small', 'medium', 'large'] as const;
/** The positions of captions in the picture, where slides leave room; `auto` is the bottom. */
export const CAPTION_POSITIONS = ['auto', 'top', 'middle', 'bottom'] as const;

/** The look of captions that are drawn into the picture. */
export interface CaptionStyle {
  preset: (typeof CAPTION_PRESETS)[number];
  size: (typeof CAPTION_FONT_SIZES)[number];
  position: (typeof CAPTION_POSITIONS)[number];
  /** Colour of the text, `#rrggbb` or `#rrggbbaa`; absent: that of the template. */
  color?: string | undefined;
  /** Colour of the panel or the band, or of the outline around the text. */
  background?: string | undefined;
  /** Colour of the spoken word. */
  highlight?: string | undefined;
  /** True: all letters are drawn as capitals. */
  uppercase: boolean;
  /** The most lines of a caption. */
  max_lines: 1 | 2;
}

/** The default look of captions. */
export const DEFAULT_CAPTION_STYLE: CaptionStyle = {
  preset: 'box',
  size: 'medium',
  position: 'auto',
  uppercase: false,
  max_lines: 2,
};

/** Reports whether a style marks the word that is spoken. */
export const doesStyleMarkSpokenWord = ({ preset }: Pick<CaptionStyle, 'preset'>): boolean =>
  preset === 'karaoke' || preset === 'word';

/** Reports whether a style sets text without a panel, with an outline. */
export const isCaptionOutlined = ({ preset }: Pick<CaptionStyle, 'preset'>): boolean =>
  preset === 'outline' || preset === 'word';
