import { midnight } from './midnight.ts';
import { plain } from './plain.ts';

/** How one role of text is set. Sizes are fractions of the slide's short side. */
export interface TypeStyle {
  font: 'serif' | 'sans' | 'mono';
  weight: number;
  italic: boolean;
  /** Letter spacing in em; used only where no script joins its letters. */
  tracking: number;
  /** Line height as a multiple of the size, for Latin; scripts with tall marks get more. */
  leading: number;
  /** Largest and smallest size that fitting may choose. */
  largest: number;
  smallest: number;
}

/** Colours of one kind of slide; `backdrop` is laid over `background` (CSS gradients, first on top). */
export interface Palette {
  background: string;
  backdrop?: string | undefined;
  text: string;
  muted: string;
  accent: string;
  /** Behind an image that does not fill its panel. */
  panel: string;
}

/** A look of slides, as data: the painter knows no template by name. */
export interface Template {
  id: string;
  name: string;
  description: string;
  scheme: 'light' | 'dark';
  palettes: Record<'content' | 'title' | 'section' | 'quote' | 'image', Palette>;
  type: Record<'display' | 'section' | 'heading' | 'quote' | 'body' | 'subtitle' | 'folio', TypeStyle>;
  marker: 'dot' | 'dash';
  /** Accent rule above headings, in fractions of the short side. */
  rule: { length: number; thickness: number };
  /** Width of the accent band along the title slide's leading edge; a fraction of the short side, 0 for none. */
  band: number;
}

/** The first is the default. */
export const TEMPLATES: readonly Template[] = [plain, midnight];

export function findTemplate(id: string): Template | undefined {
  return TEMPLATES.find((template) => template.id === id);
}
