import type { Palette, Template } from './template.ts';

const night: Palette = {
  background: '#0b1020',
  backdrop:
    'radial-gradient(circle at 100% 0%, rgba(72,118,255,0.26) 0%, rgba(72,118,255,0) 58%), linear-gradient(165deg, #0d1328 0%, #0a0e1c 100%)',
  text: '#f2f5fc',
  muted: '#9aa8c7',
  accent: '#63e0cb',
  panel: '#141c35',
};

export const midnight: Template = {
  id: 'midnight',
  name: 'Midnight',
  description: 'Tight sans-serif headings on deep blue with a soft glow and one mint accent.',
  scheme: 'dark',
  palettes: {
    content: night,
    title: {
      ...night,
      backdrop:
        'radial-gradient(circle at 92% 12%, rgba(86,120,255,0.50) 0%, rgba(86,120,255,0) 62%), radial-gradient(circle at 70% 108%, rgba(45,190,180,0.26) 0%, rgba(45,190,180,0) 50%), linear-gradient(165deg, #0d1328 0%, #090d1a 100%)',
    },
    section: {
      ...night,
      backdrop:
        'radial-gradient(circle at 0% 100%, rgba(99,224,203,0.30) 0%, rgba(99,224,203,0) 60%), linear-gradient(135deg, #10204d 0%, #0d1430 100%)',
      muted: '#b9c6e4',
    },
    quote: {
      ...night,
      backdrop:
        'radial-gradient(circle at 0% 0%, rgba(86,120,255,0.30) 0%, rgba(86,120,255,0) 55%), linear-gradient(165deg, #0e1530 0%, #0a0e1c 100%)',
    },
    image: { background: '#080c18', text: '#ffffff', muted: '#d4dbea', accent: '#63e0cb', panel: '#080c18' },
  },
  type: {
    display: {
      font: 'sans',
      weight: 700,
      italic: false,
      tracking: -0.03,
      leading: 1.06,
      largest: 0.124,
      smallest: 0.036,
    },
    section: {
      font: 'sans',
      weight: 700,
      italic: false,
      tracking: -0.026,
      leading: 1.1,
      largest: 0.108,
      smallest: 0.036,
    },
    heading: {
      font: 'sans',
      weight: 700,
      italic: false,
      tracking: -0.022,
      leading: 1.14,
      largest: 0.072,
      smallest: 0.034,
    },
    quote: {
      font: 'sans',
      weight: 400,
      italic: false,
      tracking: -0.014,
      leading: 1.3,
      largest: 0.076,
      smallest: 0.034,
    },
    body: { font: 'sans', weight: 400, italic: false, tracking: 0, leading: 1.4, largest: 0.047, smallest: 0.019 },
    subtitle: { font: 'sans', weight: 400, italic: false, tracking: 0, leading: 1.4, largest: 0.042, smallest: 0.02 },
    folio: { font: 'mono', weight: 400, italic: false, tracking: 0.04, leading: 1.2, largest: 0.02, smallest: 0.02 },
  },
  marker: 'dash',
  rule: { length: 0.06, thickness: 0.0065 },
  band: 0,
};
