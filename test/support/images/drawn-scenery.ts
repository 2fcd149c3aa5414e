import type { RawPicture } from '#engine/video/picture.ts';
import { seededRandom } from '#test/support/chaos/seeded-random.ts';

type Color = readonly [red: number, green: number, blue: number];

const WIDTH = 1200;
const HEIGHT = 800;

function drawn(colorAt: (x: number, y: number) => Color, grain = 0, seed = 1): RawPicture {
  const random = seededRandom(seed);
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, at += 4) {
      const noise = grain * (random() - 0.5);
      colorAt(x / WIDTH, y / HEIGHT).forEach((value, i) => {
        rgba[at + i] = Math.min(255, Math.max(0, value + noise));
      });
      rgba[at + 3] = 255;
    }
  return { width: WIDTH, height: HEIGHT, rgba };
}

const mix = (one: Color, other: Color, share: number): Color => {
  const part = Math.min(1, Math.max(0, share));
  return [0, 1, 2].map((i) => (one[i] ?? 0) + ((other[i] ?? 0) - (one[i] ?? 0)) * part) as unknown as Color;
};

/** Noise of several sizes from 0 to 1, as clouds and leaves have it. */
function clouds(seed: number): (x: number, y: number) => number {
  const random = seededRandom(seed);
  const table = Array.from({ length: 4096 }, () => random());
  const value = (x: number, y: number): number => table[(((x * 73_856_093) ^ (y * 19_349_663)) >>> 0) % 4096] ?? 0;
  const smooth = (t: number): number => t * t * (3 - 2 * t);
  const at = (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [smooth(x - left), smooth(y - top)];
    const upper = value(left, top) + (value(left + 1, top) - value(left, top)) * across;
    const lower = value(left, top + 1) + (value(left + 1, top + 1) - value(left, top + 1)) * across;
    return upper + (lower - upper) * down;
  };
  return (x, y) => {
    let [sum, part, scale] = [0, 0.5, 4];
    for (let i = 0; i < 7; i++, part /= 2, scale *= 2) sum += part * at(x * scale * 1.5, y * scale);
    return sum;
  };
}

/** Pictures that may be cropped, as functions that draw them. */
export function scenery(): Record<string, () => RawPicture> {
  const near = clouds(11);
  const far = clouds(23);
  return {
    'two colours that run into one another': () => drawn((x, y) => mix([255, 138, 92], [123, 77, 255], (x + y) / 2)),
    'a soft gradient with grain': () => drawn((_, y) => mix([20, 30, 70], [240, 160, 110], y), 10),
    'a sky': () => drawn((x, y) => mix([70, 120, 200], [250, 250, 252], near(x, y) * 1.6 - 0.35), 6),
    leaves: () => drawn((x, y) => mix([20, 50, 15], [150, 190, 70], near(3 * x, 3 * y) * 1.8 - 0.4), 30),
    'hills at dusk': () =>
      drawn((x, y) => {
        if (y > 0.7 + 0.15 * (far(x * 2, 0.5) - 0.5)) return mix([12, 18, 30], [40, 44, 60], near(4 * x, 4 * y));
        if (y > 0.5 + 0.25 * (near(x, 0.2) - 0.5)) return mix([60, 70, 110], [90, 90, 120], far(3 * x, 3 * y));
        return mix([250, 190, 120], [90, 90, 160], 1 - y * 1.6);
      }, 8),
    'lights out of focus': () =>
      drawn((x, y) => {
        let color: Color = [18, 14, 26];
        for (let i = 0; i < 24; i++) {
          const [across, down] = [((i * 7919) % 97) / 97, ((i * 104_729) % 89) / 89];
          const away = Math.hypot((x - across) * 1.5, y - down) / (0.03 + (i % 5) * 0.018);
          if (away < 1) color = mix(color, [255, 170 + (i % 4) * 20, 90 + (i % 3) * 60], 0.45 * (1 - away ** 6));
        }
        return color;
      }, 12),
    'a round thing on a plain ground': () =>
      drawn((x, y) => {
        const away = Math.hypot((x - 0.5) * 1.5, y - 0.5) / 0.28;
        if (away < 1)
          return mix([255, 210, 150], [120, 40, 20], Math.hypot(x - 0.42, y - 0.4) * 2.6 + 0.2 * near(3 * x, 3 * y));
        return mix([228, 226, 222], [196, 194, 190], y + 0.1 * x);
      }, 5),
    'a wall of bricks': () =>
      drawn((x, y) => {
        const row = Math.floor(y * 16);
        const isJoint = (y * 16) % 1 < 0.1 || (x * 10 + (row % 2) / 2) % 1 < 0.06;
        return isJoint
          ? mix([170, 165, 155], [200, 195, 190], near(6 * x, 6 * y))
          : mix([110, 45, 30], [180, 90, 60], near(5 * x, 5 * y));
      }, 20),
    'a drawn landscape': () =>
      drawn((x, y) => {
        if (Math.hypot((x - 0.7) * 1.5, y - 0.3) < 0.1) return [255, 225, 130];
        if (y > 0.75 - 0.1 * Math.sin(3 * x)) return mix([46, 110, 80], [30, 80, 70], y);
        if (y > 0.6 - 0.12 * Math.sin(5 * x + 1)) return mix([80, 150, 120], [60, 120, 110], y);
        return mix([255, 190, 150], [120, 160, 220], 1 - y);
      }),
  };
}
