import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const blush: SlideKindPalette = {
  background: '#faeee4',
  text: '#211a1b',
  heading: '#211a1b',
  muted: '#75605c',
  accent: '#8a1f3f',
  panel: '#f1dfd2',
};
const claret: SlideKindPalette = {
  background: '#6f1733',
  text: '#fdf1e8',
  muted: '#f0cfc6',
  accent: '#f0b9a4',
  panel: '#5c1029',
};

const hairline = (edge: 'top' | 'bottom', at: number, color: string, thickness = 0.0018): Ornament => ({
  shape: 'line',
  edge,
  at,
  inset: 0.83,
  thickness,
  color,
});
/** A thick and a thin line, as over the title of a newspaper. */
const masthead = (color: string): Ornament[] => [
  hairline('top', 0.24, color, 0.008),
  hairline('top', 0.38, color),
  hairline('bottom', 0.19, color, 0.008),
  hairline('bottom', 0.3, color),
];

const page: SceneDesign = {
  palette: blush,
  align: 'start',
  rule: 'none',
  ornaments: [hairline('top', 0.36, '#211a1b')],
};

/** The built-in template Editorial. */
export const builtInEditorialTemplate: SlideTemplate = {
  id: 'editorial',
  name: 'Editorial',
  description:
    'High-contrast serif headings, hairlines between points and framed pictures, like a magazine on blush paper.',
  scheme: 'light',
  scenes: {
    content: page,
    code: page,
    number: { ...page, align: 'center', palette: { ...blush, heading: '#8a1f3f' }, ornaments: masthead('#211a1b') },
    title: { ...page, align: 'center', rule: 'below', ornaments: masthead('#211a1b') },
    quote: { ...page, align: 'center', ornaments: [] },
    section: { ...page, align: 'center', palette: claret, rule: 'below', ornaments: masthead('#f0b9a4') },
    image: {
      ...page,
      palette: { background: '#211a1b', text: '#ffffff', muted: '#f0e2da', accent: '#f0b9a4', panel: '#211a1b' },
      ornaments: [],
    },
    statement: {
      ...page,
      align: 'center',
      ornaments: [hairline('top', 0.3, '#211a1b', 0.008), hairline('bottom', 0.24, '#211a1b', 0.008)],
    },
    closing: {
      ...page,
      align: 'center',
      palette: claret,
      rule: 'above',
      ornaments: [
        hairline('top', 0.24, '#f0b9a4'),
        hairline('top', 0.38, '#f0b9a4', 0.008),
        { shape: 'band', edge: 'bottom', size: 0.085, color: '#faeee4' },
      ],
    },
  },
  code: {
    text: '#33272a',
    comment: '#775f58',
    keyword: '#8a1f3f',
    string: '#2f6047',
    number: '#8a4b12',
    name: '#35477f',
  },
  type: completeTypeStyles({
    display: { font: 'playfair', weight: 700, tracking: -0.012, largest: 0.134, leading: 1.1 },
    section: { font: 'playfair', weight: 400, italic: true, tracking: -0.005, largest: 0.116, leading: 1.14 },
    heading: { font: 'playfair', weight: 700, tracking: -0.006, largest: 0.08, leading: 1.16 },
    quote: { font: 'playfair', weight: 400, italic: true, largest: 0.082, leading: 1.32 },
    body: { font: 'serif', weight: 400, largest: 0.05, leading: 1.36 },
    subtitle: { font: 'serif', weight: 400, italic: true, largest: 0.046 },
    folio: { font: 'serif', weight: 400, italic: true, largest: 0.024, smallest: 0.024 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'playfair', weight: 700, tracking: -0.02, leading: 1.06 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'none', colors: [], separator: '#d9bfb0' },
  rule: { length: 0.16, thickness: 0.003 },
  folio: { align: 'center', form: 'dashed' },
  quoteMark: 'playfair',
  image: { inset: 1, radius: 0, frame: { offset: 0.016, thickness: 0.0018, color: '#211a1b' } },
  panelRadius: 0,
  caption: 'scrim',
};
