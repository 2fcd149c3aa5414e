import { type CaptionStyle, isCaptionOutlined } from '../../captions/caption-style.ts';
import { contrastRatio, MIN_CONTRAST_RATIOS } from '../contrast.ts';
import type { SlideTemplate } from '../design.ts';

/** Colours of a caption, `#rrggbb` or `#rrggbbaa`. */
export interface CaptionColors {
  /** The colour behind the text: of a panel, a band, or the outline of the letters. */
  background: string;
  text: string;
  /** The spoken word. */
  highlight: string;
}

/** The smallest contrast ratio of a panel to the slide with which it is visible. */
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
  const isPanelInvisible = scheme === 'light' && contrastRatio(image.palette.panel, background) < MIN_PANEL_CONTRAST;
  return isPanelInvisible
    ? { panel: text, text: background }
    : { panel: image.palette.panel, text: image.palette.text };
}

/** The colours of outlined text, which may be over anything: white with a black outline can be read everywhere. */
const OUTLINED_COLORS = { panel: '#000000', text: '#ffffff' };
/** Colours for the spoken word after the accent of the template: one for dark panels, one for light ones. */
const HIGHLIGHT_COLORS = ['#ffd54a', '#b3124f'];
/** Minimum contrast ratios of the spoken word to its panel, and to the other words. */
const MIN_HIGHLIGHT_CONTRAST = { panel: MIN_CONTRAST_RATIOS.text, text: 1.3 };

/** The first colour that differs enough from the panel and the text; else the one that differs most from the panel. */
function chooseHighlight(candidates: readonly string[], panel: string, text: string): string {
  const isDistinct = (color: string): boolean =>
    contrastRatio(color, panel) >= MIN_HIGHLIGHT_CONTRAST.panel &&
    contrastRatio(color, text) >= MIN_HIGHLIGHT_CONTRAST.text;
  const [mostDistinct = text] = [...candidates].sort(
    (first, second) => contrastRatio(second, panel) - contrastRatio(first, panel),
  );
  return candidates.find(isDistinct) ?? mostDistinct;
}

/** The colours of captions in a style. Colours that it does not name are the template's, or white on black if letters are outlined. */
export function captionColors(template: SlideTemplate, style: CaptionStyle): CaptionColors {
  const defaultColors = isCaptionOutlined(style) ? OUTLINED_COLORS : captionPanelColors(template);
  const background = style.background ?? defaultColors.panel;
  const text = style.color ?? readableTextColor(defaultColors, style);
  const accents = isCaptionOutlined(style) ? [] : [template.scenes.image.palette.accent];
  const highlight = style.highlight ?? chooseHighlight([...accents, ...HIGHLIGHT_COLORS], background, text);
  return { background, text, highlight };
}

/** The colour of text: the usual one, or, if it is not readable on the background of the style, that of the usual panel, white or black. */
function readableTextColor({ panel, text }: { panel: string; text: string }, { background }: CaptionStyle): string {
  if (background === undefined) return text;
  const candidates = [text, panel, '#ffffff', '#000000'];
  return candidates.find((color) => contrastRatio(color, background) >= MIN_HIGHLIGHT_CONTRAST.panel) ?? text;
}
