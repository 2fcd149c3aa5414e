import type { Palette, Template } from './template.ts';

const paper: Palette = {
  background: '#fbfaf6',
  text: '#17181c',
  muted: '#6d6a63',
  accent: '#c2371d',
  panel: '#efece4',
};

export const plain: Template = {
  id: 'plain',
  name: 'Plain',
  description: 'Serif headings in ink on warm paper, with one vermilion accent.',
  scheme: 'light',
  palettes: {
    content: paper,
    title: paper,
    quote: { ...paper, background: '#f4f0e6' },
    section: {
      background: '#b8331b',
      backdrop: 'linear-gradient(150deg, rgba(255,255,255,0.07) 0%, rgba(0,0,0,0.10) 100%)',
      text: '#fffaf2',
      muted: '#ffe3d6',
      accent: '#ffc9a8',
      panel: '#a52d18',
    },
    image: { background: '#17181c', text: '#ffffff', muted: '#e4e1da', accent: '#ff8f6b', panel: '#17181c' },
  },
  type: {
    display: {
      font: 'serif',
      weight: 600,
      italic: false,
      tracking: -0.018,
      leading: 1.08,
      largest: 0.128,
      smallest: 0.036,
    },
    section: {
      font: 'serif',
      weight: 600,
      italic: false,
      tracking: -0.016,
      leading: 1.1,
      largest: 0.112,
      smallest: 0.036,
    },
    heading: {
      font: 'serif',
      weight: 600,
      italic: false,
      tracking: -0.012,
      leading: 1.14,
      largest: 0.078,
      smallest: 0.034,
    },
    quote: { font: 'serif', weight: 400, italic: true, tracking: 0, leading: 1.26, largest: 0.084, smallest: 0.034 },
    body: { font: 'sans', weight: 400, italic: false, tracking: 0, leading: 1.38, largest: 0.048, smallest: 0.019 },
    subtitle: { font: 'sans', weight: 400, italic: false, tracking: 0, leading: 1.4, largest: 0.042, smallest: 0.02 },
    folio: {
      font: 'sans',
      weight: 400,
      italic: false,
      tracking: 0.02,
      leading: 1.2,
      largest: 0.0205,
      smallest: 0.0205,
    },
  },
  marker: 'dot',
  rule: { length: 0.074, thickness: 0.0075 },
  band: 0.03,
};
