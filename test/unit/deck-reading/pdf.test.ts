import { describe, expect, it } from 'vitest';
import { takePdf } from '#app/sandbox/take-pdf.ts';
import { facesOfDeck } from '#engine/deck-drawing/faces-for.ts';
import { pageSteps } from '#engine/deck-reading/pdf/page-steps.ts';
import { openPdf } from '#engine/deck-reading/pdf/pdf-document.ts';
import { makePdf, type TestPage, type TestPdf } from '#test/support/decks/pdf.ts';

const read = async (page: TestPage, file: TestPdf = {}) =>
  (await openPdf(makePdf([page], file), facesOfDeck('en'))).readPage(0, 960);
const textOf = async (page: TestPage): Promise<string> => (await read(page)).text;
const line = (x: number, y: number, words: string, size = 20): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET `;

describe('the text of a page', () => {
  it('is what the page shows: nothing outside of it, clipped away, or invisible', async () => {
    expect(
      await textOf({
        text: 'Seen',
        operators: `${line(60, 600, 'Above')}${line(2000, 300, 'Far right')}q 0 0 100 100 re W n ${line(300, 300, 'Clipped')}Q q 0 0 900 500 re W n ${line(60, 300, 'Inside the clip')}Q 3 Tr ${line(60, 200, 'Invisible')}0 Tr`,
      }),
    ).toBe('Seen\nInside the clip');
    expect(
      await textOf({ text: 'Marks of printers', operators: line(400, 200, 'Seen'), crop: [300, 100, 700, 300] }),
    ).toBe('Seen');
  });

  it('is in paragraphs: lines that are full continue, words that a hyphen parts are whole', async () => {
    const operators = [
      line(60, 300, 'This sentence is long and fills the whole line of the page as it'),
      line(60, 276, 'goes on in the next line, where a word is sepa-'),
      line(60, 252, 'rated by a hyphen. A second sentence.'),
    ].join('');
    expect(await textOf({ text: 'Next slide', operators })).toBe(
      'Next slide\nThis sentence is long and fills the whole line of the page as it goes on in the next line, where a word is separated by a hyphen. A second sentence.',
    );
  });

  it('keeps points and short lines apart, without their signs', async () => {
    const operators = ['- First one', '- second one', 'Apples', 'Pears', 'Strawberries from France']
      .map((words, at) => line(60, 300 - 26 * at, words))
      .join('');
    expect(await textOf({ operators })).toBe('First one\nsecond one\nApples\nPears\nStrawberries from France');
  });
});

describe('letters of fonts that are not in the file', () => {
  const composite = (name: string, encoding: string, ordering: string): string =>
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name}-${encoding} /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 6 /FontBBox [-123 -257 1001 910] /ItalicAngle 0 /Ascent 709 /Descent -241 /CapHeight 709 /StemV 69 >> /DW 1000 >>] >>`;
  const cyrillic =
    '<< /Type /Font /Subtype /TrueType /BaseFont /Arial /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [192 /afii10017 /afii10018] >> /FirstChar 192 /LastChar 193 /Widths [700 700] /FontDescriptor << /Type /FontDescriptor /FontName /Arial /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >> >>';
  const hex = (words: string): string => `<${Buffer.from(words, 'utf16le').swap16().toString('hex')}>`;
  const show = (words: string): string => `BT 0 g /F2 100 Tf 100 200 Td ${words} Tj ET`;
  /** Dark pixels on each half of the words, which are two letters of 100 points. */
  const inkOf = ({ drawn: { pixels, width } }: Awaited<ReturnType<typeof read>>): number[] =>
    [100, 200].map((left) => {
      let dark = 0;
      for (let y = 240; y < 360; y++)
        for (let x = left; x < left + 70; x++) if ((pixels[4 * (y * width + x)] ?? 255) < 128) dark += 1;
      return dark;
    });

  it.each([
    ['Japanese', composite('HeiseiMin-W3', 'UniJIS-UCS2-H', 'Japan1'), hex('日本'), '日本', 'HeiseiMin-W3'],
    ['Chinese', composite('STSong-Light', 'UniGB-UCS2-H', 'GB1'), hex('简体'), '简体', 'STSong-Light'],
    ['Korean', composite('HYSMyeongJo-Medium', 'UniKS-UCS2-H', 'Korea1'), hex('한국'), '한국', 'HYSMyeongJo-Medium'],
    ['Cyrillic', cyrillic, '<c0c1>', 'АБ', 'Arial'],
  ])('are drawn in %s with the fonts of the service, and reported', async (_, font, words, text, name) => {
    const page = await read({ operators: show(words) }, { fonts: { F2: font } });
    for (const ink of inkOf(page)) expect(ink).toBeGreaterThan(300);
    expect(page).toMatchObject({ text, replaced: [name], missing: [] });
  });

  it('are reported as missing where no font has them', async () => {
    const font = composite('HeiseiMin-W3', 'UniJIS-UCS2-H', 'Japan1');
    const page = await read({ operators: show(hex('日\ue000')) }, { fonts: { F2: font } });
    const [drawn = 0, blank] = inkOf(page);
    expect(drawn).toBeGreaterThan(300);
    expect([blank, page.missing.length + (page.text === '日' ? 1 : 0)]).toEqual([0, 1]);
  });

  it('are not looked for in the fonts that every reader has', async () => {
    expect(await read({ text: 'Plain' })).toMatchObject({ replaced: [], missing: [] });
  });
});

describe('the title of a PDF', () => {
  it.each([
    ['Our plan', 'Our plan'],
    ['Microsoft PowerPoint - talk.pptx', null],
    ['talk.dvi', null],
    ['', null],
  ])('is the one in its properties, unless a program wrote it: %s', async (title, taken) => {
    expect((await openPdf(makePdf([{}], { title }))).title).toBe(taken);
  });
});

describe('pages that show one slide step by step', () => {
  const steps = (...pages: [label: string, text: string][]) =>
    pageSteps(pages.map(([label, text]) => ({ label, text }))).map(({ added, isStep }) => [added, isStep]);

  it('say only what is new on each', () => {
    expect(steps(['1', 'Plan\nOne'], ['2', 'Plan\nOne\nTwo'], ['3', 'Plan\nOne\nTwo\nThree'], ['4', 'End'])).toEqual([
      ['Plan\nOne', false],
      ['Two', true],
      ['Three', true],
      ['End', false],
    ]);
    // The same words with another drawing, and one label.
    expect(steps(['1', 'Plan'], ['1', 'Plan'], ['2', 'Plan'])).toEqual([
      ['Plan', false],
      ['', true],
      ['Plan', false],
    ]);
  });

  it.each([
    ['another heading', 'Plan\nOne', 'Two\nPlan\nOne'],
    ['a line that went away', 'Plan\nOne\n3 / 9', 'Plan\nOne\nTwo\n4 / 9'],
    ['a heading alone before', 'Plan', 'Plan\nOne'],
    ['the same text', 'Plan\nOne', 'Plan\nOne'],
  ])('are none with %s', (_, before, now) => {
    expect(steps(['1', before], ['2', now])[1]).toEqual([now, false]);
  });

  it('have one line in the report', async () => {
    const pages = [['One'], ['One', 'Two'], ['One', 'Two', 'Three'], ['Another']].map((points, at) => ({
      text: at === 3 ? 'End' : 'Plan',
      operators: points.map((words, place) => line(60, 300 - 60 * place, words)).join(''),
    }));
    const taken = await takePdf(
      {
        ...{ look: 'auto', pdf_text: 'notes', long_side: 320, max_slides: 10, hasPdf: false, skipped: [], fetched: {} },
      },
      { read: async () => Buffer.alloc(0), write: async () => undefined, begin: () => undefined },
      makePdf(pages, { title: 'A talk' }),
    );
    if (!('deck' in taken)) throw new Error('refused');
    expect(taken.deck.title).toBe('A talk');
    expect(taken.deck.slides.map(({ content }) => content.speaker_notes)).toEqual([
      'Plan\nOne',
      'Two',
      'Three',
      'End\nAnother',
    ]);
    expect(taken.deck.warnings).toEqual([
      { slide: 1, code: 'pages_are_steps', message: expect.stringMatching(/^Pages 1 to 3 show one slide/) },
    ]);
  });
});
