import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const FOREST = '#1f3d33';
const CLAY = '#b4492b';
const SAND = '#e3cfa8';

const linen: SlideKindPalette = {
  background: '#f4efe2',
  text: '#2b2a24',
  heading: FOREST,
  muted: '#625d4e',
  accent: CLAY,
  panel: '#e8e0cb',
};
const shade: SlideKindPalette = {
  background: FOREST,
  backdrop: 'linear-gradient(150deg, #24473b 0%, #19332a 100%)',
  text: '#f7f1e1',
  muted: '#d5dcc6',
  accent: '#eda36f',
  panel: '#29503f',
};

/** A sun behind terraces of a hill, in the corner at the ends of lines; text is readable on all of them. */
const hills: readonly Ornament[] = [
  { shape: 'disc', x: 0.86, y: 0.3, radius: 0.15, color: '#9a3d22' },
  { shape: 'disc', x: 1.02, y: 1.22, radius: 0.72, color: '#2d5646' },
  { shape: 'disc', x: 0.9, y: 1.42, radius: 0.72, color: '#33604b' },
  { shape: 'disc', x: 1.12, y: 1.5, radius: 0.72, color: '#8a3a20' },
];
const sprig: readonly Ornament[] = [{ shape: 'band', edge: 'end', size: 0.03, color: FOREST }];

const page: SceneDesign = { palette: linen, align: 'start', rule: 'below', ornaments: sprig };

/** The built-in template Terrace. */
export const builtInTerraceTemplate: SlideTemplate = {
  id: 'terrace',
  name: 'Terrace',
  description: 'Linen pages in forest green and clay, with high-contrast serif headings and hills at sunset on titles.',
  scheme: 'light',
  scenes: {
    content: page,
    code: { ...page, palette: { ...linen, panel: '#1b342b' } },
    number: {
      ...page,
      palette: { ...linen, background: SAND, heading: '#762911', muted: '#4d4533', panel: '#d6bf92' },
      rule: 'none',
      ornaments: [
        { shape: 'disc', x: 0.94, y: 0.9, radius: 0.34, color: '#d6bf92' },
        { shape: 'disc', x: 0.94, y: 0.9, radius: 0.2, color: '#cdb384' },
      ],
    },
    title: { ...page, palette: shade, ornaments: hills },
    section: {
      ...page,
      palette: {
        ...shade,
        background: '#8a3a20',
        backdrop: 'linear-gradient(150deg, #963f23 0%, #7c321a 100%)',
        text: '#fff4e4',
        muted: '#f6d9c2',
        accent: SAND,
        panel: '#6f2c16',
      },
      ornaments: [
        { shape: 'disc', x: 1, y: 1.1, radius: 0.5, color: '#94432a' },
        { shape: 'disc', x: 1.06, y: 1.2, radius: 0.42, color: '#9c492e' },
      ],
    },
    quote: { ...page, palette: shade, rule: 'none', ornaments: [] },
    image: {
      ...page,
      palette: { ...shade, backdrop: undefined, panel: FOREST },
      rule: 'none',
      ornaments: [],
    },
    statement: {
      ...page,
      rule: 'none',
      ornaments: [...sprig, { shape: 'band', edge: 'bottom', size: 0.03, color: CLAY }],
    },
    closing: {
      ...page,
      palette: shade,
      verticalAlign: 'top',
      ornaments: [
        { shape: 'disc', x: 0.8, y: 0.86, radius: 0.15, color: '#9a3d22' },
        { shape: 'disc', x: 0, y: 1.22, radius: 0.72, color: '#2d5646' },
        { shape: 'disc', x: 0.3, y: 1.52, radius: 0.84, color: '#33604b' },
        { shape: 'disc', x: -0.1, y: 1.54, radius: 0.72, color: '#8a3a20' },
      ],
    },
  },
  code: {
    text: '#f2ecda',
    comment: '#a9b8a0',
    keyword: '#f0b183',
    string: '#a8d8a0',
    number: '#e6cf8f',
    name: '#a9cdea',
  },
  type: completeTypeStyles({
    display: { font: 'playfair', weight: 700, tracking: -0.012, leading: 1.1, largest: 0.126 },
    section: { font: 'playfair', weight: 700, tracking: -0.01, largest: 0.11 },
    heading: { font: 'playfair', weight: 700, tracking: -0.006, leading: 1.18, largest: 0.078 },
    quote: { font: 'playfair', weight: 400, italic: true, leading: 1.32, largest: 0.078 },
    body: { font: 'nunito', weight: 400, leading: 1.4, largest: 0.047 },
    subtitle: { font: 'nunito', weight: 400, largest: 0.042 },
    folio: { font: 'nunito', weight: 700, tracking: 0.02, largest: 0.021, smallest: 0.021 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'playfair', weight: 700, tracking: -0.02, largest: 0.34 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'square', colors: [CLAY] },
  rule: { length: 0.09, thickness: 0.008 },
  folio: { align: 'start', form: 'dashed' },
  quoteMark: 'playfair',
  image: { inset: 0.78, radius: 0, frame: { offset: 0.022, thickness: 0.004, color: CLAY } },
  panelRadius: 0.012,
  caption: 'box',
};
