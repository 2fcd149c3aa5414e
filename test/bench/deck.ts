import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Renderer } from '@takumi-rs/core';
import { fromHtml } from '@takumi-rs/helpers/html';
import sharp from 'sharp';
import type { RawPicture } from '../../lib/video/picture.ts';

const require = createRequire(import.meta.url);
const WORDS =
  'revenue customers margin quarter growth region forecast pipeline retention latency support hiring budget roadmap risk'.split(
    ' ',
  );
const THEMES = [
  { background: 'linear-gradient(135deg, #0f172a, #1e3a8a)', text: 'white', accent: '#38bdf8' },
  { background: '#ffffff', text: '#0f172a', accent: '#dc2626' },
  { background: 'linear-gradient(180deg, #fef3c7, #fde68a)', text: '#1c1917', accent: '#7c3aed' },
  { background: '#111111', text: '#e5e5e5', accent: '#22c55e' },
] as const;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Text slides that all differ: titles, and three to six bullets of varying length, on light and dark grounds. */
function slideHtml(index: number, scale: number): string {
  const { background, text, accent } = pick(THEMES, index);
  const px = (size: number): string => `${Math.round(size * scale)}px`;
  const words = (count: number, seed: number): string =>
    Array.from({ length: count }, (_, i) => pick(WORDS, index * 7 + seed * 3 + i * (seed + 1))).join(' ');
  const bullets = Array.from({ length: 3 + (index % 4) }, (_, bullet) => {
    const dot = `width:${px(16)};height:${px(16)};border-radius:${px(8)};background:${accent};margin-right:${px(28)}`;
    const line = `display:flex;align-items:center;margin-bottom:${px(28)};font-size:${px(44)}`;
    return `<div style="${line}"><div style="${dot}"></div><span>${words(4 + ((index + bullet) % 7), bullet + 1)}</span></div>`;
  });
  const page = `display:flex;flex-direction:column;width:100%;height:100%;padding:${px(96)};background:${background};color:${text};font-family:Inter`;
  const heading = `font-size:${px(88)};font-weight:700;margin:0 0 ${px(48)} 0`;
  return `<div style="${page}"><h1 style="${heading}">${index + 1}. ${words(3, 5)}</h1>${bullets.join('')}</div>`;
}

export interface Deck {
  size: { width: number; height: number };
  slides: number;
  /** Draws a slide as raw RGBA. */
  draw(index: number): Promise<RawPicture>;
  /** Writes all slides as `%03d.png`, counted from 0. */
  writePngs(folder: string): Promise<void>;
}

export async function makeDeck(slides: number, size: { width: number; height: number }): Promise<Deck> {
  const renderer = new Renderer();
  for (const weight of [400, 700]) {
    const file = require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`);
    await renderer.registerFont({ name: 'Inter', weight, data: await readFile(file) });
  }
  const scale = Math.min(size.width, size.height) / 1080;
  const draw = (index: number) => renderer.render(fromHtml(slideHtml(index, scale)).node, { ...size, format: 'raw' });
  return {
    size,
    slides,
    draw: async (index) => ({ ...size, rgba: await draw(index) }),
    async writePngs(folder) {
      for (let index = 0; index < slides; index++) {
        // All in one pixel format: ffmpeg starts its filters anew where the format changes between pictures.
        const picture = sharp(await draw(index), { raw: { ...size, channels: 4 } }).removeAlpha();
        await picture.png({ compressionLevel: 6 }).toFile(join(folder, `${String(index).padStart(3, '0')}.png`));
      }
    },
  };
}
