import type { SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const blank: SlideKindPalette = {
  background: '#ffffff',
  text: '#161616',
  muted: '#6e6e6e',
  accent: '#ff4b14',
  panel: '#f4f4f2',
};

const page: SceneDesign = { palette: blank, align: 'start', rule: 'none', ornaments: [] };

/** The built-in template Minimal. */
export const builtInMinimalTemplate: SlideTemplate = {
  id: 'minimal',
  name: 'Minimal',
  description: 'White space, one light geometric face, headings in a separate column and a single orange dot.',
  scheme: 'light',
  scenes: {
    content: page,
    code: page,
    number: { ...page, verticalAlign: 'bottom' },
    title: {
      ...page,
      verticalAlign: 'bottom',
      ornaments: [{ shape: 'disc', x: 0, y: -0.08, radius: 0.034, color: '#ff4b14', from: 'margin' }],
    },
    section: {
      ...page,
      verticalAlign: 'bottom',
      palette: { ...blank, background: '#161616', text: '#ffffff', muted: '#b9b9b9', panel: '#262626' },
      ornaments: [{ shape: 'disc', x: 0, y: -0.08, radius: 0.034, color: '#ff4b14', from: 'margin' }],
    },
    quote: { ...page, palette: { ...blank, background: '#f4f4f2', muted: '#666666', panel: '#ebebe8' } },
    image: { ...page, palette: { ...blank, panel: '#ffffff' } },
    statement: {
      ...page,
      ornaments: [{ shape: 'disc', x: 0, y: -0.08, radius: 0.034, color: '#ff4b14', from: 'margin' }],
    },
    closing: {
      ...page,
      verticalAlign: 'top',
      // Readable also on the disc.
      palette: { ...blank, muted: '#222222' },
      ornaments: [{ shape: 'disc', x: 1, y: 1, radius: 0.3, color: '#ff4b14' }],
    },
  },
  code: {
    text: '#262626',
    comment: '#6b6b6b',
    keyword: '#c43200',
    string: '#3a6b35',
    number: '#7a4d00',
    name: '#34509a',
  },
  type: completeTypeStyles({
    display: { font: 'outfit', weight: 400, tracking: -0.035, leading: 1.04, largest: 0.15 },
    section: { font: 'outfit', weight: 400, tracking: -0.032, leading: 1.06, largest: 0.13 },
    heading: { font: 'outfit', weight: 400, tracking: -0.024, leading: 1.12, largest: 0.08 },
    quote: { font: 'outfit', weight: 400, tracking: -0.02, leading: 1.24, largest: 0.086 },
    body: { font: 'outfit', weight: 400, tracking: 0, leading: 1.42, largest: 0.044 },
    subtitle: { font: 'outfit', weight: 400, tracking: 0, largest: 0.04 },
    folio: { font: 'outfit', weight: 400, largest: 0.02, smallest: 0.02 },
    code: { font: 'mono', weight: 400, largest: 0.038 },
    figure: { font: 'outfit', weight: 400, tracking: -0.05, leading: 0.98, largest: 0.42 },
  }),
  arrangement: { kind: 'split' },
  marker: { shape: 'none', colors: [] },
  rule: { length: 0.06, thickness: 0.004 },
  folio: { align: 'start', form: 'plain' },
  quoteMark: 'outfit',
  image: { inset: 1, radius: 0 },
  panelRadius: 0,
  caption: 'box',
};
