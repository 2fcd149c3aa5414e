import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { readComment } from '#engine/deck-reading/markdown/comments.ts';
import { linePlaces } from '#engine/deck-reading/markdown/line-places.ts';
import { readMarkdown } from '#engine/deck-reading/markdown/read-markdown.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { zipWithout } from '#engine/deck-reading/zip-without.ts';
import { boxAt, makePptx, richShape, run, type TestDeck, textShape } from '#test/support/decks/pptx.ts';

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
    expect(linePlaces([...text.split('\n'), '-->'])).not.toContain('code');
  });

  it.each([
    ['spaces', `say${' '.repeat(MANY)}`],
    ['spaces after a word for silence', `silent${' '.repeat(MANY)}x`],
    ['dashes', `a${'-'.repeat(MANY)}b`],
  ])('a comment of %s', (_, text) => {
    expect(readComment(text).kind).toBe('other');
  });

  it('a list of depths', async () => {
    const depths = Array.from({ length: 150_000 }, () => 1).join(',');
    const deck = await readMarkdown(`---\nmarp: true\nheadingDivider: [${depths}]\n---\n# A\n\n# B\n`, {
      maxSlides: 9,
    });
    expect(deck.slides).toHaveLength(2);
  });
});

describe('Markdown that would take long to read', () => {
  const read = (text: string) => readMarkdown(`# A\n\n${text}\n`, { maxSlides: 9 });

  it('has long tags that are not closed: each letter is looked at a few times', async () => {
    const begun = process.cpuUsage();
    await read(`<li${'x'.repeat(30_000)}\n`.repeat(5));
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(10);
  });

  it.each([
    ['brackets', '[a'.repeat(3001)],
    ['brackets of pictures', `${'!['.repeat(1600)}${'](a'.repeat(1600)}`],
    ['emphasis', '*a _b '.repeat(4001)],
    ['marks of code', '`a'.repeat(8001)],
    ['lines', '- a\n'.repeat(20_001)],
    ['letters of a line', 'word '.repeat(40_001)],
    ['cells', `| a |\n|---|\n${'| 1 |\n'.repeat(6001)}`],
  ])('is refused with what it has too much of: %s', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'import_too_large',
      message: expect.stringMatching(/^The Markdown has .*more than [0-9]+ .*[.]$/),
    });
  });

  it('is taken where the marks are code, stand in many paragraphs, or are those of a picture in the text', async () => {
    const code = `\`\`\`json\n${'[]'.repeat(5000)}\n\`\`\`\n`;
    const picture = `![a](data:image/png;base64,${'a'.repeat(300_000)})\n`;
    expect((await read(`${code}\n${'[a] *b*\n\n'.repeat(200)}\n${picture}`)).slides.length).toBeGreaterThan(0);
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

  it('a theme that is no name', async () => {
    const { slides } = await readMarkdown('---\ntheme: {toString: x}\n---\n# A\n\nNote: words\n', { maxSlides: 9 });
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
    expect(zipWithout(zip, (name) => name === 'a.mp4').length).toBeLessThan(zip.length);
    // Every local header claims a long extra field, within which the others lie.
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    for (let at = zip.readUInt32LE(end + 16); at < end; ) {
      zip.writeUInt16LE(Math.min(0xffff, zip.length - 100), zip.readUInt32LE(at + 42) + 28);
      at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    expect(zipWithout(zip, (name) => name === 'a.mp4')).toBe(zip);
  });
});
