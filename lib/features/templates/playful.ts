import type { SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const CORAL = '#ff6b57';
const TEAL = '#17b3a0';
const SUN = '#ffc72e';
const VIOLET = '#6a4df5';

const cream: SlideKindPalette = {
  background: '#fff6e6',
  text: '#35264f',
  heading: '#4a2bc2',
  muted: '#6b5b83',
  accent: CORAL,
  panel: '#ffe6bd',
};

const page: SceneDesign = {
  palette: cream,
  align: 'start',
  rule: 'none',
  ornaments: [
    { shape: 'disc', x: 1, y: 0, radius: 0.17, color: SUN },
    { shape: 'disc', x: 1, y: 1, radius: 0.07, color: TEAL, ring: 0.022 },
  ],
};

/** The built-in template Playful. */
export const builtInPlayfulTemplate: SlideTemplate = {
  id: 'playful',
  name: 'Playful',
  description: 'Round letters, round pictures and big discs in violet, coral, teal and yellow.',
  scheme: 'light',
  scenes: {
    content: page,
    code: { ...page, palette: { ...cream, panel: '#2d1f52' } },
    number: {
      ...page,
      align: 'center',
      palette: { ...cream, heading: '#c9265f' },
      ornaments: [
        { shape: 'disc', x: 0.02, y: 0.04, radius: 0.27, color: '#ffe29a' },
        { shape: 'disc', x: 0.98, y: 0.94, radius: 0.3, color: '#d3f3ec' },
        { shape: 'disc', x: 0.9, y: 0.05, radius: 0.045, color: CORAL },
      ],
    },
    title: {
      ...page,
      palette: { background: '#5b3be8', text: '#ffffff', muted: '#efeaff', accent: SUN, panel: '#4a2bc2' },
      ornaments: [
        { shape: 'disc', x: 1, y: 0.06, radius: 0.34, color: '#d6336c' },
        { shape: 'disc', x: 0.96, y: 0.98, radius: 0.2, color: '#7d63f7' },
        { shape: 'disc', x: 0.72, y: 1, radius: 0.1, color: SUN, ring: 0.03 },
      ],
    },
    section: {
      ...page,
      palette: {
        background: SUN,
        text: '#35264f',
        heading: '#3a1fa8',
        muted: '#35264f',
        accent: CORAL,
        panel: '#ffd96b',
      },
      ornaments: [
        { shape: 'disc', x: 1, y: 0.92, radius: 0.42, color: CORAL },
        { shape: 'disc', x: 0.94, y: 0.1, radius: 0.11, color: VIOLET, ring: 0.036 },
      ],
    },
    quote: {
      ...page,
      align: 'center',
      palette: {
        background: '#d9f5ef',
        text: '#123c3a',
        heading: '#0f4c47',
        muted: '#245a55',
        accent: CORAL,
        panel: '#c2ebe2',
      },
      ornaments: [
        { shape: 'disc', x: 1, y: 1, radius: 0.24, color: '#8fdfd2' },
        { shape: 'disc', x: 0, y: 0, radius: 0.16, color: SUN, ring: 0.045 },
      ],
    },
    image: {
      ...page,
      palette: {
        background: '#fff6e6',
        text: '#35264f',
        heading: '#4a2bc2',
        muted: '#6b5b83',
        accent: CORAL,
        panel: '#fff6e6',
      },
      ornaments: [],
    },
    statement: {
      ...page,
      palette: { ...cream, accent: '#c9265f' },
      ornaments: [
        { shape: 'disc', x: 0, y: 1, radius: 0.2, color: '#ffe29a' },
        { shape: 'disc', x: 1, y: 0, radius: 0.17, color: TEAL, ring: 0.05 },
      ],
    },
    closing: {
      ...page,
      align: 'center',
      palette: { background: '#5b3be8', text: '#ffffff', muted: '#efeaff', accent: SUN, panel: '#4a2bc2' },
      ornaments: [
        { shape: 'disc', x: 0, y: 0.96, radius: 0.34, color: '#d6336c' },
        { shape: 'disc', x: 0.04, y: 0.02, radius: 0.2, color: '#6a4df0' },
        { shape: 'disc', x: 0.96, y: 0.98, radius: 0.13, color: SUN, ring: 0.036 },
      ],
    },
  },
  code: {
    text: '#f6f0ff',
    comment: '#b3a3d6',
    keyword: '#ff9d8f',
    string: '#7fe3d4',
    number: '#ffd25e',
    name: '#9fc3ff',
  },
  type: completeTypeStyles({
    display: { font: 'fredoka', weight: 600, tracking: -0.012, leading: 1.06, largest: 0.136 },
    section: { font: 'fredoka', weight: 600, tracking: -0.01, leading: 1.06, largest: 0.124 },
    heading: { font: 'fredoka', weight: 600, tracking: -0.006, largest: 0.082, leading: 1.1 },
    quote: { font: 'fredoka', weight: 400, largest: 0.08, leading: 1.24 },
    body: { font: 'nunito', weight: 400, largest: 0.05, leading: 1.34 },
    subtitle: { font: 'nunito', weight: 400, largest: 0.044 },
    folio: { font: 'fredoka', weight: 600, tracking: 0, largest: 0.026, smallest: 0.026 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'fredoka', weight: 600, tracking: -0.02 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'dot', colors: [CORAL, TEAL, SUN, VIOLET] },
  rule: { length: 0.1, thickness: 0.014 },
  folio: { align: 'start', form: 'plain' },
  quoteMark: 'fredoka',
  image: { inset: 0.65, radius: 0.075 },
  panelRadius: 0.04,
  caption: 'box',
};
