import type { PictureDimensions } from '#engine/video/format.ts';
import type { Part } from './draw-with-text.ts';

/** A drawing of a user interface or a diagram, without its pixels. */
export interface Drawing {
  size: PictureDimensions;
  ground: string;
  parts: Part[];
}

/** Colours of an interface: the ground, its cards, the text, the faint text and the accent. */
interface Look {
  ground: string;
  card: string;
  text: string;
  muted: string;
  accent: string;
  border?: string;
}

const LIGHT: Look = { ground: '#f4f6fb', card: '#ffffff', text: '#1f2937', muted: '#9aa3b2', accent: '#4f46e5' };
const DARK: Look = { ground: '#0f1117', card: '#191c24', text: '#d7dae2', muted: '#5b6273', accent: '#7aa2f7' };
/** White on white with hairlines: the flattest of all. */
const BARE: Look = {
  ground: '#ffffff',
  card: '#ffffff',
  text: '#333333',
  muted: '#b8b8b8',
  accent: '#0a7cff',
  border: '#ececec',
};
export const LOOKS = { light: LIGHT, dark: DARK, bare: BARE };

const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0): Part => ({
  ...{ x, y, width, height, fill, radius },
});
const line = (x: number, y: number, text: string, size: number, color: string, bold = false): Part => ({
  ...{ x, y, text, size, color, bold },
});
const card = (look: Look, x: number, y: number, width: number, height: number, radius = 12): Part => ({
  ...{ x, y, width, height, fill: look.card, radius },
  ...(look.border === undefined ? {} : { border: look.border }),
});

/** Four figures, a column chart and a list next to a bar of menus. */
export function dashboard(look: Look): Drawing {
  const parts: Part[] = [box(0, 0, 200, 800, look.card), line(28, 30, 'Harbour', 24, look.accent, true)];
  for (const [i, name] of ['Overview', 'Bookings', 'Guests', 'Reports'].entries())
    parts.push(line(28, 110 + 52 * i, name, 17, i === 0 ? look.text : look.muted));
  for (const [i, [name, figure]] of [
    ['Visitors', '12,480'],
    ['Revenue', '$38.2k'],
    ['Returns', '4.1 %'],
    ['Rating', '4.8'],
  ].entries()) {
    const x = 232 + 260 * i;
    parts.push(
      card(look, x, 40, 236, 130),
      line(x + 20, 60, name ?? '', 15, look.muted),
      line(x + 20, 96, figure ?? '', 34, look.text, true),
    );
  }
  parts.push(card(look, 232, 200, 756, 560), line(256, 222, 'Visits by month', 18, look.text, true));
  for (let i = 0; i < 12; i++) {
    const high = 90 + ((i * 7919) % 290);
    parts.push(box(262 + 59 * i, 720 - high, 34, high, i === 7 ? look.accent : look.muted, 4));
  }
  parts.push(card(look, 1012, 200, 236, 560), line(1032, 222, 'Last bookings', 18, look.text, true));
  for (let i = 0; i < 6; i++)
    parts.push(
      box(1032, 274 + 76 * i, 40, 40, look.accent, 20),
      line(1086, 280 + 76 * i, `Guest ${String(1204 + i)}`, 15, look.text),
    );
  return { size: { width: 1280, height: 800 }, ground: look.ground, parts };
}

/** Bubbles left and right of a narrow telephone. */
export function chat(look: Look): Drawing {
  const parts: Part[] = [box(0, 0, 780, 150, look.card), line(60, 80, 'Ana Pereira', 34, look.text, true)];
  for (const [i, text] of [
    'Are we still on for noon?',
    'Yes. At the pier',
    'Bring the tickets',
    'Done',
    'See you there',
  ].entries()) {
    const own = i % 2 === 1;
    const width = 60 + 17 * text.length;
    const x = own ? 740 - width : 40;
    parts.push(box(x, 220 + 190 * i, width, 110, own ? look.accent : look.card, 36));
    parts.push(line(x + 32, 254 + 190 * i, text, 32, own ? '#ffffff' : look.text));
  }
  return { size: { width: 780, height: 1500 }, ground: look.ground, parts };
}

/** A form with three fields and a button, and nothing else. */
export function form(look: Look): Drawing {
  const parts: Part[] = [card(look, 480, 150, 480, 600, 16), line(530, 200, 'Sign in', 36, look.text, true)];
  for (const [i, name] of ['E-mail', 'Password', 'Workspace'].entries()) {
    parts.push(line(530, 290 + 110 * i, name, 16, look.muted));
    parts.push({
      ...{ x: 530, y: 318 + 110 * i, width: 380, height: 50, fill: look.card, radius: 8 },
      border: look.muted,
    });
  }
  parts.push(box(530, 660, 380, 54, look.accent, 8), line(684, 674, 'Continue', 20, '#ffffff', true));
  return { size: { width: 1440, height: 900 }, ground: look.ground, parts };
}

/** Rows of a list of files. */
export function files(look: Look): Drawing {
  const parts: Part[] = [box(0, 0, 1600, 64, look.card), line(30, 18, 'Documents', 22, look.text, true)];
  for (let i = 0; i < 15; i++) {
    const y = 84 + 58 * i;
    parts.push(box(0, y + 50, 1600, 1, look.muted), box(32, y + 6, 28, 34, look.accent, 4));
    parts.push(
      line(84, y + 10, `Report-${String(2011 + i)}.pdf`, 19, look.text),
      line(900, y + 12, `${String(i + 2)} March`, 16, look.muted),
    );
    parts.push(line(1300, y + 12, `${String(120 + 31 * i)} KB`, 16, look.muted));
  }
  return { size: { width: 1600, height: 960 }, ground: look.ground, parts };
}

/** A page of a shop: a wide picture of gradients, a headline and a button. */
export function landing(look: Look): Drawing {
  const parts: Part[] = [
    box(0, 0, 1440, 72, look.card),
    line(60, 20, 'Northlight', 26, look.text, true),
    line(980, 26, 'Products    Prices    Help', 17, look.muted),
    box(0, 72, 1440, 520, 'linear-gradient(120deg, #ff8a5c, #7b4dff 60%, #1fb6ff)'),
    line(120, 220, 'Lamps that wake you gently', 58, '#ffffff', true),
    line(120, 310, 'Ships in two days. Try it for a month.', 24, '#ffffff'),
    box(120, 380, 210, 60, '#ffffff', 30),
    line(160, 396, 'Order now', 22, '#4b2fb5', true),
  ];
  for (let i = 0; i < 3; i++)
    parts.push(
      card(look, 60 + 450 * i, 630, 420, 220),
      line(90 + 450 * i, 660, ['Calm', 'Bright', 'Long'][i] ?? '', 26, look.text, true),
    );
  return { size: { width: 1440, height: 900 }, ground: look.ground, parts };
}

const CODE = [
  'export function total(lines: Line[]): number {',
  '  let sum = 0;',
  '  for (const { price, count } of lines) {',
  '    sum += price * count;',
  '  }',
  '  return sum;',
  '}',
  '',
  'const open = lines.filter((line) => !line.paid);',
  "console.log('open', total(open).toFixed(2));",
];

/** Lines of a program; `lines` few: a wide sliver. */
export function terminal(look: Look, lines: number): Drawing {
  const parts: Part[] = [];
  for (let i = 0; i < lines; i++)
    parts.push({
      x: 24,
      y: 20 + 30 * i,
      text: CODE[i % CODE.length] ?? '',
      size: 20,
      color: i % 3 ? look.text : look.accent,
      mono: true,
    });
  return { size: { width: 900, height: 40 + 30 * lines }, ground: look.card, parts };
}

/** Boxes that are joined by lines. */
export function diagram(look: Look): Drawing {
  const parts: Part[] = [];
  for (const [i, name] of ['Client', 'Gateway', 'Queue', 'Worker', 'Store', 'Report'].entries()) {
    const [x, y] = [80 + 380 * (i % 3), 120 + 330 * Math.floor(i / 3)];
    if (i % 3 < 2) parts.push(box(x + 240, y + 68, 140, 4, look.muted));
    if (i === 2) parts.push(box(x + 118, y + 140, 4, 190, look.muted));
    parts.push(box(x, y, 240, 140, i === 3 ? look.accent : look.card, 14));
    parts.push(line(x + 60, y + 52, name, 28, i === 3 ? '#ffffff' : look.text));
  }
  return { size: { width: 1160, height: 720 }, ground: look.ground, parts };
}

/** A word next to a disc. `ground` may be clear. */
export const logo = (ground: string, color: string): Drawing => ({
  size: { width: 720, height: 240 },
  ground,
  parts: [
    box(30, 40, 160, 160, color, 80),
    box(80, 90, 60, 60, '#ffffff', 10),
    line(220, 60, 'Meridian', 100, color, true),
  ],
});

/** A mark without words, of a few flat colours. */
export const mark = (ground: string): Drawing => ({
  size: { width: 600, height: 600 },
  ground,
  parts: [
    box(90, 90, 420, 420, '#e4572e', 210),
    box(180, 180, 240, 240, '#ffc914', 40),
    box(250, 250, 100, 100, '#17bebb', 50),
  ],
});
