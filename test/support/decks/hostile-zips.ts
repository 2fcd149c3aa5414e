import { type HostileFile, MARKDOWN, numbered, PPTX, ZIP } from './hostile-file.ts';
import { grayPng, svgFilters } from './hostile-pictures.ts';
import { pptxParts, textShape } from './pptx.ts';
import { makeZip, type ZipPart } from './zip.ts';

const DECK = '# A\n\n![a](a.png)\n';
const archive = (...parts: readonly ZipPart[]): Buffer => makeZip([{ name: 'deck.md', bytes: DECK }, ...parts]);
const pptx = pptxParts({ slides: [{ shapes: textShape(2, 'title', ['Fine']) }], sides: [12_192_000, 6_858_000] });
const MEGABYTE = 2 ** 20;

function zipInZip(depth: number): Buffer {
  let inner: Buffer = makeZip([{ name: 'deck.md', bytes: DECK }]);
  for (let at = 0; at < depth; at += 1) inner = makeZip([{ name: 'deck.zip', bytes: inner }]);
  return inner;
}

/** Zips: their directory, their names, and what they become. */
export const HOSTILE_ZIPS: readonly HostileFile[] = [
  {
    name: 'a PPTX with an XML part that becomes 200 MB',
    type: PPTX,
    file: () =>
      makeZip([
        ...pptx.filter(({ name }) => !name.endsWith('slide1.xml')),
        { name: 'ppt/slides/slide1.xml', bytes: `<p>${' '.repeat(200 * MEGABYTE)}</p>` },
      ]),
  },
  {
    name: 'a PPTX with XML parts of 90 MB',
    type: PPTX,
    file: () => makeZip(pptxParts({ slides: numbered(6, () => ({ shapes: `<!--${' '.repeat(15 * MEGABYTE)}-->` })) })),
  },
  {
    name: 'a PPTX with parts that overlap',
    type: PPTX,
    file: () => makeZip([...pptx, { name: 'ppt/a.xml', bytes: '<a/>', offset: 0 }]),
  },
  {
    name: 'a PPTX with 60,000 parts',
    type: PPTX,
    file: () => makeZip([...pptx, ...numbered(60_000, (at) => ({ name: `ppt/p${at}.xml`, bytes: '' }))]),
  },
  {
    name: 'a PPTX with media of 480 MB',
    type: PPTX,
    file: () =>
      makeZip([
        ...pptx,
        ...numbered(10, (at) => ({ name: `ppt/media/m${at}.mp4`, bytes: Buffer.alloc(48 * MEGABYTE) })),
      ]),
  },
  {
    name: 'a PPTX with a part that is larger than its directory says',
    type: PPTX,
    file: () =>
      makeZip(
        pptx.map((part) =>
          part.name.endsWith('slide1.xml')
            ? { ...part, bytes: `<p>${' '.repeat(50 * MEGABYTE)}</p>`, uncompressedSize: 1000 }
            : part,
        ),
      ),
  },
  {
    name: 'a PPTX with names that lead outside',
    type: PPTX,
    file: () => makeZip([...pptx, { name: '../../../../tmp/hostile', bytes: 'x' }]),
  },
  {
    name: 'a ZIP with names that lead outside',
    type: ZIP,
    file: () =>
      archive({ name: '../a.png', bytes: 'x' }, { name: '/etc/a.png', bytes: 'x' }, { name: 'C:\\a.png', bytes: 'x' }),
  },
  {
    name: 'a ZIP with one name in two forms of its letters',
    type: ZIP,
    file: () => archive({ name: 'b\u00e9.png', bytes: 'x' }, { name: 'be\u0301.png', bytes: 'y' }),
  },
  {
    name: 'a ZIP with names of 60,000 letters',
    type: ZIP,
    file: () => archive(...numbered(100, (at) => ({ name: `${'a/'.repeat(30_000)}${at}`, bytes: '' }))),
  },
  {
    name: 'a ZIP with names that are not text',
    type: ZIP,
    file: () => archive({ name: 'x', nameBytes: Buffer.from('ff00c3280a', 'hex'), bytes: 'x' }),
  },
  { name: 'a ZIP with zips in zips', type: ZIP, file: () => zipInZip(200) },
  {
    name: 'a ZIP with a deck of 300 MB',
    type: ZIP,
    file: () => makeZip([{ name: 'deck.md', bytes: Buffer.alloc(300 * MEGABYTE, 32) }]),
  },
  {
    name: 'a ZIP with 9,000 Markdown files',
    type: ZIP,
    file: () => makeZip(numbered(9000, (at) => ({ name: `${at}.md`, bytes: DECK }))),
  },
  {
    name: 'a ZIP with slides that name one another',
    type: ZIP,
    file: () =>
      makeZip([
        { name: 'slides.md', bytes: '---\ntheme: seriph\nlayout: cover\n---\n\n# A\n\n---\nsrc: ./b.md\n---\n' },
        { name: 'b.md', bytes: '---\nsrc: ./c.md\n---\n\n---\nsrc: ./c.md\n---\n' },
        { name: 'c.md', bytes: '---\nsrc: ./b.md\n---\n\n---\nsrc: ../../etc/passwd.md\n---\n' },
      ]),
  },
  {
    name: 'a ZIP with slides that name a large file 400 times',
    type: ZIP,
    file: () =>
      makeZip([
        {
          name: 'slides.md',
          bytes: `---\ntheme: seriph\nlayout: cover\n---\n\n# A\n${'\n---\nsrc: ./b.md\n---\n'.repeat(400)}`,
        },
        { name: 'b.md', bytes: `# B\n\n${'words '.repeat(300_000)}` },
      ]),
  },
  {
    name: 'a ZIP with a picture of 30,000 by 30,000',
    type: ZIP,
    file: () => archive({ name: 'a.png', bytes: grayPng(30_000, 1) }),
  },
  { name: 'a ZIP with an SVG of filters', type: ZIP, file: () => archive({ name: 'a.png', bytes: svgFilters(60) }) },
  {
    name: 'a ZIP with a picture that is another file',
    type: MARKDOWN,
    file: () =>
      Buffer.from('# A\n\n![a](../../../../etc/passwd)\n![b](file:///etc/passwd)\n![c](%2e%2e/%2e%2e/etc/passwd)\n'),
  },
];
