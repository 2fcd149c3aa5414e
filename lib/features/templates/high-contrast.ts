import type { SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const YELLOW = '#ffe600';

const black: SlideKindPalette = {
  background: '#000000',
  text: '#ffffff',
  heading: YELLOW,
  muted: '#e6e6e6',
  accent: YELLOW,
  panel: '#1f1f1f',
};
const yellow: SlideKindPalette = {
  background: YELLOW,
  text: '#000000',
  muted: '#1a1a1a',
  accent: '#000000',
  panel: '#ffffff',
};

const page: SceneDesign = { palette: black, align: 'start', rule: 'below', ornaments: [] };

/** The built-in template High contrast. */
export const builtInHighContrastTemplate: SlideTemplate = {
  id: 'high_contrast',
  name: 'High contrast',
  description: 'Large letters drawn for low vision, in black, white and yellow; all text reaches WCAG level AAA.',
  scheme: 'dark',
  scenes: {
    content: page,
    code: page,
    number: { ...page, rule: 'none' },
    title: {
      ...page,
      palette: yellow,
      ornaments: [{ shape: 'band', edge: 'bottom', size: 0.06, color: '#000000' }],
    },
    section: {
      ...page,
      palette: { background: '#ffffff', text: '#000000', muted: '#262626', accent: '#000000', panel: '#ededed' },
      ornaments: [{ shape: 'band', edge: 'start', size: 0.06, color: '#000000' }],
    },
    quote: { ...page, palette: { ...black, heading: '#ffffff' }, rule: 'none' },
    image: { ...page, palette: { ...black, panel: '#000000' }, rule: 'none' },
    statement: { ...page, palette: { ...black, heading: '#ffffff' }, rule: 'none' },
    closing: {
      ...page,
      verticalAlign: 'bottom',
      ornaments: [
        { shape: 'band', edge: 'top', size: 0.06, color: YELLOW },
        { shape: 'band', edge: 'end', size: 0.06, color: YELLOW },
      ],
    },
  },
  code: { text: '#ffffff', comment: '#cfcfcf', keyword: YELLOW, string: '#8dffb5', number: '#ffc48a', name: '#a9d1ff' },
  type: completeTypeStyles({
    display: { font: 'atkinson', weight: 700, tracking: -0.016, largest: 0.14 },
    section: { font: 'atkinson', weight: 700, tracking: -0.014, largest: 0.126 },
    heading: { font: 'atkinson', weight: 700, tracking: -0.008, largest: 0.086 },
    quote: { font: 'atkinson', weight: 700, largest: 0.084, leading: 1.24 },
    body: { font: 'atkinson', weight: 400, largest: 0.056, smallest: 0.021, leading: 1.32 },
    subtitle: { font: 'atkinson', weight: 400, largest: 0.05, smallest: 0.021 },
    folio: { font: 'atkinson', weight: 700, tracking: 0, largest: 0.028, smallest: 0.028 },
    code: { font: 'mono', weight: 400, largest: 0.046 },
    figure: { font: 'atkinson', weight: 700, tracking: -0.03, largest: 0.4 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'square', colors: [] },
  rule: { length: 'full', thickness: 0.009 },
  folio: { align: 'end', form: 'plain' },
  quoteMark: 'atkinson',
  image: { inset: 0, radius: 0 },
  panelRadius: 0,
  caption: 'box',
};
