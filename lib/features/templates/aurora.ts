import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const MAGENTA = '#ff8fcf';

const dusk: SlideKindPalette = {
  background: '#1c1033',
  backdrop:
    'radial-gradient(ellipse at 88% -10%, rgba(240,86,170,0.34) 0%, rgba(240,86,170,0) 55%), radial-gradient(ellipse at 6% 112%, rgba(64,150,255,0.30) 0%, rgba(64,150,255,0) 55%), linear-gradient(180deg, #1c1033 0%, #160d2b 100%)',
  text: '#f6f0ff',
  heading: '#ffffff',
  muted: '#c9bce2',
  accent: MAGENTA,
  panel: '#2a1a49',
};

/** Curtains of light, from both sides. */
const CURTAINS =
  'radial-gradient(ellipse at 100% 0%, rgba(255,96,176,0.55) 0%, rgba(255,96,176,0) 58%), radial-gradient(ellipse at 62% 118%, rgba(120,84,255,0.55) 0%, rgba(120,84,255,0) 60%), radial-gradient(ellipse at 0% 78%, rgba(40,170,230,0.34) 0%, rgba(40,170,230,0) 52%), linear-gradient(160deg, #1d1038 0%, #120a24 100%)';

/** The same light from below and from the other side. */
const LOW_CURTAINS =
  'radial-gradient(ellipse at 0% 100%, rgba(255,96,176,0.55) 0%, rgba(255,96,176,0) 58%), radial-gradient(ellipse at 40% -18%, rgba(120,84,255,0.55) 0%, rgba(120,84,255,0) 60%), radial-gradient(ellipse at 100% 22%, rgba(40,170,230,0.34) 0%, rgba(40,170,230,0) 52%), linear-gradient(340deg, #1d1038 0%, #120a24 100%)';

/** A horizon of rings, cut off by the edge. */
const horizon: readonly Ornament[] = [
  { shape: 'disc', x: 1.02, y: 1.06, radius: 0.52, color: 'rgba(255,255,255,0.10)', ring: 0.0025 },
  { shape: 'disc', x: 1.02, y: 1.06, radius: 0.4, color: 'rgba(255,255,255,0.13)', ring: 0.0025 },
  { shape: 'disc', x: 1.02, y: 1.06, radius: 0.28, color: 'rgba(255,255,255,0.16)', ring: 0.0025 },
];

const page: SceneDesign = { palette: dusk, align: 'start', rule: 'none', ornaments: [] };

/** The built-in template Aurora. */
export const builtInAuroraTemplate: SlideTemplate = {
  id: 'aurora',
  name: 'Aurora',
  description: 'Centered titles under curtains of pink, violet and blue light, with round panels and wide space.',
  scheme: 'dark',
  scenes: {
    content: page,
    code: { ...page, palette: { ...dusk, panel: '#150b29' } },
    number: {
      ...page,
      align: 'center',
      palette: {
        ...dusk,
        heading: MAGENTA,
        backdrop:
          'radial-gradient(ellipse at 50% 46%, rgba(255,96,176,0.30) 0%, rgba(255,96,176,0) 60%), linear-gradient(180deg, #1c1033 0%, #140b28 100%)',
      },
    },
    title: {
      ...page,
      align: 'center',
      palette: { ...dusk, muted: '#ddd3ef', backdrop: CURTAINS },
      rule: 'below',
      ornaments: horizon,
    },
    section: {
      ...page,
      align: 'center',
      palette: {
        ...dusk,
        background: '#3b1f74',
        backdrop:
          'radial-gradient(ellipse at 0% 0%, rgba(255,96,176,0.38) 0%, rgba(255,96,176,0) 60%), linear-gradient(135deg, #3b1f74 0%, #241250 100%)',
        muted: '#e2d6f7',
      },
      rule: 'below',
    },
    quote: {
      ...page,
      align: 'center',
      palette: {
        ...dusk,
        backdrop:
          'radial-gradient(ellipse at 50% -20%, rgba(120,84,255,0.48) 0%, rgba(120,84,255,0) 62%), linear-gradient(180deg, #1d1138 0%, #150c29 100%)',
      },
    },
    image: {
      ...page,
      palette: { background: '#120a24', text: '#ffffff', muted: '#e2d6f7', accent: MAGENTA, panel: '#120a24' },
    },
    statement: {
      ...page,
      align: 'center',
      palette: {
        ...dusk,
        backdrop:
          'radial-gradient(ellipse at 50% 120%, rgba(255,96,176,0.42) 0%, rgba(255,96,176,0) 62%), linear-gradient(180deg, #1d1138 0%, #150c29 100%)',
      },
    },
    closing: {
      ...page,
      align: 'center',
      palette: { ...dusk, muted: '#ddd3ef', backdrop: LOW_CURTAINS },
      rule: 'above',
      ornaments: horizon.map((ring) => (ring.shape === 'disc' ? { ...ring, x: -0.02, y: -0.06 } : ring)),
    },
  },
  code: {
    text: '#efe7ff',
    comment: '#a394c4',
    keyword: '#8fb8ff',
    string: '#ffa5d6',
    number: '#ffd28a',
    name: '#8fe3dc',
  },
  type: completeTypeStyles({
    display: { font: 'nunito', weight: 700, tracking: -0.022, leading: 1.08, largest: 0.132 },
    section: { font: 'nunito', weight: 700, tracking: -0.02, largest: 0.116 },
    heading: { font: 'nunito', weight: 700, tracking: -0.014, largest: 0.08 },
    quote: { font: 'nunito', weight: 400, tracking: -0.006, leading: 1.32, largest: 0.078 },
    body: { font: 'sans', weight: 400, leading: 1.42, largest: 0.047 },
    subtitle: { font: 'sans', weight: 400, largest: 0.043 },
    folio: { font: 'sans', weight: 400, tracking: 0.04, largest: 0.02, smallest: 0.02 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'nunito', weight: 700, tracking: -0.04, largest: 0.4 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'ring', colors: [MAGENTA, '#9fb4ff', '#7fe0ea'] },
  rule: { length: 0.14, thickness: 0.006 },
  folio: { align: 'center', form: 'plain' },
  quoteMark: 'nunito',
  image: { inset: 0.6, radius: 0.045 },
  panelRadius: 0.036,
  caption: 'scrim',
};
