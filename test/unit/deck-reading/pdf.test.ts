import { describe, expect, it } from 'vitest';
import { USUAL_DECK_CPU_BUDGET } from '#app/sandbox/deck-budget.ts';
import { readPdfAsDeck } from '#app/sandbox/take-pdf.ts';
import { createDeckFontSelector } from '#engine/deck-drawing/deck-font-selector.ts';
import { createMissingFontReplacer } from '#engine/deck-reading/pdf/missing-letters.ts';
import { readPdfCharacters } from '#engine/deck-reading/pdf/page-letters.ts';
import { pdfPagesAsOverlaySteps } from '#engine/deck-reading/pdf/page-steps.ts';
import { textOfPdfPage } from '#engine/deck-reading/pdf/page-text.ts';
import { openPdf } from '#engine/deck-reading/pdf/pdf-document.ts';
import { type Pdfium, startPdfium } from '#engine/deck-reading/pdf/pdfium.ts';
import { makePdf, scanned, type TestPage, type TestPdf } from '#test/support/decks/pdf.ts';

const read = async (page: TestPage, file: TestPdf = {}) =>
  (await openPdf(makePdf([page], file), createDeckFontSelector('en'))).readPage(0, 960);
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

  it('is that beneath a scan, also where a word is stamped on it', async () => {
    const beneath = `3 Tr ${line(60, 300, 'Words of the scan')}${line(60, 20, 'Below it')}0 Tr `;
    const scan = scanned(0, 40, 960, 500);
    expect(await textOf({ operators: `${scan}${beneath}` })).toBe('Words of the scan');
    expect(await textOf({ operators: `${scan}${beneath}${line(800, 500, 'Page 1')}` })).toBe(
      'Words of the scan\nPage 1',
    );
    expect(await textOf({ operators: `${scanned(0, 0, 300, 200)}${beneath}` })).toBe('');
    // A page of words over a picture: what is invisible repeats them.
    expect(await textOf({ text: 'Words that the page shows itself', operators: `${scan}${beneath}` })).toBe(
      'Words that the page shows itself',
    );
  });

  it('is found where PDFium knows no box of the page or of a letter', async () => {
    const pdfium = await startPdfium();
    const bytes = makePdf([{ text: 'Seen', operators: line(60, 600, 'Above') }]);
    const document = pdfium._FPDF_LoadMemDocument(pdfium.keep(bytes), bytes.length, 0);
    const page = pdfium._FPDF_LoadPage(document, 0);
    const text = pdfium._FPDFText_LoadPage(page);
    const none = { _FPDF_GetPageBoundingBox: () => 0, _FPDFText_GetCharBox: () => 0 };
    const without: Pdfium = Object.assign(Object.create(pdfium), none);
    expect(textOfPdfPage(readPdfCharacters(without, page, text), 0, 960)).toBe('Seen');
  });

  it('is read however many letters a line has', () => {
    const box = { left: 0, right: 1, bottom: 0, top: 1 };
    const letter = {
      text: 'a',
      index: 0,
      box,
      size: 9,
      isGenerated: false,
      isHyphen: false,
      isSeen: true,
      object: 0,
      font: 0,
    };
    expect(textOfPdfPage(Array(300_000).fill(letter), 0, 960)).toHaveLength(300_000);
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

  it('are freed with their document', async () => {
    const pdfium = await startPdfium();
    const font = composite('HeiseiMin-W3', 'UniJIS-UCS2-H', 'Japan1');
    const bytes = makePdf([{ operators: show(hex('日本')) }], { fonts: { F2: font } });
    const document = pdfium._FPDF_LoadMemDocument(pdfium.keep(bytes), bytes.length, 0);
    const [page, open] = [pdfium._FPDF_LoadPage(document, 0), new Set<number>()];
    const text = pdfium._FPDFText_LoadPage(page);
    let kept = 0;
    const counted: Pdfium = Object.assign(Object.create(pdfium), {
      keep(file: Uint8Array) {
        kept += file.length;
        return pdfium.keep(file);
      },
      _FPDFText_LoadFont(...of: Parameters<Pdfium['_FPDFText_LoadFont']>) {
        const loaded = pdfium._FPDFText_LoadFont(...of);
        open.add(loaded);
        return loaded;
      },
      _FPDFFont_Close(loaded: number) {
        open.delete(loaded);
        pdfium._FPDFFont_Close(loaded);
      },
    });
    const drawer = createMissingFontReplacer(counted, document, createDeckFontSelector('en'));
    await drawer.fill(page, text, readPdfCharacters(pdfium, page, text));
    expect([open.size > 0, kept]).toEqual([true, 0]);
    drawer.close();
    expect(open.size).toBe(0);
    const pdf = await openPdf(bytes, createDeckFontSelector('en'));
    await pdf.readPage(0, 320);
    expect(() => pdf.close()).not.toThrow();
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
    pdfPagesAsOverlaySteps(pages.map(([label, text]) => ({ label, text }))).map(({ added, isStep }) => [added, isStep]);

  it('say only what is new on each', () => {
    expect(steps(['1', 'Plan\nOne'], ['2', 'Plan\nOne\nTwo'], ['3', 'Plan\nOne\nTwo\nThree'], ['4', 'End'])).toEqual([
      ['Plan\nOne', false],
      ['Two', true],
      ['Three', true],
      ['End', false],
    ]);
    // What `\\only` shows takes the place of another line.
    expect(steps(['1', 'Plan\nOne'], ['1', 'Plan\nTwo'], ['1', 'Plan\nTwo\nTwo'])).toEqual([
      ['Plan\nOne', false],
      ['Two', true],
      ['Two', true],
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

  it('are found in time that grows with their lines', () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at}`);
    const began = process.cpuUsage();
    const [, step] = steps(['', `Plan\n${lines.join('\n')}`], ['', `Plan\n${lines.toReversed().join('\n')}\nNew`]);
    expect(step).toEqual(['New', true]);
    expect(process.cpuUsage(began).user).toBeLessThan(1_500_000);
  });

  it.each(['notes', 'none'] as const)(
    'are the states of one slide, with a line of the report (%s)',
    async (pdf_text) => {
      const pages = [['One'], ['One', 'Two'], ['One', 'Two', 'Three'], ['Another']].map((points, at) => ({
        text: at === 3 ? 'End' : 'Plan',
        operators: points.map((words, place) => line(60, 300 - 60 * place, words)).join(''),
      }));
      const taken = await readPdfAsDeck(
        {
          ...{ look: 'auto', pdf_text, long_side: 320, max_slides: 10, has_pdf: false, skipped: [], fetched: {} },
          ...{ budget: USUAL_DECK_CPU_BUDGET, spent_cpu_seconds: 0, started_pictures: 0, cpu_time_factor: 1 },
        },
        {
          read: async () => Buffer.alloc(0),
          write: async () => undefined,
          startStep: () => undefined,
          cpuSeconds: () => 0,
        },
        makePdf(pages, { title: 'A talk' }),
      );
      if (!('deck' in taken)) throw new Error('refused');
      expect(taken.deck.title).toBe('A talk');
      const path = (page: number) => ({ from: 'path', path: `page-${page}` });
      const isSpoken = pdf_text === 'notes';
      expect(taken.deck.slides).toMatchObject([
        {
          ...{ source_page: 1, pages: 3, clicks: 2, image: { source: path(3) } },
          builds: [
            { source: path(1), text: '' },
            { source: path(2), text: 'Two' },
            { source: path(3), text: 'Three' },
          ],
          content: isSpoken
            ? { speaker_notes: 'Plan\nOne\n[[show]]\nTwo\n[[show]]\nThree' }
            : { speaker_notes: '', duration_seconds: 15 },
        },
        { source_page: 4, clicks: 0, content: { speaker_notes: isSpoken ? 'End\nAnother' : '' } },
      ]);
      expect(taken.deck.slides[1]).not.toHaveProperty('builds');
      expect(taken.deck.warnings).toEqual([
        { slide: 1, code: 'pages_are_steps', message: expect.stringMatching(/^Pages 1 to 3 show one slide/) },
      ]);
    },
  );
});
