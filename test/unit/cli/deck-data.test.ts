import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDeckFolder } from '#cli/open-deck-folder.ts';
import { openMarkdownArchive } from '#engine/deck-reading/markdown/markdown-archive.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { makeZip } from '#test/support/decks/zip.ts';

const MARKDOWN = '# Sales\n\n![By month](sales.csv)\n\nNote: Said.\n';
const CSV = 'Month,Revenue\nJan,1\nFeb,3\n';
const CHART = { type: 'column', categories: ['Jan', 'Feb'], series: [{ name: 'Revenue', values: [1, 3] }] };

it('a chart comes from a file in the folder of the deck, and from none outside of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deck-'));
  try {
    await writeFile(join(folder, 'sales.csv'), CSV);
    const files = openDeckFolder(join(folder, 'talk.md'), undefined);
    const { slides, warnings } = await readMarkdownDeck(MARKDOWN, { maxSlides: 9, files });
    expect([slides[0]?.content.chart, warnings]).toEqual([CHART, []]);
    const outside = await readMarkdownDeck(MARKDOWN.replace('sales.csv', '../sales.csv'), { maxSlides: 9, files });
    expect(outside.warnings[0]?.message).toContain('../sales.csv is not next to the deck');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('a chart comes from a file in the zip of the deck', async () => {
  const zip = makeZip([
    { name: 'talk/slides.md', bytes: MARKDOWN },
    { name: 'talk/sales.csv', bytes: CSV },
  ]);
  const { markdown, folder, files } = await openMarkdownArchive(zip);
  const { slides, warnings } = await readMarkdownDeck(markdown, { maxSlides: 9, folder, files });
  expect([slides[0]?.content.chart, warnings]).toEqual([CHART, []]);
});
