import { beforeAll, describe, expect, it } from 'vitest';
import {
  createSlideAndCaptionPainter,
  type SlideAndCaptionPainter,
} from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

const size = { width: 1280, height: 720 };
let painter: SlideAndCaptionPainter;
beforeAll(async () => {
  painter = await createSlideAndCaptionPainter();
});

const isInk = (rgba: Uint8Array, at: number): boolean => (rgba[4 * at] ?? 255) < 110;

/** The ink of the first letters of a title: rows of pixels from the first to the last inked one. @param width pixels from the left edge */
async function inkOfTitle(title: string, width: number, id: string): Promise<string[]> {
  const slide = { title, bullet_points: [], layout: 'bullets', language: 'en', is_first: false } as const;
  const { rgba } = await painter.paint(slide, size, requireBuiltInTemplate(id));
  const rows = Array.from({ length: size.height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (isInk(rgba, y * size.width + x) ? '#' : ' ')).join(''),
  );
  const inked = rows.flatMap((row, y) => (row.includes('#') ? [y] : []));
  return rows.slice(inked[0], (inked.at(-1) ?? 0) + 1);
}

/** The part of pixels that differ between two pictures of words. */
function differenceOf(one: readonly string[], other: readonly string[]): number {
  const count = (rows: readonly string[]) => rows.join('').replaceAll(' ', '').length;
  let different = Math.abs(one.length - other.length) * 10;
  one.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) if (row[x] !== other[y]?.[x]) different++;
  });
  return different / count(one);
}

describe('in a title in a display face', () => {
  const id = 'playful';
  it.each(['Ж', 'ש', '字', 'ع', 'हि'])(
    'one letter %s leaves the face of the other letters as it is',
    async (letter) => {
      // The words end at about a third of the slide; what follows them is out of sight.
      const width = 380;
      const alone = await inkOfTitle('Hamburgefontsstiv of us', width, id);
      expect(differenceOf(alone, await inkOfTitle(`Hamburgefontsstiv of us ${letter}`, width, id))).toBeLessThan(0.06);
    },
  );
});

it('a letter that no font has is drawn as a box, also within a text of an alphabet', async () => {
  const slide = {
    title: 'Letters of \u{16FE4}\u{1E6C0} now',
    bullet_points: [],
    layout: 'bullets',
    language: 'en',
    is_first: false,
  } as const;
  const { rgba } = await painter.paint(slide, size, requireBuiltInTemplate('playful'));
  expect(rgba.some((_, at) => at % 4 === 0 && isInk(rgba, at / 4))).toBe(true);
});

it('a text that is mostly of another script has one face', async () => {
  const [one, other] = [await inkOfTitle('API の使い方', 200, 'playful'), await inkOfTitle('API', 200, 'playful')];
  expect(differenceOf(other, one)).toBeGreaterThan(0.1);
});
