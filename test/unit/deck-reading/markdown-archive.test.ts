import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { openMarkdownArchive } from '#engine/deck-reading/markdown/markdown-archive.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';

const zipOf = async (files: Readonly<Record<string, string>>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
};
const deck = (title: string, ...sources: string[]) =>
  `---\ntheme: seriph\n---\n# ${title}\n${sources.map((src) => `\n---\nsrc: ${src}\n---\n`).join('')}`;
const titlesOf = async (files: Readonly<Record<string, string>>, deckFile?: string) => {
  const { markdown, ...rest } = await openMarkdownArchive(await zipOf(files), deckFile);
  const { slides, warnings } = await readMarkdownDeck(markdown, { maxSlides: 100, ...rest });
  return { titles: slides.map(({ content }) => content.title), warnings: warnings.map(({ message }) => message) };
};

describe('a zip with several Markdown files', () => {
  it.each([
    ['above', { 'talk/deck.md': deck('Talk', '../part.md'), 'part.md': '# Part' }],
    ['above, with the most usual name', { 'talk/deck.md': deck('Talk', '../slides.md'), 'slides.md': '# Part' }],
    ['beside', { 'a.md': deck('Talk', './slides.md'), 'slides.md': '# Part' }],
    ['below', { 'b/a.md': deck('Talk', 'parts/deck.md'), 'b/parts/deck.md': '# Part' }],
    ['from the root', { 'b/a.md': deck('Talk', '/deck.md#1'), 'deck.md': '# Part' }],
    ['from the root, as on Windows', { 'b/a.md': deck('Talk', '\\parts\\deck.md'), 'parts/deck.md': '# Part' }],
  ])('has as its deck the one that no other takes slides from: %s', async (_, files) => {
    expect((await titlesOf(files)).titles).toEqual(['Talk', 'Part']);
  });

  it('has the deck that is named, without regard to case', async () => {
    const files = { 'slides.md': '# One', 'talk/other.md': '# Two' };
    expect((await titlesOf(files)).titles).toEqual(['One']);
    expect((await titlesOf(files, 'talk/Other.md')).titles).toEqual(['Two']);
    expect((await titlesOf(files, './talk/other.md')).titles).toEqual(['Two']);
  });

  it.each([
    ['none.md', 'the archive has no file none.md'],
    ['../slides.md', 'the archive has no file'],
    ['a.txt', 'a deck is a Markdown file'],
  ])('is refused where the deck is named %s', async (name, message) => {
    await expect(titlesOf({ 'slides.md': '# One', 'a.txt': '# Two' }, name)).rejects.toThrow(message);
  });

  it('has a deck in a folder next to its README', async () => {
    expect((await titlesOf({ 'README.md': '# About', 'talk/slides.md': '# Talk' })).titles).toEqual(['Talk']);
    expect((await titlesOf({ 'README.md': '# About' })).titles).toEqual(['About']);
  });

  it('is refused where it has no deck at all', async () => {
    await expect(titlesOf({ 'a.png': 'x' })).rejects.toThrow('neither a PPTX nor');
  });

  it('is refused where several may be the deck, with what to do', async () => {
    await expect(titlesOf({ 'a.md': '# One', 'b.md': '# Two' })).rejects.toThrow('Name the deck in `deck_file`');
  });

  it.each(['../../etc/passwd', '/etc/passwd', 'notes.txt', '../outside.md'])('takes no slides from %s', async (src) => {
    const { titles, warnings } = await titlesOf({ 'talk/slides.md': deck('Talk', src), 'talk/notes.txt': '# Secret' });
    expect(titles).toEqual(['Talk']);
    expect(warnings.join()).toMatch(/Slides were left out: /);
  });
});
