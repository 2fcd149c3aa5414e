import { type CaptionStyle, isCaptionOutlined } from '../../captions/caption-style.ts';
import { contrastRatio, MIN_CONTRAST_RATIOS } from '../contrast.ts';
import type { SlideTemplate } from '../design.ts';

/** Colours of a caption, `#rrggbb` or `#rrggbbaa`. */
export interface CaptionColors {
  /** Behind the text: a panel, a band, or the outline of the letters. */
  background: string;
  text: string;
  /** The spoken word. */
  highlight: string;
}

/** A panel with less contrast to the slide is not visible. */
const MIN_PANEL_CONTRAST = 1.5;

/**
 * The colours of captions on a panel: the template's colours for text on images. If such a panel would not be visible on a light page, the
 * colours of text and background of the page are exchanged instead. They are the same for all slides, so that captions keep their look from
 * slide to slide.
 */
export function captionPanelColors({ scenes, scheme }: Pick<SlideTemplate, 'scenes' | 'scheme'>): {
  panel: string;
  text: string;
} {
  const { image, content } = scenes;
  const { background, text } = content.palette;
  const isLost = scheme === 'light' && contrastRatio(image.palette.panel, background) < MIN_PANEL_CONTRAST;
  return isLost ? { panel: text, text: background } : { panel: image.palette.panel, text: image.palette.text };
}

/** Outlined text is over anything: white on black can be read everywhere. */
const OUTLINED = { panel: '#000000', text: '#ffffff' };
/** Colours for the spoken word after the accent of the template: one for dark panels, one for light ones. */
const HIGHLIGHTS = ['#ffd54a', '#b3124f'];
/** Least contrast of the spoken word to its panel, and to the other words. */
const MIN_HIGHLIGHT_CONTRAST = { panel: MIN_CONTRAST_RATIOS.text, text: 1.3 };

/** The first colour that differs enough from the panel and the text; else the one that differs most from the panel. */
function highlightOf(candidates: readonly string[], panel: string, text: string): string {
  const fits = (color: string): boolean =>
    contrastRatio(color, panel) >= MIN_HIGHLIGHT_CONTRAST.panel &&
    contrastRatio(color, text) >= MIN_HIGHLIGHT_CONTRAST.text;
  const [most = text] = [...candidates].sort((one, other) => contrastRatio(other, panel) - contrastRatio(one, panel));
  return candidates.find(fits) ?? most;
}

/** The colours of captions in a style. Colours that it does not name are the template's, or white on black where they are outlined. */
export function captionColors(template: SlideTemplate, style: CaptionStyle): CaptionColors {
  const usual = isCaptionOutlined(style) ? OUTLINED : captionPanelColors(template);
  const background = style.background ?? usual.panel;
  const text = style.color ?? readable(usual, style);
  const accents = isCaptionOutlined(style) ? [] : [template.scenes.image.palette.accent];
  const highlight = style.highlight ?? highlightOf([...accents, ...HIGHLIGHTS], background, text);
  return { background, text, highlight };
}

/** The usual colour of text, or the usual panel's or black or white where the background of a style needs another one. */
function readable({ panel, text }: { panel: string; text: string }, { background }: CaptionStyle): string {
  if (background === undefined) return text;
  const candidates = [text, panel, '#ffffff', '#000000'];
  return candidates.find((color) => contrastRatio(color, background) >= MIN_HIGHLIGHT_CONTRAST.panel) ?? text;
}
