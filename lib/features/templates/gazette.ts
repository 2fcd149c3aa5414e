import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const INK = '#15130f';
const RED = '#b3141f';

const newsprint: SlideKindPalette = {
  background: '#f6f2e8',
  text: '#24211b',
  heading: INK,
  muted: '#625b4c',
  accent: RED,
  panel: '#e9e3d3',
};
const inked: SlideKindPalette = {
  background: INK,
  text: '#f6f2e8',
  muted: '#d0c8b6',
  accent: '#ff7a6b',
  panel: '#2a261f',
};

const line = (edge: 'top' | 'bottom', at: number, thickness: number, color: string): Ornament => ({
  shape: 'line',
  edge,
  at,
  inset: 1,
  thickness,
  color,
});
/** The head of a front page: a thick line over a thin one. */
const head = (color: string): Ornament[] => [line('top', 0.34, 0.014, color), line('top', 0.52, 0.002, color)];

const page: SceneDesign = {
  palette: newsprint,
  align: 'start',
  rule: 'none',
  ornaments: [line('top', 0.5, 0.007, INK), line('bottom', 0.86, 0.002, INK)],
};

/** The built-in template Gazette. */
export const builtInGazetteTemplate: SlideTemplate = {
  id: 'gazette',
  name: 'Gazette',
  description: 'Ink on newsprint: black serif headlines next to the text, thick and thin lines, one red.',
  scheme: 'light',
  scenes: {
    content: page,
    code: page,
    number: {
      ...page,
      verticalAlign: 'top',
      palette: {
        ...newsprint,
        background: RED,
        text: '#fff6ee',
        heading: '#ffffff',
        muted: '#ffe0d6',
        accent: '#ffd9cf',
        panel: '#96101a',
      },
      ornaments: [...head('#fff6ee'), line('bottom', 0.86, 0.002, '#fff6ee')],
    },
    title: {
      ...page,
      verticalAlign: 'top',
      ornaments: [...head(INK), { shape: 'band', edge: 'bottom', size: 0.075, color: RED }],
    },
    section: {
      ...page,
      verticalAlign: 'bottom',
      palette: inked,
      rule: 'above',
      ornaments: [line('top', 0.5, 0.002, '#f6f2e8'), { shape: 'band', edge: 'end', size: 0.06, color: RED }],
    },
    quote: {
      ...page,
      align: 'center',
      palette: { ...newsprint, background: '#ece5d4', panel: '#ded5bf' },
      ornaments: [...head(INK), line('bottom', 0.28, 0.002, INK), line('bottom', 0.16, 0.014, INK)],
    },
    image: { ...page, palette: { ...inked, text: '#ffffff' }, ornaments: [] },
    statement: {
      ...page,
      ornaments: [...head(INK), line('bottom', 0.28, 0.002, INK), line('bottom', 0.16, 0.014, INK)],
    },
    closing: {
      ...page,
      verticalAlign: 'bottom',
      rule: 'above',
      palette: { ...newsprint, background: '#ece5d4', panel: '#ded5bf' },
      ornaments: [
        { shape: 'band', edge: 'top', size: 0.075, color: RED },
        line('bottom', 0.5, 0.002, INK),
        line('bottom', 0.34, 0.014, INK),
      ],
    },
  },
  code: {
    text: '#24211b',
    comment: '#665e4d',
    keyword: RED,
    string: '#2c5f3a',
    number: '#86450a',
    name: '#2b4a86',
  },
  type: completeTypeStyles({
    display: { font: 'serif', weight: 900, tracking: -0.03, leading: 1.02, largest: 0.178 },
    section: { font: 'serif', weight: 900, tracking: -0.028, leading: 1.04, largest: 0.15 },
    heading: { font: 'serif', weight: 900, tracking: -0.018, leading: 1.1, largest: 0.08 },
    quote: { font: 'serif', weight: 400, italic: true, tracking: -0.006, leading: 1.24, largest: 0.094 },
    body: { font: 'serif', weight: 400, largest: 0.05, leading: 1.34 },
    subtitle: { font: 'serif', weight: 400, italic: true, largest: 0.048 },
    folio: { font: 'serif', weight: 600, tracking: 0.01, largest: 0.023, smallest: 0.023 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'serif', weight: 900, tracking: -0.045, leading: 1, largest: 0.36 },
  }),
  arrangement: { kind: 'split' },
  marker: { shape: 'none', colors: [RED, INK, '#857c6a'], separator: '#c9bfa8' },
  rule: { length: 0.16, thickness: 0.012 },
  folio: { align: 'start', form: 'plain' },
  quoteMark: 'serif',
  labels: 'capitals',
  image: { inset: 1, radius: 0 },
  photographs: { kind: 'duotone', dark: INK, light: '#f6f2e8' },
  panelRadius: 0,
  caption: 'box',
};
