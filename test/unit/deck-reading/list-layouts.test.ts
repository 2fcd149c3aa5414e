import { describe, expect, it } from 'vitest';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';

const FILES = { find: (path: string) => path, text: async () => '' };
const slidesOf = async (markdown: string) =>
  (await readMarkdownDeck(markdown, { maxSlides: 10, files: FILES })).slides.map(({ content }) => content);
/** The layout of a slide with this content below its title. */
const layoutOf = async (...lines: string[]): Promise<string | undefined> =>
  (await slidesOf(['# Deck', '', '# Slide', '', ...lines].join('\n'))).at(1)?.layout;

describe('a list', () => {
  it.each([
    ['cards', '- **Fast**: each picture once', '- **Safe**: nothing is lost'],
    ['cards', '- **Fast:** each picture once', '- **Safe.** nothing is lost'],
    ['cards', '- **Fast** — each picture once', '- **Safe** – nothing is lost', '- **Offline** - no account'],
    ['cards', '- **Fast**', '  - each picture once', '- **Safe**', '  - nothing is lost', '  - also when killed'],
    ['process', '1. **Write** — a deck', '2. **Import** — one call', '3. **Render** — one file'],
    ['timeline', '- **2024**: a start', '- **2025**: a product'],
    ['timeline', '- March 2025 — a start', '- 12 May 2026 — a product'],
    ['timeline', '- 9:30 — Welcome', '- 10:00 — Tides', '- 12:00 — Lunch'],
    ['timeline', '1. **2024**: a start', '2. **2025**: a product'],
    ['stats', '- **42 %** of all slides', '- **3×** as fast', '- **€4.2M** a year'],
  ])('is %s: %s', async (layout, ...list) => {
    expect(await layoutOf(...list)).toBe(layout);
  });

  it.each([
    ['words that are bold within sentences', '- **Fast** and small', '- **Safe** and sound'],
    ['one bold head of two', '- **Fast**: each picture once', '- Safe: nothing is lost'],
    [
      'heads alone',
      '- **Fast**',
      '- **Safe**',
      '- **Offline**',
      '- **Free**',
      '- **Small**',
      '- **Open**',
      '- **Old**',
    ],
    ['codes, which are not years', '- 404: not found', '- 500: broken at the server, not here'],
    [
      'numbers that are not years in order',
      '- 2024: the port of the service itself',
      '- 1080: the port of another one',
    ],
    ['one point', '- **Fast**: each picture once'],
    ['more than six heads', ...Array.from({ length: 7 }, (_, i) => `- **Head ${i}**: a text of the point`)],
    ['long texts', `- **Fast**: ${'word '.repeat(40)}`, '- **Safe**: nothing is lost'],
    ['a paragraph', 'Before the list.', '', '- **Fast**: each picture once', '- **Safe**: nothing is lost, ever'],
    [
      'some numbers',
      '1. **One**: a text that is longer than a card',
      '',
      '- **Two**: a text that is longer than a card',
    ],
  ])('stays a list with %s', async (_, ...list) => {
    expect(await layoutOf(...list)).toBe('auto');
  });

  it('has the layout that its slide names', async () => {
    const list = ['- **Fast**: each picture once', '- **Safe**: nothing is lost'];
    for (const layout of ['bullets', 'auto', 'process'])
      expect(await layoutOf(`<!-- slide: layout=${layout} -->`, ...list)).toBe(layout);
    const slidev = [
      '---',
      'theme: default',
      '---',
      '',
      '# Deck',
      '',
      '---',
      'layout: default',
      '---',
      '',
      '# Slide',
      '',
      ...list,
    ];
    expect((await slidesOf(slidev.join('\n'))).at(1)?.layout).toBe('auto');
  });
});

describe('a table', () => {
  const table = (head: string, ...rows: string[]) => [head, head.replaceAll(/[^|]+/g, '---'), ...rows];

  it('of pros and cons is a comparison, with the sign of each line', async () => {
    const [, slide] = await slidesOf(
      ['# Deck', '', '# Buy', '', ...table('Pros | Cons', 'Works **today** | A price', 'No upkeep | ')].join('\n'),
    );
    expect(slide).toMatchObject({ layout: 'comparison', markup: 'inline' });
    expect(slide?.table).toBeUndefined();
    expect(slide?.items).toEqual([
      { title: 'Pros', text: '+ Works **today**\n+ No upkeep' },
      { title: 'Cons', text: '- A price' },
    ]);
  });

  it.each([
    ['Before | After', 'By hand | By itself'],
    ['Vorher | Heute | Morgen', 'Papier | Datei | Dienst'],
  ])('with the heads %s is a comparison', async (head, row) => {
    expect(await layoutOf(...table(head, row))).toBe('comparison');
  });

  it.each([
    ['figures', 'Before | After', '12 s | 3 s'],
    ['other heads', 'Name | Role', 'Ida | Maps'],
    ['heads of two families', 'Before | Cons', 'By hand | Slow'],
    ['an empty head', ' | Before | After', 'Name | By hand | By itself'],
  ])('stays a table with %s', async (_, head, row) => {
    const slides = await slidesOf(['# Deck', '', '# Slide', '', ...table(`| ${head} |`, `| ${row} |`)].join('\n'));
    expect(slides.at(1)).toMatchObject({ layout: 'auto', table: { rows: [expect.anything()] } });
  });

  it('stays a table whose columns are too long for an item', async () => {
    const rows = Array.from({ length: 4 }, () => `${'word '.repeat(20)} | By itself`);
    const slides = await slidesOf(['# Deck', '', '# Slide', '', ...table('Before | After', ...rows)].join('\n'));
    expect(slides.at(1)?.table?.rows).toHaveLength(4);
  });

  it('stays a table where its slide says so', async () => {
    const slides = await slidesOf(
      ['# Deck', '', '# Buy', '', '<!-- slide: layout=table -->', '', ...table('Pros | Cons', 'Today | A price')].join(
        '\n',
      ),
    );
    expect(slides.at(1)).toMatchObject({ layout: 'table', table: { header: ['Pros', 'Cons'] } });
  });
});

it('keeps the spaces of a subscript', async () => {
  const [, slide] = await slidesOf('# Deck\n\n# Slide\n\n- T<sub>in air</sub> is T<sup>at most</sup>\n- b');
  expect(slide).toMatchObject({ markup: 'inline', bullet_points: ['T~in\\ air~ is T^at\\ most^', 'b'] });
});
