import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const NAVY = '#0d2846';
/** Steps from NAVY to a lighter blue: the blocks that overlap on the slides of titles and at the end. */
const [NAVY_STEP_1, NAVY_STEP_2, NAVY_STEP_3] = ['#102f52', '#14365b', '#1b4a7a'];
const STRONG_BLUE = '#1568b8';
const SECTION_BLUE = '#114a86';
const SKY = '#1c7fd6';
const PALE_GREY = '#eef2f6';
const INK = '#233142';

/** The colours of slides on white: all but those on navy and those of sections. */
const whitePalette: SlideKindPalette = {
  background: '#ffffff',
  text: INK,
  heading: NAVY,
  muted: '#5a6878',
  accent: SKY,
  panel: PALE_GREY,
};
/** The colours of slides on navy: title, statement, image and closing. */
const navyPalette: SlideKindPalette = {
  background: NAVY,
  text: '#ffffff',
  muted: '#c6d6e8',
  accent: '#5fb0f5',
  panel: NAVY_STEP_2,
};

const footerLine: Ornament = { shape: 'line', edge: 'bottom', at: 0.74, inset: 1, thickness: 0.0018, color: '#cfd8e1' };
const pageScene: SceneDesign = { palette: whitePalette, align: 'start', rule: 'none', ornaments: [footerLine] };

/** The built-in template Corporate. */
export const builtInCorporateTemplate: SlideTemplate = {
  id: 'corporate',
  name: 'Corporate',
  description: 'White pages under a navy band that carries the heading, square bullets and a footer line.',
  scheme: 'light',
  scenes: {
    content: pageScene,
    code: pageScene,
    number: {
      ...pageScene,
      palette: { ...whitePalette, heading: STRONG_BLUE },
      ornaments: [footerLine, { shape: 'band', edge: 'start', size: 0.045, color: NAVY }],
    },
    title: {
      ...pageScene,
      palette: navyPalette,
      rule: 'above',
      verticalAlign: 'bottom',
      ornaments: [
        { shape: 'block', x: 0.62, y: -0.3, width: 0.6, height: 1.6, radius: 0, turned: 14, color: NAVY_STEP_1 },
        { shape: 'block', x: 0.8, y: -0.3, width: 0.6, height: 1.6, radius: 0, turned: 14, color: NAVY_STEP_2 },
        { shape: 'block', x: 0.93, y: -0.3, width: 0.6, height: 1.6, radius: 0, turned: 14, color: NAVY_STEP_3 },
        { shape: 'band', edge: 'bottom', size: 0.02, color: SKY },
      ],
    },
    section: {
      ...pageScene,
      palette: { background: '#15589e', text: '#ffffff', muted: '#dbeafa', accent: '#9ccdfb', panel: SECTION_BLUE },
      rule: 'below',
      verticalAlign: 'top',
      ornaments: [
        { shape: 'block', x: -0.1, y: 0.68, width: 1.4, height: 0.9, radius: 0, turned: -8, color: SECTION_BLUE },
        { shape: 'block', x: 0.4, y: 0.86, width: 1.2, height: 0.9, radius: 0, turned: -8, color: NAVY },
      ],
    },
    quote: {
      ...pageScene,
      palette: { ...whitePalette, background: PALE_GREY, panel: '#e2e8ef' },
      ornaments: [{ shape: 'band', edge: 'start', size: 0.045, color: SKY }],
    },
    image: { ...pageScene, palette: { ...navyPalette, panel: NAVY }, ornaments: [] },
    statement: {
      ...pageScene,
      palette: navyPalette,
      ornaments: [{ shape: 'band', edge: 'start', size: 0.045, color: SKY }],
    },
    closing: {
      ...pageScene,
      palette: navyPalette,
      rule: 'below',
      verticalAlign: 'top',
      ornaments: [
        { shape: 'block', x: -0.1, y: 0.62, width: 1.4, height: 0.9, radius: 0, turned: 8, color: NAVY_STEP_1 },
        { shape: 'block', x: -0.4, y: 0.7, width: 1.2, height: 0.9, radius: 0, turned: 8, color: NAVY_STEP_2 },
        { shape: 'block', x: -0.7, y: 0.78, width: 1.2, height: 0.9, radius: 0, turned: 8, color: NAVY_STEP_3 },
        { shape: 'band', edge: 'top', size: 0.02, color: SKY },
      ],
    },
  },
  code: {
    text: INK,
    comment: '#5f6d7c',
    keyword: STRONG_BLUE,
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
