import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const NAVY = '#0d2846';
const SKY = '#1c7fd6';

const white: SlideKindPalette = {
  background: '#ffffff',
  text: '#233142',
  heading: NAVY,
  muted: '#5a6878',
  accent: SKY,
  panel: '#eef2f6',
};
const navy: SlideKindPalette = {
  background: NAVY,
  text: '#ffffff',
  muted: '#c6d6e8',
  accent: '#5fb0f5',
  panel: '#14365b',
};

const footer: Ornament = { shape: 'line', edge: 'bottom', at: 0.74, inset: 1, thickness: 0.0018, color: '#cfd8e1' };
const page: SceneDesign = { palette: white, align: 'start', rule: 'none', ornaments: [footer] };

/** The built-in template Corporate. */
export const builtInCorporateTemplate: SlideTemplate = {
  id: 'corporate',
  name: 'Corporate',
  description: 'White pages under a navy band that carries the heading, square bullets and a footer line.',
  scheme: 'light',
  scenes: {
    content: page,
    code: page,
    number: {
      ...page,
      palette: { ...white, heading: '#1568b8' },
      ornaments: [footer, { shape: 'band', edge: 'start', size: 0.045, color: NAVY }],
    },
    title: {
      ...page,
      palette: navy,
      rule: 'above',
      verticalAlign: 'bottom',
      ornaments: [
        { shape: 'block', x: 0.62, y: -0.3, width: 0.6, height: 1.6, radius: 0, turned: 14, color: '#102f52' },
        { shape: 'block', x: 0.8, y: -0.3, width: 0.6, height: 1.6, radius: 0, turned: 14, color: '#14365b' },
        { shape: 'block', x: 0.93, y: -0.3, width: 0.6, height: 1.6, radius: 0, turned: 14, color: '#1b4a7a' },
        { shape: 'band', edge: 'bottom', size: 0.02, color: SKY },
      ],
    },
    section: {
      ...page,
      palette: { background: '#15589e', text: '#ffffff', muted: '#dbeafa', accent: '#9ccdfb', panel: '#114a86' },
      rule: 'below',
      verticalAlign: 'top',
      ornaments: [
        { shape: 'block', x: -0.1, y: 0.68, width: 1.4, height: 0.9, radius: 0, turned: -8, color: '#114a86' },
        { shape: 'block', x: 0.4, y: 0.86, width: 1.2, height: 0.9, radius: 0, turned: -8, color: NAVY },
      ],
    },
    quote: {
      ...page,
      palette: { ...white, background: '#eef2f6', panel: '#e2e8ef' },
      ornaments: [{ shape: 'band', edge: 'start', size: 0.045, color: SKY }],
    },
    image: { ...page, palette: { ...navy, panel: NAVY }, ornaments: [] },
    statement: {
      ...page,
      palette: navy,
      ornaments: [{ shape: 'band', edge: 'start', size: 0.045, color: SKY }],
    },
    closing: {
      ...page,
      palette: navy,
      rule: 'below',
      verticalAlign: 'top',
      ornaments: [
        { shape: 'block', x: -0.1, y: 0.62, width: 1.4, height: 0.9, radius: 0, turned: 8, color: '#102f52' },
        { shape: 'block', x: -0.4, y: 0.7, width: 1.2, height: 0.9, radius: 0, turned: 8, color: '#14365b' },
        { shape: 'block', x: -0.7, y: 0.78, width: 1.2, height: 0.9, radius: 0, turned: 8, color: '#1b4a7a' },
        { shape: 'band', edge: 'top', size: 0.02, color: SKY },
      ],
    },
  },
  code: {
    text: '#233142',
    comment: '#5f6d7c',
    keyword: '#1568b8',
    string: '#1f6f50',
    number: '#9a4a00',
    name: '#6b3a9c',
  },
  type: completeTypeStyles({
    display: { font: 'manrope', weight: 700, tracking: -0.026, leading: 1.1, largest: 0.136 },
    section: { font: 'manrope', weight: 700, tracking: -0.024, leading: 1.12, largest: 0.124 },
    heading: { font: 'manrope', weight: 700, tracking: -0.016, leading: 1.18, largest: 0.072 },
    quote: { font: 'manrope', weight: 400, tracking: -0.012, leading: 1.34, largest: 0.068 },
    body: { font: 'manrope', weight: 400, largest: 0.045, leading: 1.42 },
    subtitle: { font: 'manrope', weight: 400, largest: 0.04 },
    folio: { font: 'manrope', weight: 700, tracking: 0.01, largest: 0.02, smallest: 0.02 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'manrope', weight: 700, tracking: -0.045, largest: 0.32 },
  }),
  arrangement: { kind: 'header', size: 0.2, background: NAVY, text: '#ffffff' },
  marker: { shape: 'square', colors: [] },
  rule: { length: 0.12, thickness: 0.01 },
  folio: { align: 'end', form: 'plain' },
  quoteMark: 'manrope',
  image: { inset: 0, radius: 0 },
  panelRadius: 0.008,
  caption: 'box',
};
