import type { SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const paper: SlideKindPalette = {
  background: '#fbfaf6',
  text: '#17181c',
  muted: '#6d6a63',
  accent: '#c2371d',
  panel: '#efece4',
};

const page: SceneDesign = { palette: paper, align: 'start', rule: 'above', ornaments: [] };

/** The built-in template Plain. */
export const builtInPlainTemplate: SlideTemplate = {
  id: 'plain',
  name: 'Plain',
  description: 'Serif headings in ink on warm paper, with one vermilion accent.',
  scheme: 'light',
  scenes: {
    content: page,
    code: page,
    number: { ...page, palette: { ...paper, heading: '#c2371d' }, rule: 'none' },
    title: {
      ...page,
      verticalAlign: 'bottom',
      ornaments: [
        { shape: 'disc', x: 0.9, y: 0.2, radius: 0.46, color: '#f8f4eb' },
        { shape: 'disc', x: 0.9, y: 0.2, radius: 0.3, color: '#f5efe4' },
        { shape: 'band', edge: 'start', size: 0.03, color: '#c2371d' },
      ],
    },
    quote: { ...page, palette: { ...paper, background: '#f4f0e6' }, rule: 'none' },
    section: {
      ...page,
      verticalAlign: 'top',
      ornaments: [{ shape: 'disc', x: 0.94, y: 1.02, radius: 0.56, color: '#a92e18' }],
      palette: {
        background: '#b8331b',
        backdrop: 'linear-gradient(150deg, rgba(255,255,255,0.07) 0%, rgba(0,0,0,0.10) 100%)',
        text: '#fffaf2',
        muted: '#ffeee6',
        accent: '#ffc9a8',
        panel: '#a52d18',
      },
    },
    image: {
      ...page,
      palette: { background: '#17181c', text: '#ffffff', muted: '#e4e1da', accent: '#ff8f6b', panel: '#17181c' },
      rule: 'none',
    },
    statement: { ...page, rule: 'none', ornaments: [{ shape: 'band', edge: 'bottom', size: 0.03, color: '#c2371d' }] },
    closing: {
      ...page,
      verticalAlign: 'top',
      ornaments: [
        { shape: 'disc', x: 0.1, y: 1, radius: 0.56, color: '#f8f4eb' },
        { shape: 'disc', x: 0.1, y: 1, radius: 0.4, color: '#f5efe4' },
        { shape: 'band', edge: 'end', size: 0.03, color: '#c2371d' },
      ],
    },
  },
  code: {
    text: '#2a2b30',
    comment: '#6f6a60',
    keyword: '#b12f17',
    string: '#2b6a4b',
    number: '#8a4b00',
    name: '#3d4f96',
  },
  type: completeTypeStyles({
    display: { font: 'serif', weight: 600, largest: 0.146 },
    section: { font: 'serif', weight: 600, largest: 0.13 },
    heading: { font: 'serif', weight: 600, largest: 0.078 },
    quote: { font: 'serif', weight: 400, italic: true, leading: 1.26, largest: 0.084 },
    body: { font: 'sans', weight: 400 },
    subtitle: { font: 'sans', weight: 400 },
    folio: { font: 'sans', weight: 400 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'serif', weight: 600 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'dot', colors: [] },
  rule: { length: 0.074, thickness: 0.0075 },
  folio: { align: 'end', form: 'padded' },
  quoteMark: 'serif',
  image: { inset: 0, radius: 0 },
  panelRadius: 0.014,
  caption: 'scrim',
};
