import { contrastRatio } from '../contrast.ts';
import type { AdmonitionKind } from './point-signs.ts';

/** The colour behind highlighted text, for dark and for light letters: that of a marker pen, and a glow on which white is readable. */
const HIGHLIGHT_COLORS = { dark: '#ffe066', light: 'rgba(255, 205, 40, 0.3)' } as const;
/** Colours of admonitions (`[!NOTE]`) among dark and light letters; each has a contrast of 4.5 or more to white, or to black. */
const ADMONITION_COLORS: Readonly<Record<AdmonitionKind, { dark: string; light: string }>> = {
  note: { dark: '#0b57d0', light: '#8ab8ff' },
  tip: { dark: '#1a7f37', light: '#6fdd8b' },
  important: { dark: '#7c4ddb', light: '#cdb0ff' },
  warning: { dark: '#8f5f00', light: '#f5cc62' },
  caution: { dark: '#c62828', light: '#ff9d94' },
};

/** Returns `dark` for letters of a dark colour, which are on a light background, otherwise `light`. */
const letterShade = (color: string): 'dark' | 'light' =>
  contrastRatio(color, '#ffffff') > contrastRatio(color, '#000000') ? 'dark' : 'light';

/** The colour behind highlighted letters, as CSS. @param color of the letters, `#rrggbb` */
export const highlightBackgroundOfTextColor = (color: string): string => HIGHLIGHT_COLORS[letterShade(color)];

/** The colour of an admonition (`[!NOTE]`) of a kind, `#rrggbb`. @param color of the letters around it, `#rrggbb` */
export const admonitionColorAmongLetters = (kind: AdmonitionKind, color: string): string =>
  ADMONITION_COLORS[kind][letterShade(color)];
