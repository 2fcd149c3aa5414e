import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const CYAN = '#4df0ff';
const PINK = '#ff6ad5';
const LIME = '#c4ff4d';

const dark: SlideKindPalette = {
  background: '#080812',
  backdrop:
    'radial-gradient(ellipse at 100% 0%, rgba(0,190,220,0.20) 0%, rgba(0,190,220,0) 50%), radial-gradient(ellipse at 0% 104%, rgba(220,40,170,0.20) 0%, rgba(220,40,170,0) 52%), linear-gradient(180deg, #090914 0%, #06060d 100%)',
  text: '#eaf2ff',
  heading: '#ffffff',
  muted: '#c0cde4',
  accent: CYAN,
  panel: '#12132a',
};

/** A tube of light in a margin, with the glow around it. */
const tube = (edge: 'top' | 'bottom', at: number, color: string, glow: string): Ornament[] => [
  { shape: 'line', edge, at, inset: 0.82, thickness: 0.03, color: `rgba(${glow},0.10)` },
  { shape: 'line', edge, at, inset: 0.9, thickness: 0.015, color: `rgba(${glow},0.24)` },
  { shape: 'line', edge, at, inset: 1, thickness: 0.005, color },
];
const CYAN_GLOW = '0,200,230';
const PINK_GLOW = '255,60,190';

/** A lamp of two rings at the ends of lines, dim enough for letters in front of it. */
const lamp: readonly Ornament[] = [
  { shape: 'disc', x: 0.9, y: 0.46, radius: 0.42, color: 'rgba(0,190,220,0.10)', ring: 0.05 },
  { shape: 'disc', x: 0.9, y: 0.46, radius: 0.4, color: '#0b5866', ring: 0.01 },
  { shape: 'disc', x: 0.97, y: 0.56, radius: 0.3, color: 'rgba(230,40,170,0.12)', ring: 0.05 },
  { shape: 'disc', x: 0.97, y: 0.56, radius: 0.28, color: '#7c1c62', ring: 0.01 },
];
const mesh: Ornament = { shape: 'grid', step: 1 / 12, thickness: 0.001, color: '#14152a' };

const page: SceneDesign = { palette: dark, align: 'start', rule: 'none', ornaments: [] };

/** The built-in template Neon. */
export const builtInNeonTemplate: SlideTemplate = {
  id: 'neon',
  name: 'Neon',
  description: 'Monospaced headings on near-black with tubes of cyan and pink light, for talks about technology.',
  scheme: 'dark',
  scenes: {
    content: { ...page, ornaments: tube('bottom', 0.24, '#1fb6c6', CYAN_GLOW) },
    code: { ...page, palette: { ...dark, panel: '#0f1024' }, ornaments: [mesh] },
    number: { ...page, palette: { ...dark, heading: LIME }, ornaments: [mesh, ...lamp] },
    title: {
      ...page,
      rule: 'above',
      verticalAlign: 'middle',
      palette: { ...dark, muted: '#ccd6ea' },
      ornaments: [mesh, ...lamp, ...tube('top', 0.5, CYAN, CYAN_GLOW), ...tube('bottom', 0.42, PINK, PINK_GLOW)],
    },
    section: {
      ...page,
      align: 'center',
      rule: 'below',
      palette: {
        background: '#1d0a33',
        backdrop:
          'radial-gradient(ellipse at 50% 50%, rgba(190,40,190,0.36) 0%, rgba(190,40,190,0) 64%), linear-gradient(180deg, #12061f 0%, #1a0a30 100%)',
        text: '#ffffff',
        muted: '#e6cdf2',
        accent: PINK,
        panel: '#2a1147',
      },
      ornaments: [...tube('top', 0.5, PINK, PINK_GLOW), ...tube('bottom', 0.22, PINK, PINK_GLOW)],
    },
    quote: {
      ...page,
      palette: {
        ...dark,
        backdrop:
          'radial-gradient(ellipse at 0% 40%, rgba(0,190,220,0.30) 0%, rgba(0,190,220,0) 56%), linear-gradient(180deg, #090914 0%, #06060d 100%)',
      },
    },
    image: {
      ...page,
      palette: { background: '#06060d', text: '#ffffff', muted: '#d6e0f2', accent: CYAN, panel: '#06060d' },
    },
    statement: {
      ...page,
      palette: { ...dark, accent: PINK },
      ornaments: [...tube('top', 0.5, CYAN, CYAN_GLOW), ...tube('bottom', 0.42, CYAN, CYAN_GLOW)],
    },
    closing: {
      ...page,
      rule: 'below',
      verticalAlign: 'bottom',
      palette: { ...dark, muted: '#ccd6ea', accent: PINK },
      ornaments: [
        mesh,
        ...lamp.map((ring) => (ring.shape === 'disc' ? { ...ring, x: 1 - ring.x, y: 0.76 - ring.y } : ring)),
        ...tube('top', 0.5, PINK, PINK_GLOW),
        ...tube('bottom', 0.42, CYAN, CYAN_GLOW),
      ],
    },
  },
  code: {
    text: '#e6eeff',
    comment: '#8b98b8',
    keyword: PINK,
    string: LIME,
    number: '#ffc05c',
    name: CYAN,
  },
  type: completeTypeStyles({
    display: { font: 'mono', weight: 800, tracking: -0.045, leading: 1.1, largest: 0.122 },
    section: { font: 'mono', weight: 800, tracking: -0.04, leading: 1.12, largest: 0.112 },
    heading: { font: 'mono', weight: 800, tracking: -0.03, leading: 1.18, largest: 0.062 },
    quote: { font: 'mono', weight: 400, tracking: -0.02, leading: 1.34, largest: 0.066 },
    body: { font: 'sans', weight: 400, leading: 1.4, largest: 0.046 },
    subtitle: { font: 'sans', weight: 400, largest: 0.042 },
    folio: { font: 'mono', weight: 400, tracking: 0.04, largest: 0.021, smallest: 0.021 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'mono', weight: 800, tracking: -0.06, largest: 0.25 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'square', colors: [CYAN, PINK, LIME] },
  rule: { length: 0.12, thickness: 0.008 },
  folio: { align: 'end', form: 'padded' },
  quoteMark: 'mono',
  image: { inset: 0.6, radius: 0.016, frame: { offset: 0.014, thickness: 0.003, color: CYAN } },
  panelRadius: 0.016,
  caption: 'scrim',
};
