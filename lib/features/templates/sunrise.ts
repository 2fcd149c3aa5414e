import type { Ornament, SceneDesign, SlideKindPalette, SlideTemplate } from '#engine/video/drawing/design.ts';
import { completeTypeStyles } from './type-scale.ts';

const PLUM = '#3a0f2e';
const EMBER = '#c02645';

const morning: SlideKindPalette = {
  background: '#fff3e9',
  backdrop:
    'radial-gradient(ellipse at 100% 0%, rgba(255,178,122,0.42) 0%, rgba(255,178,122,0) 56%), radial-gradient(ellipse at 0% 110%, rgba(255,150,150,0.26) 0%, rgba(255,150,150,0) 52%), linear-gradient(160deg, #fff6ee 0%, #ffeee2 100%)',
  text: PLUM,
  heading: '#5a1238',
  muted: '#7a3f55',
  accent: EMBER,
  panel: '#ffe2cf',
};

/** A sky an hour after sunrise: light enough everywhere for dark letters. */
const SKY =
  'radial-gradient(ellipse at 88% 8%, rgba(255,226,150,0.95) 0%, rgba(255,226,150,0) 52%), radial-gradient(ellipse at 6% 104%, rgba(255,128,150,0.85) 0%, rgba(255,128,150,0) 62%), radial-gradient(ellipse at 62% 120%, rgba(255,156,104,0.9) 0%, rgba(255,156,104,0) 60%), linear-gradient(150deg, #ffd0a6 0%, #ffb08c 60%, #ff9f93 100%)';

/** The sun at the end of lines, with its halo. */
const sun: readonly Ornament[] = [
  { shape: 'disc', x: 0.86, y: 0.22, radius: 0.44, color: 'rgba(255,255,255,0.14)' },
  { shape: 'disc', x: 0.86, y: 0.22, radius: 0.31, color: 'rgba(255,255,255,0.2)' },
  { shape: 'disc', x: 0.86, y: 0.22, radius: 0.19, color: '#fff0cf' },
];
/** The sun half behind the lower edge. */
const rising: readonly Ornament[] = [
  { shape: 'disc', x: 0.5, y: 1.1, radius: 0.62, color: 'rgba(255,150,100,0.08)' },
  { shape: 'disc', x: 0.5, y: 1.1, radius: 0.46, color: 'rgba(255,150,100,0.09)' },
  { shape: 'disc', x: 0.5, y: 1.1, radius: 0.3, color: 'rgba(255,150,100,0.11)' },
];

const page: SceneDesign = { palette: morning, align: 'start', rule: 'none', ornaments: [] };

/** The built-in template Sunrise. */
export const builtInSunriseTemplate: SlideTemplate = {
  id: 'sunrise',
  name: 'Sunrise',
  description: 'Plum letters in a warm gradient from peach to coral, with a sun on titles and round panels.',
  scheme: 'light',
  scenes: {
    content: page,
    code: { ...page, palette: { ...morning, panel: '#35102b' } },
    number: {
      ...page,
      palette: { ...morning, background: '#ffb896', backdrop: SKY, heading: PLUM, muted: '#541233' },
      verticalAlign: 'bottom',
      ornaments: sun,
    },
    title: {
      ...page,
      palette: { ...morning, background: '#ffb896', backdrop: SKY, heading: PLUM, muted: '#541233', accent: PLUM },
      verticalAlign: 'bottom',
      rule: 'above',
      ornaments: sun,
    },
    section: {
      ...page,
      align: 'center',
      palette: {
        background: '#8c1d48',
        backdrop:
          'radial-gradient(ellipse at 50% 118%, rgba(255,110,60,0.18) 0%, rgba(255,110,60,0) 66%), linear-gradient(180deg, #4f123c 0%, #831d46 68%, #831d46 100%)',
        text: '#fff4e8',
        muted: '#ffede2',
        accent: '#ffc08a',
        panel: '#6b1740',
      },
      ornaments: rising,
    },
    quote: {
      ...page,
      palette: {
        ...morning,
        background: '#ffe4d2',
        backdrop:
          'radial-gradient(ellipse at 0% 0%, rgba(255,196,128,0.75) 0%, rgba(255,196,128,0) 60%), linear-gradient(150deg, #ffe6d2 0%, #ffd5cb 100%)',
        muted: '#6b2c48',
      },
    },
    image: {
      ...page,
      palette: { background: '#2b0b22', text: '#ffffff', muted: '#ffe3d6', accent: '#ffb27a', panel: '#2b0b22' },
    },
    statement: { ...page, ornaments: rising },
    closing: {
      ...page,
      verticalAlign: 'top',
      rule: 'below',
      palette: {
        background: '#7a1b46',
        backdrop: 'linear-gradient(180deg, #43103a 0%, #7a1b46 60%, #93263f 100%)',
        text: '#fff4e8',
        muted: '#ffede2',
        accent: '#ffc08a',
        panel: '#5f163c',
      },
      ornaments: [
        { shape: 'disc', x: 0.8, y: 1, radius: 0.46, color: 'rgba(255,150,100,0.10)' },
        { shape: 'disc', x: 0.8, y: 1, radius: 0.34, color: 'rgba(255,150,100,0.13)' },
        { shape: 'disc', x: 0.8, y: 1, radius: 0.23, color: '#b0443f' },
      ],
    },
  },
  code: {
    text: '#ffeee2',
    comment: '#c69db0',
    keyword: '#ff9fb0',
    string: '#ffd08a',
    number: '#ffab7a',
    name: '#c9c4ff',
  },
  type: completeTypeStyles({
    display: { font: 'outfit', weight: 600, tracking: -0.03, leading: 1.04, largest: 0.15 },
    section: { font: 'outfit', weight: 600, tracking: -0.028, leading: 1.06, largest: 0.136 },
    heading: { font: 'outfit', weight: 600, tracking: -0.02, leading: 1.12, largest: 0.078 },
    quote: { font: 'outfit', weight: 400, tracking: -0.012, leading: 1.26, largest: 0.084 },
    body: { font: 'nunito', weight: 400, leading: 1.38, largest: 0.048 },
    subtitle: { font: 'nunito', weight: 400, largest: 0.044 },
    folio: { font: 'nunito', weight: 700, tracking: 0.02, largest: 0.022, smallest: 0.022 },
    code: { font: 'mono', weight: 400 },
    figure: { font: 'outfit', weight: 600, tracking: -0.045, leading: 1, largest: 0.42 },
  }),
  arrangement: { kind: 'stacked' },
  marker: { shape: 'dot', colors: [EMBER, '#e0662a', '#8c2a6b'] },
  rule: { length: 0.11, thickness: 0.011 },
  folio: { align: 'end', form: 'plain' },
  quoteMark: 'outfit',
  image: { inset: 0.62, radius: 0.05 },
  panelRadius: 0.034,
  caption: 'scrim',
};
