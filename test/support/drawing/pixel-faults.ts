import type { Node } from '@takumi-rs/core';
import { boxNode } from '#engine/video/drawing/layout/boxes.ts';
import { composeSlide } from '#engine/video/drawing/paint/compose-slide.ts';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import { srcOfEmojiImage } from '#engine/video/drawing/text/paragraph-node.ts';
import { type PictureDimensions, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { coveredCount, decodeInk, differences, inkCount, rowsShared } from './ink.ts';
import type { SeededSlide } from './seeded-slides.ts';
import {
  colorWords,
  hidden,
  inColor,
  mapBlocks,
  textBlocksOf,
  textOfBlock,
  withoutSurroundings,
} from './text-blocks.ts';
import { lostWords } from './wanted-words.ts';

/** What can be wrong with the text of a picture. */
export type PixelFaultKind = 'overlap' | 'interleaved' | 'page_edge' | 'hidden' | 'word_without_ink' | 'word_lost';

/** A fault of a picture, with the texts that have it. */
export interface PixelFault {
  kind: PixelFaultKind;
  texts: readonly string[];
  /** Pixels, rows or words. */
  amount: number;
}

const RESOLUTION = '480p';
/** A colour that no template has, so that letters differ from all that is behind them. */
const LETTERS = '#00ff00';
/** Pixels that two blocks may share, and that a page may lose. */
const ALLOWED = { shared: 2, lost: 2 };

const deps = createDrawingDeps();

/** Draws trees of a slide at a size. */
async function drawerOf({ slide, format, template }: SeededSlide) {
  const size = pictureDimensionsOfFormat(format, RESOLUTION);
  const composed = await composeSlide(slide, size, { ...requireBuiltInTemplate(template), logo: undefined }, deps);
  const { families, emoji } = composed;
  const images = await Promise.all(
    emoji.map(async (name) => ({ src: srcOfEmojiImage(name), data: await deps.typesetter.emojiPicture(name) })),
  );
  const draw = async (nodes: Node[], on: PictureDimensions = size, by = { x: 0, y: 0 }): Promise<Uint8Array> => {
    const root = boxNode({ x: 0, y: 0, ...on }, {}, [boxNode({ ...by, ...size }, {}, nodes)]);
    return deps.renderer.render(root, { ...on, format: 'raw', images, fontFamilies: families, lang: slide.language });
  };
  return { size, draw, composed };
}

/** The words that have no ink, from pictures in which each word has a colour of three bits of its number. */
async function wordsWithoutInk(root: Node, draw: (nodes: Node[]) => Promise<Uint8Array>): Promise<string[]> {
  const page = withoutSurroundings(root, { clips: true });
  const colored = (colorOf: (word: number) => string): { tree: Node; words: string[] } => {
    const words: string[] = [];
    const tree = mapBlocks(page, (block) => {
      const before = words.length;
      const own = colorWords(inColor(block, '#000000'), (word) => colorOf(before + word));
      words.push(...own.words);
      return own.block;
    });
    return { tree, words };
  };
  const { words } = colored(() => '#000000');
  const passes = Math.ceil(Math.log2(words.length + 1) / 3);
  const pictures = await Promise.all(
    Array.from({ length: passes }, (_, pass) => {
      const channel = (word: number, bit: number) => (((word + 1) >> (3 * pass + bit)) & 1 ? 'ff' : '00');
      return draw([colored((word) => `#${[0, 1, 2].map((bit) => channel(word, bit)).join('')}`).tree]);
    }),
  );
  const seen = new Set<number>();
  const length = pictures[0]?.length ?? 0;
  for (let at = 0; at < length; at += 4) {
    if ((pictures[0]?.[at + 3] ?? 0) < 40) continue;
    let code = 0;
    for (const [pass, picture] of pictures.entries())
      for (let bit = 0; bit < 3; bit++) if ((picture[at + bit] ?? 0) > 127) code |= 1 << (3 * pass + bit);
    seen.add(code - 1);
  }
  return words.filter((word, index) => /[\p{L}\p{N}]/u.test(word) && !seen.has(index));
}

/** Number of pixels of ink on the outermost line of a page. */
function inkAtEdge(ink: Uint8Array, { width, height }: PictureDimensions): number {
  let count = 0;
  for (let x = 0; x < width; x++) count += (ink[x] ?? 0) + (ink[(height - 1) * width + x] ?? 0);
  for (let y = 0; y < height; y++) count += (ink[y * width] ?? 0) + (ink[y * width + width - 1] ?? 0);
  return count;
}

/** The ink of a picture that has letters only. */
const onNothing = (picture: Uint8Array): Uint8Array => differences(picture, new Uint8Array(picture.length));

/** Number of pixels of ink of text that nothing cuts off: on its page and beyond the ends of it, where each letter has the pixels that it has on the page; and, on a page that is moved, before the starts. */
async function inkOfFree(
  root: Node,
  size: PictureDimensions,
  draw: (nodes: Node[], on: PictureDimensions, by?: { x: number; y: number }) => Promise<Uint8Array>,
): Promise<number> {
  const by = { x: Math.round(size.width / 4), y: Math.round(size.height / 4) };
  const large = { width: size.width + by.x, height: size.height + by.y };
  const larger = { width: large.width + by.x, height: large.height + by.y };
  const [onward, before] = [onNothing(await draw([root], large)), onNothing(await draw([root], larger, by))];
  const isBefore = (pixel: number): boolean => pixel % larger.width < by.x || pixel < by.y * larger.width;
  return inkCount(onward) + inkCount(before.map((ink, pixel) => (isBefore(pixel) ? ink : 0)));
}

/**
 * The faults of a slide, found in its pictures: the pixels in which two drawings differ of which one has a block of text less. That two blocks
 * share a pixel or meet in a row, that ink is at the edge of the page, covered or cut off, and that a word has none.
 * @param change changes the tree before it is drawn, to make a fault
 */
export async function pixelFaults(seeded: SeededSlide, change = (root: Node): Node => root): Promise<PixelFault[]> {
  const { size, draw, composed } = await drawerOf(seeded);
  const root = mapBlocks(change(boxNode({ x: 0, y: 0, ...size }, {}, composed.nodes)), (block) =>
    inColor(block, LETTERS),
  );
  const texts = textBlocksOf(root).map(textOfBlock);
  if (texts.length === 0) return [];
  const faults: PixelFault[] = [];
  const add = (kind: PixelFaultKind, amount: number, of: readonly string[] = []) =>
    faults.push({ kind, texts: of, amount });

  const only = (isShown: (index: number) => boolean): Promise<Uint8Array> =>
    draw([mapBlocks(root, (block, index) => (isShown(index) ? block : hidden(block)))]);
  const none = await only(() => false);
  const bits = Array.from({ length: Math.ceil(Math.log2(texts.length + 1)) }, (_, bit) => bit);
  const inkOf = async (isShown: (index: number) => boolean) => differences(await only(isShown), none);
  const shown: Uint8Array[] = [];
  const others: Uint8Array[] = [];
  for (const bit of bits) {
    shown.push(await inkOf((index) => (((index + 1) >> bit) & 1) === 1));
    others.push(await inkOf((index) => (((index + 1) >> bit) & 1) === 0));
  }
  const { blocks, shared } = decodeInk(shown, others, size);
  if (shared.length > ALLOWED.shared) add('overlap', shared.length, [`at ${JSON.stringify(shared[0])}`]);
  const list = [...blocks];
  for (const [i, [one, a]] of list.entries())
    for (const [other, b] of list.slice(i + 1)) {
      const rows = rowsShared(a, b);
      if (rows > 0) add('interleaved', rows, [texts[one] ?? '', texts[other] ?? '']);
    }

  const all = await only(() => true);
  const edge = inkAtEdge(differences(all, none), size);
  if (edge > 0) add('page_edge', edge);
  const alone = await draw([withoutSurroundings(root, { clips: true })]);
  const free = await inkOfFree(withoutSurroundings(root, { clips: false }), size, draw);
  const lost = free - inkCount(onNothing(alone)) + coveredCount(alone, all, none);
  if (lost > ALLOWED.lost) add('hidden', lost);
  const inkless = await wordsWithoutInk(root, draw);
  if (inkless.length > 0) add('word_without_ink', inkless.length, inkless);
  const missing =
    composed.fits.some(({ cut }) => cut) || composed.isFooterCut ? [] : lostWords(seeded.slide, composed.layout, texts);
  if (missing.length > 0) add('word_lost', missing.length, missing);
  return faults;
}
