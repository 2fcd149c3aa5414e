import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DECK_PROCESS_LIMITS, MAX_DECK_PROCESS_MEMORY_BYTES } from '#app/sandbox/deck-process.ts';
import { createSeparateProcessDeckReader } from '#app/sandbox/isolated-deck-reader.ts';
import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import type { DeckReadingJob } from '#features/imports/ports.ts';
import { decodePicture } from '#test/support/decks/decode-picture.ts';
import { DECK_JOB, darkPart, drawnPictures, type Pixels } from '#test/support/decks/drawn-pictures.ts';
import { makeEmf } from '#test/support/decks/metafile.ts';
import { boxAt, frameShape, makePptx, pictureShape, type TestSlide, textShape } from '#test/support/decks/pptx.ts';
import { watchDeckReaders } from '#test/support/decks/watch-deck-readers.ts';
import { isWhole } from '#test/support/depth.ts';

/** Slides as PowerPoint has them, in EMU. */
const SIDES = [12_192_000, 6_858_000] as const;
const CM = 360_000;
interface Picture {
  width: number;
  height: number;
  /** The colour at a place of the slide, in shares of its sides. */
  at(x: number, y: number): number[];
  /** The part of a rectangle of the slide that is darker than paper, in shares. */
  ink(x: number, y: number, width: number, height: number): number;
}

function pictureOf(pixels: Pixels): Picture {
  const { width, height } = pixels;
  return {
    width,
    height,
    at: (x, y) => pixels.pixel(Math.round(x * width), Math.round(y * height)),
    ink: (x, y, across, down) =>
      darkPart(pixels, [x * width, y * height, (x + across) * width, (y + down) * height], 200),
  };
}

const drawn = (deck: Buffer, job: Partial<DeckReadingJob> = {}, limits = DECK_PROCESS_LIMITS) =>
  drawnPictures({ ...job, deck }, pictureOf, limits);

const pptx = (slides: readonly TestSlide[], parts: Record<string, Uint8Array | string> = {}): Buffer =>
  makePptx({ slides, parts, sides: SIDES });
const filled = (id: number, color: string, box: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="f"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${box}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></p:spPr></p:sp>`;
const line = (id: number, ends: string): string =>
  `<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="${id}" name="l"/><p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${boxAt(4 * CM, 10 * CM, 20 * CM, 0)}<a:prstGeom prst="line"><a:avLst/></a:prstGeom><a:ln w="76200"><a:solidFill><a:srgbClr val="000000"/></a:solidFill>${ends}</a:ln></p:spPr></p:cxnSp>`;
const text = (words: string, run = 'sz="6000"', properties = ''): string =>
  textShape(2, null, [words], { box: boxAt(CM, CM, 30 * CM, 5 * CM), run }).replace(
    '<a:pPr lvl="0"/>',
    `<a:pPr lvl="0"${properties}/>`,
  );

const codesOf = ({ warnings }: ParsedDeck): string[] =>
  warnings.map(({ code }) => code).filter((code) => code !== 'deck_silent');

describe('a PPTX without a PDF', () => {
  it('comes in its own look, with its words beneath', async () => {
    const shapes = `${textShape(2, 'title', ['A title'], { box: boxAt(CM, CM, 30 * CM, 4 * CM), run: 'sz="6000"' })}${filled(3, '1E8040', boxAt(17 * CM, 10 * CM, 10 * CM, 5 * CM))}`;
    const { deck, pictures } = await drawn(pptx([{ shapes, notes: ['What is said.'] }]));
    expect(deck.slides).toMatchObject([
      {
        look: 'original',
        content: { title: 'A title', speaker_notes: 'What is said.', layout: 'page' },
        image: { fit: 'contain' },
      },
    ]);
    const [picture = expect.fail('no picture')] = pictures;
    expect([picture.width, picture.height]).toEqual([960, 540]);
    expect(picture.at(22 / 33.87, 12.5 / 19.05)).toEqual([0x1e, 0x80, 0x40]);
    expect(picture.at(5 / 33.87, 12.5 / 19.05)).toEqual([255, 255, 255]);
    expect(picture.ink(0.03, 0.05, 0.3, 0.2)).toBeGreaterThan(0.05);
    expect(picture.ink(0.6, 0.05, 0.3, 0.2)).toBe(0);
    expect(deck.warnings).toEqual([]);
  });

  it('is redesigned when that is asked for', async () => {
    const { deck } = await drawn(pptx([{ shapes: text('Words') }]), { look: 'redesign' });
    expect(deck.slides.map(({ look, image }) => [look, image])).toEqual([['redesign', undefined]]);
  });

  it('has its pictures of Windows (EMF) in a redesign, as they are cropped, and says which cannot be drawn', async () => {
    const emf = makeEmf(
      [4000, 2000],
      [
        [
          [0, 0, 2000, 2000],
          [208, 32, 32],
        ],
        [
          [2000, 0, 4000, 2000],
          [32, 160, 64],
        ],
      ],
    );
    const slide = (part: string, crop = '') =>
      ({
        shapes:
          textShape(2, 'title', ['A title']) +
          pictureShape(5, 'rId1', boxAt(CM, 5 * CM, 20 * CM, 10 * CM)).replace('</p:blipFill>', `${crop}</p:blipFill>`),
        relations: { rId1: ['image', `media/${part}`] },
      }) as const;
    const parts = { 'ppt/media/a.emf': emf, 'ppt/media/b.wmf': Buffer.alloc(100, 1) };
    const deck = pptx([slide('a.emf'), slide('a.emf', '<a:srcRect r="50000"/>'), slide('b.wmf')], parts);
    const taken = await drawn(deck, { look: 'redesign' });
    const [whole = expect.fail('no picture'), left = expect.fail('no picture'), none] = taken.pictures;
    expect([whole.width, whole.height, left.width]).toEqual([960, 480, 480]);
    const near = (colour: number[]) => colour.map((part) => expect.closeTo(part, -1));
    expect([whole.at(0.25, 0.5), whole.at(0.75, 0.5)]).toEqual([near([208, 32, 32]), near([32, 160, 64])]);
    expect([left.at(0.25, 0.5), left.at(0.75, 0.5)]).toEqual([near([208, 32, 32]), near([208, 32, 32])]);
    expect(none).toBeUndefined();
    expect(taken.deck.warnings.map(({ slide: page, code }) => [page, code])).toContainEqual([3, 'picture_unreadable']);
    expect(taken.deck.warnings.filter(({ code, slide: page }) => code.startsWith('picture') && page !== 3)).toEqual([]);
  });

  it('is drawn where its text boxes have no sure order, though a redesign is asked for', async () => {
    const card = (id: number, words: string, x: number, y: number) =>
      textShape(id, null, [words], { box: boxAt(x * CM, y * CM, 8 * CM, 2 * CM), run: 'sz="3200"' });
    const cards = card(3, 'Sales', 2, 8) + card(4, 'Costs', 20, 8) + card(5, '4 M', 2, 12) + card(6, '3 M', 20, 12);
    const { deck, pictures } = await drawn(
      pptx([{ shapes: textShape(2, 'title', ['Plan']) + textShape(3, 'obj', ['One']) }, { shapes: cards }]),
      { look: 'redesign' },
    );
    expect(deck.slides.map(({ look, content }) => [look, content.layout])).toEqual([
      ['redesign', 'auto'],
      ['original', 'page'],
    ]);
    expect(pictures[1]?.ink(20 / 33.87, 12 / 19.05, 0.2, 0.1)).toBeGreaterThan(0.02);
    expect(codesOf(deck)).toEqual([]);
  });

  it('has the ends of its lines', async () => {
    const { pictures } = await drawn(
      pptx([{ shapes: line(2, '') }, { shapes: line(2, '<a:tailEnd type="triangle" w="lg" len="lg"/>') }]),
    );
    const beside = pictures.map((picture) => picture?.ink(23.05 / 33.87, 9.65 / 19.05, 0.2 / 33.87, 0.15 / 19.05) ?? 0);
    expect(beside[0]).toBe(0);
    expect(beside[1]).toBeGreaterThan(0.5);
  });

  it('is drawn in the scripts of its letters, from right to left where they go so', async () => {
    const { deck, pictures } = await drawn(
      pptx([
        { shapes: text('日本語の題名') },
        { shapes: text('ملاحظات', 'sz="6000"', ' algn="r" rtl="1"') },
        { shapes: text('שלום', 'sz="6000"', ' algn="r" rtl="1"') },
        { shapes: text('Zażółć gęślą jaźń, ελληνικά, по-русски') },
      ]),
    );
    expect(codesOf(deck)).toEqual([]);
    const inks = pictures.map((picture) => [
      picture?.ink(0.03, 0.05, 0.2, 0.25) ?? 0,
      picture?.ink(0.72, 0.05, 0.2, 0.25) ?? 0,
    ]);
    expect(inks[0]?.[0]).toBeGreaterThan(0.1);
    for (const [left = 1, right = 0] of inks.slice(1, 3)) {
      expect(left).toBe(0);
      expect(right).toBeGreaterThan(0.05);
    }
  });

  it('tells of every slide what is missing or only near', async () => {
    const diagram = frameShape(4, 'diagram', '<dgm:relIds r:dm="rId1"/>').replace(
      /<p:xfrm>.*<\/p:xfrm>/,
      `<p:xfrm><a:off x="0" y="0"/><a:ext cx="${9 * CM}" cy="${9 * CM}"/></p:xfrm>`,
    );
    const data =
      '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Step</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>';
    const { deck } = await drawn(
      pptx(
        [
          {
            shapes: pictureShape(5, 'rId1', boxAt(CM, CM, 9 * CM, 9 * CM)),
            relations: { rId1: ['image', 'media/a.png'] },
          },
          { shapes: diagram, relations: { rId1: ['diagramData', 'diagrams/data1.xml'] } },
          {
            shapes: text('Words').replace(
              '<a:rPr sz="6000"/>',
              '<a:rPr sz="6000"><a:latin typeface="Unheard Of"/></a:rPr>',
            ),
          },
          { shapes: text('Bent').replace('<a:bodyPr/>', '<a:bodyPr><a:prstTxWarp prst="textWave1"/></a:bodyPr>') },
        ],
        { 'ppt/media/a.png': 'no picture', 'ppt/diagrams/data1.xml': data },
      ),
    );
    expect(deck.slides.map(({ look }) => look)).toEqual(['original', 'redesign', 'original', 'original']);
    expect(deck.slides[1]).toMatchObject({
      content: { bullet_points: ['Step'] },
      reason: expect.stringContaining('SmartArt'),
    });
    expect(deck.warnings.map(({ slide, code }) => [slide, code])).toEqual([
      [2, 'diagram_not_taken'],
      [1, 'picture_unreadable'],
      [2, 'look_redesigned'],
      [3, 'font_replaced'],
      [4, 'look_approximate'],
    ]);
  });

  it('of another program is drawn whole', async () => {
    const { deck, pictures } = await drawn(
      await readFile(join(import.meta.dirname, '../../fixtures/decks/impress.pptx')),
    );
    expect(new Set(deck.slides.map(({ look }) => look))).toEqual(new Set(['original']));
    expect(pictures.every((picture) => (picture?.ink(0, 0, 1, 1) ?? 0) > 0.005)).toBe(true);
  });
});

describe('a PPTX that cannot be drawn', () => {
  const words = { shapes: text('Fine') };
  const shapes = Array.from({ length: 15_000 }, (_, at) =>
    filled(at + 2, '336699', boxAt(at * 100, at * 50, CM, CM)),
  ).join('');
  /** More than the memory of the maker. */
  const large = pptx([words], { 'ppt/media/a.png': Buffer.alloc(400 * 2 ** 20) });

  it.each([
    // For as long as a page may take.
    ...(isWhole ? [['a slide of 15,000 shapes', pptx([words, { shapes }])] as const] : []),
    ['400 MB of zeros as a picture', large] as const,
  ])('comes within the limits all the same, with a reason for every slide in the template: %s', async (_, deck) => {
    const peak = watchDeckReaders();
    const taken = await drawn(deck);
    expect(peak.stop()).toBeLessThan(MAX_DECK_PROCESS_MEMORY_BYTES);
    expect(taken.deck.slides.length).toBeGreaterThan(0);
    for (const { look, reason } of taken.deck.slides) expect([look, reason]).toEqual([look, expect.any(String)]);
  });

  it('is refused when nothing but its own look was asked for', async () => {
    await expect(drawn(large, { look: 'original' })).rejects.toMatchObject({ code: 'look_unavailable' });
  });

  it('has single slides in the template, and says which', async () => {
    const { deck } = await drawn(makePptx({ slides: [words], sides: [1000, 1000] }));
    expect(deck.slides).toMatchObject([{ look: 'redesign', reason: 'it cannot be drawn as it is' }]);
    expect(deck.warnings).toMatchObject([{ slide: 1, code: 'look_redesigned' }]);
  });

  it.each([
    ['one page is left out, and nothing is drawn after the second', 'a deck', '[1]'],
    ['nothing is drawn when it cannot be opened', 'opening', '[]'],
  ])('is not refused for it: %s', async (_, name, skipped) => {
    const program = new URL('../../support/decks/tired-reader.mjs', import.meta.url);
    const read = createSeparateProcessDeckReader({}, { decodePicture, program });
    const deck = await read(
      { ...DECK_JOB, deck: pptx([words], { [name]: '' }) },
      async (taken) => taken.deck,
      () => undefined,
      new AbortController().signal,
    );
    expect(deck.title).toBe(skipped);
  });
});
