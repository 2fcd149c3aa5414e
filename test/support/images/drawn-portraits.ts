import type { RawPicture } from '#engine/video/picture.ts';
import { seededRandom } from '#test/support/chaos/seeded-random.ts';

type Color = readonly [red: number, green: number, blue: number];

/** A drawn person in front of a ground, and the box around the head, in pixels. */
export interface Portrait {
  name: string;
  picture: RawPicture;
  head: { x: number; y: number; width: number; height: number };
}

const SIZE = { width: 900, height: 900 };
const SKINS: Record<string, Color> = {
  pale: [236, 196, 170],
  tanned: [198, 144, 108],
  brown: [141, 92, 62],
  dark: [92, 58, 42],
};
type Ground = (x: number, y: number) => Color;
const GROUNDS: Record<string, Ground> = {
  'a grey wall': (_, y) => [190 - 20 * y, 192 - 20 * y, 196 - 20 * y],
  'the sea': (x, y) => [40 + 40 * y, 100 + 50 * y + 10 * x, 150 + 30 * x],
  'a meadow': (x, y) => [70 + 30 * x, 120 + 20 * y, 50],
};

const isIn = (x: number, y: number, cx: number, cy: number, rx: number, ry: number): boolean =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;

function colorOf(x: number, y: number, cx: number, cy: number, skin: Color, ground: Color): Color {
  const [dark, shirt]: [Color, Color] = [
    [38, 28, 24],
    [52, 60, 84],
  ];
  const eye = isIn(x, y, cx - 28, cy - 12, 9, 6) || isIn(x, y, cx + 28, cy - 12, 9, 6);
  if (eye || isIn(x, y, cx, cy + 42, 24, 6)) return dark;
  if (isIn(x, y, cx, cy, 70, 92)) return skin;
  if (isIn(x, y, cx, cy - 26, 84, 92)) return dark;
  return isIn(x, y, cx, cy + 330, 170, 240) ? shirt : ground;
}

/** Draws the picture of one portrait, pixel by pixel. */
function pictureOf(number: number, [cx, cy]: readonly [number, number], skin: Color, ground: Ground): RawPicture {
  const random = seededRandom(3 + number);
  const rgba = new Uint8Array(SIZE.width * SIZE.height * 4).fill(255);
  for (let y = 0, to = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++, to += 4) {
      const noise = 8 * (random() - 0.5);
      const [red, green, blue] = colorOf(x, y, cx, cy, skin, ground(x / SIZE.width, y / SIZE.height));
      rgba[to] = red + noise;
      rgba[to + 1] = green + noise;
      rgba[to + 2] = blue + noise;
    }
  return { ...SIZE, rgba };
}

/**
 * Portraits with heads in several places, of several skins, on several grounds.
 * @param isWanted says by its number which of them are drawn
 */
export function drawnPortraits(isWanted: (number: number) => boolean): Portrait[] {
  const portraits: Portrait[] = [];
  let number = -1;
  const places = [
    [250, 190],
    [640, 240],
    [450, 620],
  ] as const;
  for (const [tone, skin] of Object.entries(SKINS))
    for (const [at, [name, ground]] of Object.entries(GROUNDS).entries()) {
      number += 1;
      if (!isWanted(number)) continue;
      const place = places[(at + number) % places.length] ?? places[0];
      const [cx, cy] = place;
      const head = { x: cx - 84, y: cy - 118, width: 168, height: 210 };
      portraits.push({ name: `${tone} before ${name}`, picture: pictureOf(number, place, skin, ground), head });
    }
  return portraits;
}
