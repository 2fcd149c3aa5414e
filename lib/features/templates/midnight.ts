import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const night: SlideKindPalette = {
  background: '#0b1020',
  backdrop:
    'radial-gradient(circle at 100% 0%, rgba(72,118,255,0.26) 0%, rgba(72,118,255,0) 58%), linear-gradient(165deg, #0d1328 0%, #0a0e1c 100%)',
  text: '#f2f5fc',
  muted: '#9aa8c7',
  accent: '#63e0cb',
  panel: '#141c35',
};

/** A planet in the dark, with the light of its air around it; text is readable on it. */
const planet = (x: number, y: number, radius: number): Ornament[] => [
  { shape: 'disc', x, y, radius: radius * 1.16, color: 'rgba(99,224,203,0.05)' },
  { shape: 'disc', x, y, radius: radius * 1.05, color: 'rgba(99,224,203,0.08)' },
  { shape: 'disc', x, y, radius, color: '#101c42' },
  { shape: 'disc', x, y, radius, color: '#184a57', ring: 0.006 },
];
/** Three stars near a corner. */
const stars = (x: number, y: number): Ornament[] => [
  { shape: 'disc', x, y, radius: 0.008, color: '#63e0cb' },
  { shape: 'disc', x: x - 0.1, y: y + 0.02, radius: 0.005, color: '#9aa8c7' },
  { shape: 'disc', x: x + 0.04, y: y + 0.04, radius: 0.004, color: '#9aa8c7' },
];

const sky: SceneDesign = { palette: night, align: 'start', rule: 'above', ornaments: [] };

/** The built-in template Midnight. */
export const builtInMidnightTemplate: SlideTemplate = {
  id: 'midnight',
  name: 'Midnight',
  description: 'Tight sans-serif headings on deep blue with a soft glow and one mint accent.',
  scheme: 'dark',
  scenes: {
    content: sky,
    code: { ...sky, palette: { ...night, panel: '#16213f' } },
    number: {
      ...sky,
      palette: {
        ...night,
        heading: '#63e0cb',
        backdrop:
          'radial-gradient(circle at 100% 100%, rgba(86,120,255,0.34) 0%, rgba(86,120,255,0) 60%), linear-gradient(165deg, #0d1328 0%, #0a0e1c 100%)',
      },
      rule: 'none',
    },
    title: {
      ...sky,
      verticalAlign: 'top',
      palette: {
        ...night,
        muted: '#b9c6e4',
        backdrop:
          'radial-gradient(circle at 96% 104%, rgba(86,120,255,0.55) 0%, rgba(86,120,255,0) 66%), linear-gradient(165deg, #0a0f20 0%, #0d1530 100%)',
      },
      ornaments: [...planet(0.84, 1.02, 0.58), ...stars(0.9, 0.03)],
    },
    section: {
      ...sky,
      align: 'center',
      rule: 'below',
      palette: {
        ...night,
        background: '#0f1a3d',
        backdrop:
          'radial-gradient(circle at 50% 50%, rgba(99,224,203,0.26) 0%, rgba(99,224,203,0) 62%), linear-gradient(135deg, #10204d 0%, #0d1430 100%)',
        muted: '#b9c6e4',
      },
      ornaments: planet(0.5, 0.5, 0.46),
    },
    quote: {
      ...sky,
      palette: {
        ...night,
        backdrop:
          'radial-gradient(circle at 0% 0%, rgba(86,120,255,0.30) 0%, rgba(86,120,255,0) 55%), linear-gradient(165deg, #0e1530 0%, #0a0e1c 100%)',
      },
      rule: 'none',
    },
    image: {
      ...sky,
      palette: { background: '#080c18', text: '#ffffff', muted: '#d4dbea', accent: '#63e0cb', panel: '#080c18' },
      rule: 'none',
    },
    statement: {
      ...sky,
      rule: 'none',
      palette: {
        ...night,
        backdrop:
          'radial-gradient(circle at 0% 100%, rgba(99,224,203,0.24) 0%, rgba(99,224,203,0) 60%), linear-gradient(165deg, #0d1328 0%, #0a0e1c 100%)',
      },
    },
    closing: {
      ...sky,
      rule: 'below',
      verticalAlign: 'bottom',
      palette: {
        ...night,
        muted: '#b9c6e4',
        backdrop:
          'radial-gradient(circle at 4% 0%, rgba(45,190,180,0.34) 0%, rgba(45,190,180,0) 62%), linear-gradient(345deg, #0a0f20 0%, #0d1530 100%)',
      },
      ornaments: [...planet(0.12, -0.1, 0.5), ...stars(0.88, 0.03)],
    },
  },
  code: {
    text: '#dfe6f7',
    comment: '#8594b8',
    keyword: '#8fa9ff',
    string: '#63e0cb',
    number: '#ffc48a',
    name: '#e7a9f0',
  },
  type: completeTypeStyles({
    display: { font: 'sans', weight: 700, tracking: -0.03, leading: 1.06, largest: 0.124 },
    section: { font: 'sans', weight: 700, tracking: -0.026, largest: 0.108 },
    heading: { font: 'sans', weight: 700, tracking: -0.022, largest: 0.078 },
    quote: { font: 'sans', weight: 400, tracking: -0.014, leading: 1.3, largest: 0.076 },
    body: { font: 'sans', weight: 400, leading: 1.4, largest: 0.047 },
    subtitle: { font: 'sans', weight: 400 },
    folio: { font: 'mono', weight: 400, tracking: 0.04, largest: 0.02, smallest: 0.02 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'sans', weight: 700, tracking: -0.045 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'dash', colors: [] },
  rule: { length: 0.06, thickness: 0.0065 },
  folio: { align: 'end', form: 'padded' },
  quoteMark: 'serif',
  image: { inset: 0, radius: 0 },
  panelRadius: 0.02,
  caption: 'scrim',
};
