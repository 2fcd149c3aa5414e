import { describe, expect, it } from 'vitest';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import type { TextOutsidePlaceholders } from '#engine/deck-reading/pptx/read-slide.ts';
import { computePptxTextReadingOrder } from '#engine/deck-reading/pptx/reading-order.ts';
import { splitSlideByContent } from '#engine/deck-reading/slide-parts.ts';
import { splitTextToFitPoints } from '#engine/deck-reading/split-text-to-fit-points.ts';
import { boxAt, makePptx, pictureShape, type TestSlide, textShape } from '#test/support/decks/pptx.ts';

/** The slides that a slide becomes in look `redesign`, and the lines of the report. */
async function redesigned(slide: TestSlide, parts: Record<string, string> = {}) {
  const { deck, redesigns } = await readPptx(makePptx({ slides: [slide], parts }), { maxSlides: 10 });
  const [read = expect.fail('no slide')] = deck.slides;
  const { further = [], isUnordered } = redesigns.get(1) ?? {};
  return { slides: splitSlideByContent(read, further), isUnordered, warnings: deck.warnings, image: read.image };
}

const pointsOf = (count: number) => Array.from({ length: count }, (_, at) => `Point ${at + 1}`);
const SENTENCE = 'This sentence has just about sixty characters, or a few more. ';

describe('points for which a slide has no room', () => {
  it('continue on a second slide with the same title; notes go along where they have paragraphs', async () => {
    const { slides, warnings } = await redesigned({
      shapes: textShape(2, 'title', ['Plans']) + textShape(3, 'obj', pointsOf(13)),
      notes: ['First.', 'Second.'],
    });
    expect(slides.map(({ content }) => [content.title, content.bullet_points.length, content.speaker_notes])).toEqual([
      ['Plans', 7, 'First.'],
      ['Plans', 6, 'Second.'],
    ]);
    expect(slides.flatMap(({ content }) => content.bullet_points)).toEqual(pointsOf(13));
    expect(slides.map(({ source_page, reason }) => [source_page, reason])).toEqual([
      [1, 'part 1 of 2: the slide contains more than one slide can show'],
      [1, 'part 2 of 2: the slide contains more than one slide can show'],
    ]);
    expect(warnings.filter(({ code }) => code === 'points_cut')).toEqual([]);
  });

  it('keep their numbers', async () => {
    const numbered = textShape(3, 'obj', pointsOf(13)).replaceAll(
      '<a:pPr lvl="0"/>',
      '<a:pPr lvl="0"><a:buAutoNum type="arabicPeriod"/></a:pPr>',
    );
    const { slides } = await redesigned({ shapes: textShape(2, 'title', ['Steps']) + numbered });
    expect(slides[1]?.content.bullet_style).toBe('none');
    expect(slides[1]?.content.bullet_points[0]).toBe('8. Point 8');
  });

  it('are reported only after four slides', async () => {
    const { slides, warnings } = await redesigned({ shapes: textShape(3, 'obj', pointsOf(60)) });
    expect(slides).toHaveLength(4);
    expect(warnings.find(({ code }) => code === 'points_cut')?.message).toContain('60 points');
  });
});

describe('a paragraph that is longer than a point', () => {
  it('continues in unmarked ones, by sentences, and loses no word', async () => {
    const long = SENTENCE.repeat(9).trim();
    const { slides, warnings } = await redesigned({
      shapes: textShape(2, 'title', ['T']) + textShape(3, 'obj', [long, 'Short']),
    });
    const [{ content } = expect.fail('no slide')] = slides;
    expect(content.bullet_points.join(' ')).toBe(`• ${long} • Short`);
    expect(content.bullet_points.every((point) => point.length <= 302)).toBe(true);
    expect(content.bullet_points.map((point) => point.startsWith('• '))).toEqual([true, false, false, true]);
    expect(warnings.filter(({ code }) => code === 'points_cut')).toEqual([]);
  });

  it.each([
    ['one sentence without an end', 'word '.repeat(100).trim()],
    ['a sentence with commas', `${'some words, '.repeat(40)}end`],
    ['Chinese sentences', '我们今天要谈一谈。'.repeat(50)],
  ])('%s is split without a loss', (_, text) => {
    const pieces = splitTextToFitPoints(text);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every((piece) => [...piece].length <= 300)).toBe(true);
    expect(pieces.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });
});

describe('text boxes', () => {
  const textAt = (
    text: string,
    ...[x, y, width, height]: [number, number, number, number]
  ): TextOutsidePlaceholders => ({
    paragraphs: [{ text, level: 0, marker: 'none', shape: '1', index: 0 }],
    box: { x, y, width, height },
    isTurned: false,
  });
  const order = (...texts: TextOutsidePlaceholders[]) => {
    const { ordered, isSure } = computePptxTextReadingOrder(texts);
    return [ordered.map(({ paragraphs }) => paragraphs[0]?.text).join(''), isSure];
  };

  it('are read from the top in a column, from the left in a row, from the right where they are written so', () => {
    expect(order(textAt('b', 0, 30, 90, 20), textAt('a', 5, 0, 90, 20), textAt('c', 0, 60, 90, 20))).toEqual([
      'abc',
      true,
    ]);
    expect(order(textAt('b', 40, 0, 20, 20), textAt('c', 80, 2, 20, 20), textAt('a', 0, 3, 20, 20))).toEqual([
      'abc',
      true,
    ]);
    expect(order(textAt('ب', 40, 0, 20, 20), textAt('ج', 0, 2, 20, 20), textAt('ا', 80, 3, 20, 20))[0]).toBe('ابج');
  });

  it('are in order under what stands over all of them', () => {
    expect(
      order(
        textAt('a', 0, 0, 100, 10),
        textAt('b', 0, 40, 20, 20),
        textAt('c', 40, 38, 20, 20),
        textAt('d', 0, 80, 99, 10),
      ),
    ).toEqual(['abcd', true]);
  });

  it.each([
    [
      'labels over figures',
      [textAt('a', 0, 0, 20, 10), textAt('b', 40, 0, 20, 10), textAt('1', 0, 30, 20, 10), textAt('2', 40, 30, 20, 10)],
    ],
    [
      'a timeline above and below a line',
      [textAt('a', 0, 0, 20, 10), textAt('b', 20, 50, 20, 10), textAt('c', 40, 0, 20, 10)],
    ],
    [
      'a circle',
      [
        textAt('a', 40, 0, 20, 10),
        textAt('d', 0, 40, 20, 10),
        textAt('b', 80, 40, 20, 10),
        textAt('c', 40, 80, 20, 10),
      ],
    ],
    ['a staircase', [textAt('a', 0, 0, 20, 10), textAt('b', 30, 20, 20, 10), textAt('c', 60, 40, 20, 10)]],
  ])('have no sure order as %s', (_, texts) => {
    expect(order(...texts)[1]).toBe(false);
  });

  it('without a sure order make the slide one that is not redesigned', async () => {
    const cards = ['Sales', 'Costs'].flatMap((label, at) => [
      textShape(3 + at, null, [label], { box: boxAt(at * 500, 300, 400, 100) }),
      textShape(5 + at, null, [`${at + 4} M`], { box: boxAt(at * 500, 500, 400, 100) }),
    ]);
    const title = textShape(2, 'title', ['The year']);
    expect((await redesigned({ shapes: title + cards.join('') })).isUnordered).toBe(true);
    expect((await redesigned({ shapes: title + cards.slice(0, 2).join('') })).isUnordered).toBe(false);
  });
});

describe('pictures', () => {
  const relations = { rId1: ['image', 'media/a.png'], rId2: ['image', 'media/b.png'] } as const;
  const parts = { 'ppt/media/a.png': 'png', 'ppt/media/b.png': 'png' };
  const title = textShape(2, 'title', ['A team']);
  const titleBox = textShape(2, null, ['A diagram'], { box: boxAt(0, 0, 900, 100), run: 'sz="4000"' });
  const picture = (id: number, size: number, x = 0) => pictureShape(id, 'rId1', boxAt(x, 300, size, size));
  const small = /small/;

  it('that are small are reported together where the slide shows nothing else, or where they count together', async () => {
    const three = [picture(5, 160), picture(6, 160, 300), picture(7, 160, 600)].join('');
    const alone = await redesigned({ shapes: title + three, relations }, parts);
    expect(alone.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('3 small pictures')]);
    const beside = await redesigned({ shapes: title + textShape(9, 'obj', ['One']) + three, relations }, parts);
    expect(beside.warnings).toHaveLength(1);
    const logo = await redesigned(
      { shapes: title + picture(5, 500) + pictureShape(6, 'rId2', boxAt(900, 0, 50, 50)), relations },
      parts,
    );
    expect(logo.warnings).toEqual([]);
  });

  it('are whole with a title, whatever makes the title', async () => {
    for (const shapes of [title, titleBox]) {
      const { slides, image } = await redesigned({ shapes: shapes + picture(5, 600), relations }, parts);
      expect(slides[0]?.content.layout).toBe('figure');
      // What the picture shows decides, when it is decoded.
      expect(image?.fit).toBeUndefined();
    }
    const alone = await redesigned({ shapes: picture(5, 600), relations }, parts);
    expect(alone.slides[0]?.content.layout).toBe('auto');
  });

  it('that are logos of a title slide are left out, with a line', async () => {
    const { slides, warnings } = await redesigned(
      { shapes: textShape(2, 'ctrTitle', ['Hello']) + picture(5, 300), relations },
      parts,
    );
    expect(slides[0]?.content.layout).toBe('title');
    expect(warnings).toMatchObject([{ code: 'picture_not_used', message: expect.stringMatching(small) }]);
  });
});
