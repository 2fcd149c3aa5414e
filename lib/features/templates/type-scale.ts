import type { TextRole, TextStyle } from '#engine/video/drawing/design.ts';

type TextStyleMeasures = Omit<TextStyle, 'font' | 'weight'>;

/** Defaults for most typefaces: tracking is tighter for larger roles; the smallest sizes are chosen for the longest allowed texts. */
const DEFAULT_MEASURES: Record<TextRole, TextStyleMeasures> = {
  display: { italic: false, tracking: -0.018, leading: 1.08, largest: 0.128, smallest: 0.036 },
  section: { italic: false, tracking: -0.016, leading: 1.1, largest: 0.112, smallest: 0.036 },
  heading: { italic: false, tracking: -0.012, leading: 1.14, largest: 0.076, smallest: 0.034 },
  quote: { italic: false, tracking: 0, leading: 1.28, largest: 0.08, smallest: 0.034 },
  body: { italic: false, tracking: 0, leading: 1.38, largest: 0.048, smallest: 0.019 },
  subtitle: { italic: false, tracking: 0, leading: 1.4, largest: 0.042, smallest: 0.02 },
  folio: { italic: false, tracking: 0.02, leading: 1.2, largest: 0.0205, smallest: 0.0205 },
  code: { italic: false, tracking: 0, leading: 1.5, largest: 0.042, smallest: 0.0185 },
  figure: { italic: false, tracking: -0.03, leading: 1.02, largest: 0.36, smallest: 0.036 },
};

type TypeStyleChoice = Pick<TextStyle, 'font' | 'weight'> & Partial<TextStyleMeasures>;

/** The type styles of a template: its choices for each role, completed by defaults. */
export function completeTypeStyles(choices: Record<TextRole, TypeStyleChoice>): Record<TextRole, TextStyle> {
  const style = (role: TextRole): TextStyle => ({ ...DEFAULT_MEASURES[role], ...choices[role] });
  return {
    display: style('display'),
    section: style('section'),
    heading: style('heading'),
    quote: style('quote'),
    body: style('body'),
    subtitle: style('subtitle'),
    folio: style('folio'),
    code: style('code'),
    figure: style('figure'),
  };
}
