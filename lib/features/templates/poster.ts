import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const BLACK = '#0d0d0d';
const ORANGE = '#ff5a26';
const COBALT = '#1f3df5';
const YELLOW = '#ffd52e';

const card: SlideKindPalette = {
  background: '#f5f2ec',
  text: '#1a1a1a',
  heading: BLACK,
  muted: '#57534c',
  accent: '#d23605',
  panel: '#e6e1d6',
};

/** Paper of one colour under letters of another. */
const sheet = (background: string, ink: string, muted: string, panel: string): SlideKindPalette => ({
  background,
  text: ink,
  heading: ink,
  muted,
  accent: ink,
  panel,
});
const onOrange = sheet(ORANGE, BLACK, '#1f0a03', '#ff7d52');
const onYellow = sheet(YELLOW, BLACK, '#3a3000', '#ffe270');
const onCobalt = sheet(COBALT, '#ffffff', '#e2e7ff', '#1730cc');
const onBlack = { ...sheet(BLACK, '#ffffff', '#cfcac0', '#262626'), accent: YELLOW };

const bar = (edge: 'top' | 'bottom' | 'start', color: string, size = 0.05): Ornament => ({
  shape: 'band',
  edge,
  size,
  color,
});
const page: SceneDesign = { palette: card, align: 'start', rule: 'none', ornaments: [bar('top', BLACK, 0.04)] };

/** The built-in template Poster. */
export const builtInPosterTemplate: SlideTemplate = {
  id: 'poster',
  name: 'Poster',
  description: 'Very large black letters on flat orange, cobalt and yellow, with discs and bars cut off by the edge.',
  scheme: 'light',
  scenes: {
    content: page,
    code: { ...page, palette: { ...card, panel: BLACK } },
    number: {
      ...page,
      palette: onYellow,
      verticalAlign: 'bottom',
      ornaments: [{ shape: 'disc', x: 0.98, y: 0.06, radius: 0.5, color: '#ffe270' }, bar('bottom', BLACK, 0.035)],
    },
    title: {
      ...page,
      palette: onOrange,
      verticalAlign: 'bottom',
      ornaments: [
        { shape: 'disc', x: 0.78, y: 0.1, radius: 0.56, color: '#ff7d52' },
        { shape: 'disc', x: 0.78, y: 0.1, radius: 0.3, color: YELLOW },
        bar('bottom', BLACK, 0.06),
      ],
    },
    section: {
      ...page,
      palette: onCobalt,
      verticalAlign: 'top',
      ornaments: [
        { shape: 'block', x: 0.46, y: 0.62, width: 0.8, height: 0.9, radius: 0, turned: -18, color: '#1730cc' },
        { shape: 'block', x: 0.72, y: 0.74, width: 0.8, height: 0.9, radius: 0, turned: -18, color: '#1024a0' },
        bar('start', YELLOW, 0.05),
      ],
    },
    quote: { ...page, palette: onBlack, ornaments: [bar('bottom', YELLOW, 0.03)] },
    image: { ...page, palette: onBlack, ornaments: [] },
    statement: { ...page, palette: { ...onCobalt, accent: YELLOW }, ornaments: [bar('bottom', YELLOW, 0.05)] },
    closing: {
      ...page,
      palette: { ...onYellow, muted: '#2e2600' },
      verticalAlign: 'top',
      ornaments: [
        { shape: 'disc', x: 0.3, y: 1.08, radius: 0.6, color: '#ffe270' },
        { shape: 'disc', x: 0.3, y: 1.08, radius: 0.34, color: ORANGE },
        bar('top', BLACK, 0.06),
      ],
    },
  },
  code: {
    text: '#f5f2ec',
    comment: '#a09a90',
    keyword: '#ff8a63',
    string: YELLOW,
    number: '#8fd6ff',
    name: '#b3bfff',
  },
  type: completeTypeStyles({
    display: { font: 'outfit', weight: 900, tracking: -0.045, leading: 0.98, largest: 0.24 },
    section: { font: 'outfit', weight: 900, tracking: -0.042, leading: 1, largest: 0.22 },
    heading: { font: 'outfit', weight: 900, tracking: -0.03, leading: 1.04, largest: 0.1 },
    quote: { font: 'outfit', weight: 900, tracking: -0.026, leading: 1.1, largest: 0.11 },
    body: { font: 'sans', weight: 400, leading: 1.34, largest: 0.05 },
    subtitle: { font: 'sans', weight: 700, tracking: -0.01, largest: 0.046 },
    folio: { font: 'outfit', weight: 900, tracking: 0, largest: 0.028, smallest: 0.028 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'outfit', weight: 900, tracking: -0.06, leading: 0.98, largest: 0.5 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'dash', colors: ['#d23605', COBALT, BLACK] },
  rule: { length: 0.2, thickness: 0.02 },
  folio: { align: 'end', form: 'plain' },
  quoteMark: 'outfit',
  image: { inset: 0, radius: 0 },
  photographs: { kind: 'duotone', dark: '#10126b', light: '#fff1c2' },
  panelRadius: 0,
  caption: 'box',
};
