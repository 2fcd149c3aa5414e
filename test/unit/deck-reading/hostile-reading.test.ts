import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { copyZipWithoutEntries } from '#engine/deck-reading/copy-zip.ts';
import { createStoredZipEntry } from '#engine/deck-reading/create-uncompressed-zip.ts';
import { readHtmlDeck } from '#engine/deck-reading/html/read-html-deck.ts';
import { parseMarkdownCommentMeaning } from '#engine/deck-reading/markdown/comments.ts';
import { markdownLineContexts } from '#engine/deck-reading/markdown/line-places.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { readPptxTable } from '#engine/deck-reading/pptx/tables.ts';
import type { OfficeXmlElement } from '#engine/deck-reading/pptx/xml.ts';
import { boxAt, makePptx, richShape, run, type TestDeck, textShape } from '#test/support/decks/pptx.ts';
import { isTried, isWhole } from '#test/support/depth.ts';

const slidesOf = async (deck: TestDeck) => (await readPptx(makePptx(deck), { maxSlides: 9 })).deck.slides;
const nested = (depth: number, inner: string): string =>
  '<mc:AlternateContent><mc:Choice Requires="unheard">'.repeat(depth) +
  inner +
  '</mc:Choice></mc:AlternateContent>'.repeat(depth);
const MANY = 500_000;

// Each of these took time that grows with the square of its length, or doubles with each level: at these sizes, hours.
describe('what is read in time that grows with its length', () => {
  it('forms of shapes within forms', async () => {
    const shapes = nested(50, textShape(3, null, ['Deep'], { box: boxAt(0, 0, 100, 100) }));
    expect(await slidesOf({ slides: [{ shapes: textShape(2, 'title', ['T']) + shapes }] })).toHaveLength(1);
  });

  it('forms of texts within forms', async () => {
    const [slide] = await slidesOf({ slides: [{ shapes: richShape(2, 'type="title"', nested(50, run('Deep'))) }] });
    expect(slide?.content.title).toBe('Deep');
  });

  it('a text box of figures', async () => {
    const shapes = textShape(3, null, ['1'.repeat(MANY)], { box: boxAt(0, 0, 100, 100) });
    expect(await slidesOf({ slides: [{ shapes }] })).toHaveLength(1);
  });

  it.each([
    ['ticks', '`'.repeat(MANY)],
    [
      'fences of all lengths',
      `${Array.from({ length: 900 }, (_, at) => `${'`'.repeat(at + 3)}x`).join('\n')}${'\n'.repeat(MANY)}`,
    ],
  ])('lines of %s', (_, text) => {
    expect(markdownLineContexts([...text.split('\n'), '-->'])).not.toContain('code');
  });

  it.each([
    ['spaces', `say${' '.repeat(MANY)}`],
    ['spaces after a word for silence', `silent${' '.repeat(MANY)}x`],
    ['dashes', `a${'-'.repeat(MANY)}b`],
  ])('a comment of %s', (_, text) => {
    expect(parseMarkdownCommentMeaning(text).kind).toBe('other');
  });

  it('a list of depths', async () => {
    const depths = Array.from({ length: 150_000 }, () => 1).join(',');
    const deck = await readMarkdownDeck(`---\nmarp: true\nheadingDivider: [${depths}]\n---\n# A\n\n# B\n`, {
      maxSlides: 9,
    });
    expect(deck.slides).toHaveLength(2);
  });
});

// A list that is passed as arguments may have about 120,000 items.
describe('a list of 150,000 items', () => {
  const COUNT = 150_000;
  const element = (name: string, children: OfficeXmlElement[] = [], attributes = {}): OfficeXmlElement => ({
    ...{ name, attributes, children },
  });

  it('of rows of a table', () => {
    const cell = element('a:tc', [element('a:txBody')]);
    const rows = Array.from({ length: COUNT }, () => element('a:tr', [cell]));
    expect(readPptxTable(element('a:tbl', rows))).toEqual({});
  });

  it('of ticks in code, of lines of a quotation, and of blank lines of a listing', async () => {
    const html = `<section><h2>T</h2><p><code>${'` '.repeat(COUNT)}</code></p></section><section><blockquote><p>${'a<br>'.repeat(COUNT)}</p></blockquote></section><section><pre><code>${'\n'.repeat(COUNT)}  a\n   b</code></pre></section>`;
    const { slides } = await readHtmlDeck(`<div class="reveal"><div class="slides">${html}</div></div>`, {
      maxSlides: 20,
    });
    expect(slides.at(-1)?.content.code?.text).toBe('a\n b');
  });

  it.runIf(isWhole)('of definitions to which pages refer', async () => {
    const begun = process.cpuUsage();
    const definitions = Array.from({ length: 4000 }, (_, at) => `[n${at}]: <https://e.org/${at}>\n`).join('');
    const pages = Array.from({ length: 80 }, (_, at) => `# ${at}\n\n[a][n${at}]\n\n---\n\n`).join('');
    expect((await readMarkdownDeck(`${pages}# Last\n\n${definitions}`, { maxSlides: 200 })).slides).toHaveLength(81);
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(10);
  });
});

it('a file is stored in a zip without a copy of it', () => {
  const bytes = Buffer.from('x');
  expect(createStoredZipEntry({ name: 'a', bytes }).content[1]).toBe(bytes);
});

describe('Markdown that would take long to read', () => {
  const read = (text: string) => readMarkdownDeck(`# A\n\n${text}\n`, { maxSlides: 9 });

  it('has long tags that are not closed: each letter is looked at a few times', async () => {
    const begun = process.cpuUsage();
    await read(`<li${'x'.repeat(30_000)}\n`.repeat(5));
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(10);
  });

  const TOO_MUCH: [string, string][] = [
    ['3000 brackets', '[a'.repeat(3001)],
    ['3000 brackets', `${'!['.repeat(1600)}${'](a'.repeat(1600)}`],
    ['3000 brackets', `<div>\n\`\`\`\n\n${'[a'.repeat(3001)}\n\`\`\``],
    ['4000 signs of emphasis, code or formulas', '*a _b '.repeat(2001)],
    ['4000 signs of emphasis, code or formulas', '`a'.repeat(4001)],
    ['4000 signs of emphasis, code or formulas', '$a'.repeat(4001)],
    ['1000 openings of comments', 'a <!-- '.repeat(1001)],
    ['20000 lines in one place', '- a\n'.repeat(20_001)],
    ['40000 lines of code in one place', `\`\`\`\n${'a\n'.repeat(40_001)}\`\`\``],
    ['60000 tags in one place', '<b>a</b> '.repeat(30_001)],
    ['3000 quotations in one place', '> a\n\n'.repeat(3001)],
    ['200000 letters', 'word '.repeat(40_001)],
    ['12000 cells', `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(6001)}`],
  ];
  it.each(TOO_MUCH.filter((_, at) => isTried(at, 5)))(
    'is refused with what it has too much of: more than %s',
    async (excess, text) => {
      await expect(read(text)).rejects.toMatchObject({
        code: 'import_too_large',
        message: expect.stringMatching(
          new RegExp(`^The Markdown has .*more than ${excess}[.] Divide it, or write it as code[.]$`),
        ),
      });
    },
  );

  const MUCH: [string, string][] = [
    ['in fenced code', `\`\`\`json\n${'[]'.repeat(5000)}\n\`\`\`\n`],
    ['in fenced code of a list', `- a\n  \`\`\`\n${'  [*a*]\n'.repeat(2100)}  \`\`\`\n`],
    ['in indented code', '    [a[*i*]]\n'.repeat(3000)],
    ['in many paragraphs', '[a] *b*\n\n'.repeat(1600)],
    ['in many points', '- [ ] [*a*](b)\n'.repeat(1000)],
    ['in many cells', `| a | b |\n|---|---|\n${'| [a] | [*b*] |\n'.repeat(900)}`],
    ['as the bytes of a picture', `![a](data:image/png;base64,${'a'.repeat(300_000)})\n`],
    ['as the bytes of a font', `<style>@font-face{src:url(data:font/woff2;base64,${'a'.repeat(300_000)})}</style>\n`],
    ['as a picture in percent-encoding', `![a](data:image/svg+xml;utf8,${'%3Cpath%20'.repeat(30_000)})\n`],
    ['as a drawing in one line', `<svg viewBox="0 0 9 9"><path d="${'M0 0 '.repeat(60_000)}"/></svg>\n`],
    ['as a drawing within a text', `words <svg viewBox="0 0 9 9"><path d="${'M0 0 '.repeat(60_000)}"/></svg>\n`],
    ['as lines of code', `\`\`\`\n${'a\n'.repeat(20_001)}\`\`\`\n`],
  ];
  it.each(MUCH.filter((_, at) => isTried(at, 5)))('is taken where much stands %s', async (_, text) => {
    expect((await read(text)).slides.length).toBeGreaterThan(0);
  });

  it.each([
    'separator: "PATTERN---"',
    'separator: "---PATTERN"',
    'separator: "---PATTERN$"',
    'verticalSeparator: "^PATTERN--"',
    'notesSeparator: "^PATTERNNote:"',
  ])('names separators with much space in their patterns: %s', async (field) => {
    const begun = process.cpuUsage();
    for (const space of ['\\\\s?'.repeat(60), '\\\\s*?'.repeat(50), '\\\\s{1}'.repeat(45), '\\\\s'.repeat(200_000)])
      await readMarkdownDeck(`---\n${field.replace('PATTERN', space)}\n---\n# A\n`, { maxSlides: 9 });
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(2);
  });
});

describe('what is not as a program writes it', () => {
  it.each(['1.5', '9999999999', '-3'])('a paragraph of the level %s', async (level) => {
    const body = richShape(3, 'idx="1"', '').replace(
      '<a:p></a:p>',
      `<a:p><a:pPr lvl="${level}"><a:buChar char="•"/></a:pPr>${run('A')}</a:p><a:p><a:pPr><a:buNone/></a:pPr>${run('B')}</a:p>`,
    );
    const [slide] = await slidesOf({ slides: [{ shapes: textShape(2, 'title', ['T']) + body }] });
    expect(slide?.content.bullet_points).toHaveLength(2);
  });

  it('a theme that is not a name', async () => {
    const { slides } = await readMarkdownDeck('---\ntheme: {toString: x}\n---\n# A\n\nNote: words\n', { maxSlides: 9 });
    expect(slides).toHaveLength(1);
  });

  it('relations of a layout that are damaged', async () => {
    const slides = await slidesOf({
      slides: [{ shapes: textShape(2, 'title', ['T']), relations: { rIdL: ['slideLayout', 'slideLayouts/l.xml'] } }],
      parts: { 'ppt/slideLayouts/l.xml': '<p:sldLayout/>', 'ppt/slideLayouts/_rels/l.xml.rels': '<damaged' },
    });
    expect(slides.map(({ content }) => content.title)).toEqual(['T']);
  });

  it('parts of a zip that overlap: nothing is copied', () => {
    const zip = Buffer.from(makePptx({ slides: [{ shapes: '' }], parts: { 'a.mp4': 'x', 'b.xml': 'y'.repeat(9) } }));
    expect(copyZipWithoutEntries(zip, (name) => name === 'a.mp4').length).toBeLessThan(zip.length);
    // Every local header claims a long extra field, within which the others lie.
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    for (let at = zip.readUInt32LE(end + 16); at < end; ) {
      zip.writeUInt16LE(Math.min(0xffff, zip.length - 100), zip.readUInt32LE(at + 42) + 28);
      at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    expect(copyZipWithoutEntries(zip, (name) => name === 'a.mp4')).toBe(zip);
  });
});
