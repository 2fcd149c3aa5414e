import { beforeAll, describe, expect, it } from 'vitest';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import {
  createSlideAndCaptionPainter,
  type SlideAndCaptionPainter,
} from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

const size = { width: 640, height: 360 };
let painter: SlideAndCaptionPainter;
beforeAll(async () => {
  painter = await createSlideAndCaptionPainter();
});

async function pixels(points: string[], more: Partial<DrawableSlide> = {}): Promise<Buffer> {
  const slide = { title: 'T', bullet_points: points, layout: 'bullets', language: 'en', is_first: false } as const;
  const drawn = await painter.paint({ ...slide, markup: 'inline', ...more }, size, requireBuiltInTemplate('plain'));
  return Buffer.from(drawn.rgba);
}

/** The number of pixels of a colour, and the box around them. */
function areaOf(rgba: Buffer, isIt: (red: number, green: number, blue: number) => boolean) {
  const found = { count: 0, left: size.width, right: 0, top: size.height, bottom: 0 };
  for (let at = 0; at < size.width * size.height; at++) {
    if (!isIt(rgba[4 * at] ?? 0, rgba[4 * at + 1] ?? 0, rgba[4 * at + 2] ?? 0)) continue;
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    found.count++;
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y);
  }
  return found;
}

const isYellow = (red: number, green: number, blue: number): boolean => red > 240 && green > 200 && blue < 130;
const isRed = (red: number, green: number, blue: number): boolean => red > 180 && green < 70 && blue < 70;
const isDark = (red: number, green: number, blue: number): boolean => red < 90 && green < 90 && blue < 90;

describe('marks in a picture', () => {
  it('highlight what they surround', async () => {
    const [none, one, more] = [['x words here'], ['==x== words here'], ['==x words here==']].map((points) =>
      pixels(points),
    );
    expect(areaOf((await none) ?? Buffer.alloc(0), isYellow).count).toBe(0);
    const [short, long] = [
      areaOf((await one) ?? Buffer.alloc(0), isYellow),
      areaOf((await more) ?? Buffer.alloc(0), isYellow),
    ];
    expect(short.count).toBeGreaterThan(50);
    expect(long.right - long.left).toBeGreaterThan(4 * (short.right - short.left));
  });

  it('set letters smaller, below and above the line, in lines as high as before', async () => {
    const ink = async (text: string) => areaOf(await pixels([text], { title: '' }), isDark);
    const [usual, sub, sup] = [await ink('x2'), await ink('x~2~'), await ink('x^2^')];
    expect(sub.bottom).toBeGreaterThan(usual.bottom);
    expect(sup.right).toBeLessThan(usual.right);
    expect(sub.right).toBeLessThan(usual.right);
    const lines = async (text: string) =>
      areaOf(await pixels([text, 'b', 'c', 'd', 'H'], { title: '' }), isDark).bottom;
    expect(await lines('x~2~ and y^2^')).toBe(await lines('x2 and y2'));
  });

  it('draw a bar along all lines of a callout, and its name', async () => {
    const words = 'long '.repeat(40).trim();
    const [short, long] = [
      await pixels(['[!CAUTION] a'], { title: '' }),
      await pixels([`[!CAUTION] ${words}`], { title: '' }),
    ];
    const [one, more] = [areaOf(short, isRed), areaOf(long, isRed)];
    expect(more.bottom - more.top).toBeGreaterThan(1.6 * (one.bottom - one.top));
    expect(areaOf(await pixels(['[!CAUTION] a'], { language: 'de', title: '' }), isRed).right).not.toBe(one.right);
  });

  it('draw a box before a task, filled where it is done', async () => {
    const [open, done, bullet] = await Promise.all(
      ['[ ] a', '[x] a', 'a'].map((point) => pixels([point, 'b'], { bullet_style: 'none', title: '' })),
    );
    const count = (rgba: Buffer | undefined) => areaOf(rgba ?? Buffer.alloc(0), isRed).count;
    expect(count(done)).toBeGreaterThan(2 * count(open));
    expect(count(open)).toBeGreaterThan(count(bullet) + 10);
  });

  it('are drawn as typed after a backslash', async () => {
    const escaped = await pixels(['\\=\\=x\\=\\= \\[x\\]']);
    expect(escaped.equals(await pixels(['==x== [x]'], { markup: 'none' }))).toBe(true);
  });
});
