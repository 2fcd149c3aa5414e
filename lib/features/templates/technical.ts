import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const sheet: SlideKindPalette = {
  background: '#f3f6f8',
  text: '#1d2a38',
  heading: '#0c1826',
  muted: '#566473',
  accent: '#0b57d8',
  panel: '#e3eaf0',
};
const blueprint: SlideKindPalette = {
  background: '#0b48b8',
  text: '#ffffff',
  muted: '#d3e1ff',
  accent: '#ffd166',
  panel: '#093a96',
};

/** Graph paper with crop marks. */
const drawnOn = (grid: string, marks: string): Ornament[] => [
  { shape: 'grid', step: 1 / 18, thickness: 0.001, color: grid },
  { shape: 'corners', inset: 0.042, length: 0.026, thickness: 0.003, color: marks },
];

/** A thick line along an edge of the sheet. */
const edge = (side: 'start' | 'end' | 'top' | 'bottom', color: string): Ornament => ({
  shape: 'band',
  edge: side,
  size: 0.024,
  color,
});

const drawing: SceneDesign = {
  palette: sheet,
  align: 'start',
  rule: 'none',
  ornaments: drawnOn('#e1e8ed', '#0b57d8'),
};

/** The built-in template Technical. */
export const builtInTechnicalTemplate: SlideTemplate = {
  id: 'technical',
  name: 'Technical',
  description:
    'Graph paper with crop marks, a grotesque with engineered corners, numbered points and dark panels of code.',
  scheme: 'light',
  scenes: {
    content: drawing,
    code: { ...drawing, palette: { ...sheet, panel: '#101c2c' } },
    number: { ...drawing, palette: { ...sheet, heading: '#0b57d8' } },
    title: { ...drawing, palette: blueprint, rule: 'above', ornaments: drawnOn('#1d57c2', '#ffd166') },
    quote: { ...drawing, palette: { ...sheet, background: '#e9eff4' }, ornaments: drawnOn('#d8e1e8', '#0b57d8') },
    section: { ...drawing, palette: blueprint, rule: 'above', ornaments: drawnOn('#1d57c2', '#ffd166') },
    image: {
      ...drawing,
      palette: { background: '#0c1826', text: '#ffffff', muted: '#d3dde8', accent: '#ffd166', panel: '#0c1826' },
      ornaments: [],
    },
    statement: { ...drawing, ornaments: [...drawnOn('#e1e8ed', '#0b57d8'), edge('start', '#0b57d8')] },
    closing: {
      ...drawing,
      rule: 'below',
      verticalAlign: 'bottom',
      ornaments: [
        ...drawnOn('#e1e8ed', '#0b57d8'),
        ...(['top', 'bottom', 'start', 'end'] as const).map((side) => edge(side, '#0b48b8')),
      ],
    },
  },
  code: {
    text: '#e4ecf5',
    comment: '#8ea1b5',
    keyword: '#7db2ff',
    string: '#9be39b',
    number: '#ffd166',
    name: '#f0a6d8',
  },
  type: completeTypeStyles({
    display: { font: 'space_grotesk', weight: 700, tracking: -0.03, leading: 1.06, largest: 0.122 },
    section: { font: 'space_grotesk', weight: 700, tracking: -0.028, leading: 1.08, largest: 0.108 },
    heading: { font: 'space_grotesk', weight: 700, tracking: -0.024, leading: 1.12, largest: 0.074 },
    quote: { font: 'space_grotesk', weight: 400, tracking: -0.012, largest: 0.072 },
    body: { font: 'space_grotesk', weight: 400, tracking: -0.004, largest: 0.046 },
    subtitle: { font: 'mono', weight: 400, tracking: -0.01, largest: 0.037, leading: 1.5 },
    folio: { font: 'mono', weight: 400, tracking: 0.04, largest: 0.021, smallest: 0.021 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'space_grotesk', weight: 700, tracking: -0.02 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'number', colors: [] },
  rule: { length: 0.11, thickness: 0.012 },
  folio: { align: 'end', form: 'padded' },
  quoteMark: 'space_grotesk',
  image: { inset: 1, radius: 0, frame: { offset: 0.012, thickness: 0.002, color: '#0b57d8' } },
  panelRadius: 0.006,
  caption: 'scrim',
};
