import { describe, expect, it } from 'vitest';
import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';

const lines = (...text: string[]): string => text.join('\n');
const FILES: Readonly<Record<string, string>> = {
  'public/logo.png': '',
  'a.png': '',
  'b.png': '',
  'pages/two.md': '# Two\n\n---\n\n# Three\n\n![](c.png)\n',
  'pages/c.png': '',
  'loop.md': '---\nsrc: ./loop.md\n---\n',
  // a1.md includes a2.md, and so on to a6.md.
  ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`a${n}.md`, `# Level ${n}\n\n---\nsrc: ./a${n + 1}.md\n---\n`])),
  'a6.md': '# Level 6\n',
  'empty.md': '\n',
  // Without a mark of Slidev: headings do not part its slides.
  'own.md': '# Own\n\n## Below\n\na\n\n---\nlayout: center\n---\n\n# Second\n\n---\n\n# Third\n',
  ...{ 'b1.md': '---\nsrc: b2.md\n---\n'.repeat(9), 'b2.md': '---\nsrc: b3.md\n---\n'.repeat(9) },
  'b3.md': '---\nsrc: b4.md\n---\n'.repeat(9),
  'b4.md': '---\nhide: true\n---\n',
};
const files = {
  find: (path: string) => (Object.hasOwn(FILES, path) ? path : undefined),
  text: async (name: string) => FILES[name] ?? '',
};
const deckOf = (markdown: string): Promise<ParsedDeck> => readMarkdownDeck(markdown, { maxSlides: 100, files });
const marp = (...text: string[]) => deckOf(lines('---', 'marp: true', '---', '', ...text));
const slidev = (...text: string[]) => deckOf(lines('---', 'theme: seriph', 'mdc: true', '---', '', ...text));
const contentsOf = ({ slides }: ParsedDeck) => slides.map(({ content }) => content);
const linesOf = ({ warnings }: ParsedDeck) =>
  warnings.filter(({ code }) => code !== 'deck_silent').map(({ slide, code }) => `${slide ?? '-'} ${code}`);

describe('a deck of Marp', () => {
  it('has a title slide of # and ##, notes in comments, and its directives in the report', async () => {
    const deck = await deckOf(
      lines(
        ...[
          '---',
          'marp: true',
          'theme: gaia',
          'paginate: true',
          'size: 4:3',
          'footer: My talk',
          'lang: de',
          '---',
          '',
        ],
        ...['<!-- _class: lead -->', '# **Title** :rocket: <!-- fit -->', '## Subtitle', '', '<!-- Hello. -->', ''],
        ...['---', '', '# Next', '', 'Text', '<!-- prettier-ignore -->', '<!--', 'Two', 'lines', '-->'],
      ),
    );
    expect(deck).toMatchObject({
      ...{ title: 'Title 🚀', language: 'de', sides: { width: 4, height: 3 }, settings: { footer: 'My talk' } },
    });
    expect(contentsOf(deck)).toMatchObject([
      {
        title: '**Title** 🚀',
        bullet_points: ['Subtitle'],
        layout: 'title',
        markup: 'inline',
        speaker_notes: 'Hello.',
      },
      { title: 'Next', bullet_points: ['Text'], bullet_style: 'none', speaker_notes: 'Two\nlines' },
    ]);
    expect(deck.warnings.map(({ message }) => message)).toEqual([
      '`class` (slide 1) has no meaning here: the template decides how slides look.',
      '`theme`, `paginate` in the front matter have no meaning here: the template decides how slides look.',
    ]);
  });

  it('is parted by --- alone, and a text underlined by it is a heading', async () => {
    const deck = await marp('# A', '', '## B', '', 'c', '', '---', '', 'D', '---', '', 'e', '', '```md', '---', '```');
    expect(contentsOf(deck)).toMatchObject([
      { title: 'A', bullet_points: ['B', 'c'] },
      { title: 'D', bullet_points: ['e', '`---`'] },
    ]);
  });

  it('has lists that come in point by point: those with * and 1)', async () => {
    const deck = await marp(
      ...[
        '# A',
        '',
        '* one',
        '* two',
        '',
        '---',
        '# B',
        '',
        '1) x',
        '2) y',
        '',
        '---',
        '# C',
        '',
        '- one',
        '* two',
        '',
      ],
      ...['---', '# D', '', '- one', '- two'],
    );
    expect(deck.slides.map(({ content, clicks }) => [content.bullet_points, content.build, clicks])).toEqual([
      [['one', 'two'], 'by_bullet', 2],
      [['x', 'y'], 'by_bullet', 2],
      [['one', 'two'], 'none', 1],
      [['one', 'two'], 'none', 0],
    ]);
  });

  it('keeps the line breaks of a paragraph', async () => {
    const [content] = contentsOf(await marp('# A', '', 'b **c**', 'd', '', '- e', '  f'));
    expect(content?.bullet_points).toEqual(['b **c**', 'd', 'e f']);
  });

  it('may be parted by headings', async () => {
    const deck = await deckOf(lines('---', 'marp: true', 'headingDivider: 2', '---', '# A', '## B', '### c'));
    expect(contentsOf(deck)).toMatchObject([{ title: 'A' }, { title: 'B', bullet_points: ['c'] }]);
  });

  it.each([
    ['![bg right:40%](a.png)', 'image_right', undefined],
    ['![bg left](a.png)', 'image_left', undefined],
    ['![bg fit](a.png)', 'image_right', 'contain'],
    ['![w:600 A picture](a.png)', 'image_right', 'contain'],
  ])('shows %s next to its text', async (image, layout, fit) => {
    const [slide] = (await marp('# A', '', '- b', '- c', '', image)).slides;
    expect([slide?.content.layout, slide?.image?.fit]).toEqual([layout, fit]);
    expect(slide?.image?.alt).toBe(image.includes('A picture') ? 'A picture' : '');
  });

  it('shows a picture below a heading whole, and one behind it in full', async () => {
    const deck = await marp('# A', '', '![](a.png)', '', '---', '', '# B', '', '![bg](b.png)');
    expect(contentsOf(deck).map(({ layout }) => layout)).toEqual(['figure', 'image_full']);
  });

  it('has columns of HTML', async () => {
    const columns = [
      '<div class="columns">',
      '<div>',
      '',
      '- a',
      '- b',
      '',
      '</div>',
      '<div>',
      '',
      '- c',
      '',
      '</div>',
      '</div>',
    ];
    expect(contentsOf(await marp('# T', '', ...columns))).toMatchObject([
      { layout: 'two_columns', bullet_points: ['a', 'b', 'c'], column_break: 2 },
    ]);
  });
});

describe('a deck of Slidev', () => {
  it('has fields for each slide, and notes in the comment that ends it', async () => {
    const deck = await slidev(
      ...['# A', '', '<!-- no note -->', '', 'Text', '', '---', 'layout: section', 'class: x', '---', '', '# B', ''],
      ...[
        '<!--',
        'Said. [click] More.',
        '-->',
        '',
        '---',
        'hide: true',
        '---',
        '',
        '# C',
        '',
        '---',
        '',
        '# D',
        'text',
        '---',
      ],
    );
    expect(contentsOf(deck)).toMatchObject([
      { title: 'A', speaker_notes: '' },
      { title: 'B', layout: 'section', speaker_notes: 'Said. More.' },
      { title: 'D', bullet_points: ['text'] },
    ]);
    expect(linesOf(deck)).toContain('3 slide_hidden');
  });

  it('has columns', async () => {
    const deck = await slidev('# A', '---', 'layout: two-cols', '---', '# T', '', '- a', '::right::', '- b', '- c');
    expect(contentsOf(deck)[1]).toMatchObject({
      title: 'T',
      layout: 'two_columns',
      bullet_points: ['a', 'b', 'c'],
      column_break: 1,
    });
  });

  it('has pictures in its fields, and those of its root in the folder public', async () => {
    const deck = await slidev('# A', '---', 'layout: image-left', 'image: /logo.png', '---', '# B', '- c', '- d');
    expect(deck.slides[1]).toMatchObject({
      content: { layout: 'image_left' },
      image: { source: { from: 'path', path: 'public/logo.png' } },
    });
  });

  it('may have slides in other files, whose pictures lie next to them', async () => {
    const deck = await slidev('# One', '', '---', 'src: ./pages/two.md', '---', '', '---', 'src: ./loop.md', '---');
    expect(contentsOf(deck).map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
    expect(deck.slides[2]?.image?.source).toEqual({ from: 'path', path: 'pages/c.png' });
    expect(deck.warnings).toContainEqual({
      ...{ slide: null, code: 'slide_unreadable' },
      message: 'Slides were left out: ./loop.md (line 4 of loop.md) names itself.',
    });
  });

  it('takes slides through five files that include each other, and reports a sixth as nested too deeply', async () => {
    const deck = await slidev('# One', '', '---', 'src: ./a1.md', '---');
    expect(contentsOf(deck).map(({ title }) => title)).toEqual([
      ...['One', 'Level 1', 'Level 2', 'Level 3', 'Level 4', 'Level 5'],
    ]);
    expect(deck.warnings).toContainEqual({
      ...{ slide: null, code: 'slide_unreadable' },
      message:
        'Slides were left out: ./a6.md (line 6 of a5.md) is included through more than 5 files: include it from a file nearer to the deck.',
    });
  });

  it.each([
    ['empty.md', [], 'empty.md (line 11) is empty'],
    ['own.md', ['Own', 'Second', 'Third'], undefined],
    ['own.md#2-3', ['Second', 'Third'], undefined],
    ['own.md#3,1', ['Own', 'Third'], undefined],
    ['own.md#7', [], 'own.md#7 (line 11) names no slide: the file has 3 slides'],
    ['none.md', [], 'none.md (line 11) is not in the file: send all of the deck, as a .zip'],
    ['own.txt', [], 'own.txt (line 11) is not a Markdown file (.md)'],
  ])('has the slides of %s, or a line about their loss', async (src, titles, line) => {
    const deck = await slidev('# One', '', '---', `src: ${src}`, '---');
    expect(contentsOf(deck).map(({ title }) => title)).toEqual(['One', ...titles]);
    const messages = deck.warnings.filter(({ code }) => code === 'slide_unreadable').map(({ message }) => message);
    expect(messages).toEqual(line === undefined ? [] : [`Slides were left out: ${line}.`]);
  });

  it('gives the fields next to src to every slide of the file', async () => {
    const deck = await slidev('# One', '', '---', 'src: own.md', 'hide: true', '---');
    expect([contentsOf(deck).length, linesOf(deck)]).toEqual([
      1,
      expect.arrayContaining(['2 slide_hidden', '3 slide_hidden', '4 slide_hidden']),
    ]);
  });

  it('keeps each slide of its files: none is lost where most of them are empty', async () => {
    const empty = '---\n\n'.repeat(12);
    const deck = await readMarkdownDeck(
      `---\ntheme: seriph\nmdc: true\n---\n${empty}---\nsrc: own.md\n---\n---\n# Last\n`,
      {
        maxSlides: 5,
        files,
      },
    );
    expect(contentsOf(deck).map(({ title }) => title)).toEqual(['Own', 'Second', 'Third', 'Last']);
  });

  it('is refused where files include each other too often', async () => {
    await expect(
      readMarkdownDeck('---\ntheme: seriph\nmdc: true\n---\n# A\n\n---\nsrc: b1.md\n---\n', { maxSlides: 20, files }),
    ).rejects.toMatchObject({ code: 'import_too_large' });
  });

  it('lights lines of its code, one group after another, as far as it has them', async () => {
    const deck = await slidev(
      ...['# A', '', '```ts {all|1-2|3|9}', 'one()', 'two()', 'three()', '```', ''],
      ...['---', '', '# B', '', '```ts', 'one()', '```'],
    );
    expect(contentsOf(deck)).toMatchObject([{ code: { focus: ['1-2', '3'] } }, { code: { text: 'one()' } }]);
    expect(contentsOf(deck)[1]?.code).not.toHaveProperty('focus');
  });

  it('shows the last step of its code, and brings in points by clicks', async () => {
    const deck = await slidev(
      ...['# A', '', '````md magic-move', '```ts', 'one()', '```', '```ts {2}', 'two()', '```', '````', ''],
      ...['---', '', '# B', '', '<v-clicks>', '', '- a', '- b', '', '</v-clicks>', '', '<Tweet id="1" />'],
    );
    expect(contentsOf(deck)).toMatchObject([
      { code: { language: 'ts', text: 'two()' } },
      { bullet_points: ['a', 'b'], build: 'by_bullet' },
    ]);
    expect(deck.slides[1]?.clicks).toBe(2);
    expect(deck.warnings).toContainEqual({
      ...{ slide: 2, code: 'markup_not_taken' },
      message: expect.stringContaining('`<tweet>` is not drawn'),
    });
  });
});

describe('components of Vue', () => {
  it('that close themselves hold neither what follows nor its notes', async () => {
    const deck = await slidev('# A', '', '<iframe v-click src="/x/" w="9%" />', '', 'Text', '', '<!-- Said. -->');
    expect(contentsOf(deck)).toMatchObject([{ title: 'A', bullet_points: ['Text'], speaker_notes: 'Said.' }]);
  });

  it('may have tags of several lines, and code of other files', async () => {
    const tag = ['<Block', '  :opacity="0.6"', '  v-click', '>', '', 'Within', '', '</Block>'];
    const deck = await slidev('# A', '', 'Text', ...tag, '', '<<< @/snippets/x.ts#part {1}', '', '<!-- Said. -->');
    expect(contentsOf(deck)).toMatchObject([{ bullet_points: ['Text', 'Within'], speaker_notes: 'Said.' }]);
    expect(deck.warnings).toContainEqual({
      ...{ slide: 1, code: 'markup_not_taken' },
      message: expect.stringContaining('`<block>`, `<<< @/snippets/x.ts#part` are not drawn'),
    });
  });

  it('that are all of a slide are named, and the slide is left out', async () => {
    const deck = await slidev('# A', '', '---', '', '<Demo title="x" />', '', '---', '', '# C');
    expect(deck.slides.map(({ source_page }) => source_page)).toEqual([1, 3]);
    expect(deck.warnings.map(({ slide, message }) => `${slide} ${message}`)).toContainEqual(
      expect.stringContaining('2 The slide was left out: it contains <demo>'),
    );
  });
});

describe('what a slide has', () => {
  it.each<[name: string, markdown: string[], content: object]>([
    ['a numbered list', ['1. a', '2. b'], { bullet_points: ['a', 'b'], bullet_style: 'number' }],
    [
      'numbered lists in numbered lists',
      ['1. a', '   1. b', '   2. c', '2. d', '   1. e'],
      { bullet_points: ['a', 'b', 'c', 'd', 'e'], bullet_style: 'number', bullet_levels: [0, 1, 1, 0, 1] },
    ],
    ['levels', ['- a', '  - b', '    - c', '      - d'], { bullet_levels: [0, 1, 2, 2] }],
    [
      'numbers among other points',
      ['1. a', '   - b', '2. c'],
      { bullet_points: ['1. a', '• b', '2. c'], bullet_style: 'none' },
    ],
    ['a list below a sentence', ['Why:', '', '- a', '- b'], { bullet_levels: [0, 1, 1] }],
    ['tasks', ['- [x] a', '- [ ] b'], { bullet_points: ['[x] a', '[ ] b'], bullet_style: 'none', markup: 'inline' }],
    ['a footnote', ['a[^1]', '', '[^1]: b'], { bullet_points: ['a¹', '¹ b'] }],
    ['emoji by name, but not in code', [':smile: `:smile:` 12:30:45'], { bullet_points: ['😄 `:smile:` 12:30:45'] }],
    ['a formula as text', ['$E = mc^2$ for $5'], { bullet_points: ['E = mc² for $5'] }],
    ['prices', ['$5 and $10'], { bullet_points: ['$5 and $10'] }],
    [
      'prices next to formulas',
      ['- Energy is $E = mc^2$', '- $5 and $10 for $x^2$', '- **Pay** $20 or $30 a month'],
      { bullet_points: ['Energy is E = mc²', '$5 and $10 for x²', '**Pay** $20 or $30 a month'] },
    ],
    [
      'signs that are not marks',
      ['2 * 3 * 4, **b** and a_b_c'],
      { bullet_points: ['2 \\* 3 \\* 4, **b** and a_b_c'], markup: 'inline' },
    ],
    ['code', ['```ts {1|2}', 'a', 'b', 'c', 'd', '```'], { code: { language: 'ts', text: 'a\nb\nc\nd' } }],
    [
      'a table',
      ['| A | B |', '|---|--:|', '| **1** | 2 |'],
      { table: { header: ['A', 'B'], rows: [['**1**', '2']], align: ['left', 'right'] }, markup: 'inline' },
    ],
    [
      'an HTML table',
      ['<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>'],
      {
        table: {
          rows: [
            ['a', ''],
            ['b', 'c'],
          ],
        },
      },
    ],
  ])('%s', async (_, markdown, content) => {
    expect(contentsOf(await marp('# T', '', ...markdown))[0]).toMatchObject({ title: 'T', ...content });
  });

  it('that needs more room than one slide has becomes several', async () => {
    const code = ['```ts', 'a', 'b', 'c', 'd', '```'];
    const deck = await marp(
      '# T',
      '',
      '- a',
      '- b',
      '',
      ...code,
      '',
      '| A |',
      '|---|',
      '| 1 |',
      '',
      '![](a.png)',
      '',
      '![](b.png)',
    );
    expect(contentsOf(deck).map(({ title, code: listing, table }) => [title, listing?.text, table?.rows])).toEqual([
      ['T', undefined, undefined],
      ['T', 'a\nb\nc\nd', undefined],
      ['T', undefined, [['1']]],
    ]);
    expect(
      deck.slides.map(({ image, images }) => [image, ...(images ?? [])].map((each) => each?.source)),
    ).toMatchObject([[{ path: 'a.png' }, { path: 'b.png' }], [undefined], [undefined]]);
    expect(deck.pages).toBe(1);
  });

  it('shows its pictures together, with their captions, unless it has many points or names a layout', async () => {
    const pictures = ['![A boat](a.png "Before")', '', '![](b.png)', '', '![](a.png)'];
    const [together] = (await marp('# T', '', ...pictures)).slides;
    expect(together?.image).toMatchObject({ source: { path: 'a.png' }, alt: 'A boat', caption: 'Before' });
    expect(together?.images?.map(({ source }) => source)).toMatchObject([{ path: 'b.png' }, { path: 'a.png' }]);
    expect(together?.content.layout).toBe('auto');
    const apart = [
      await marp('# T', '', '- a', '- b', '- c', '- d', '', ...pictures),
      await marp('<!-- slide: layout=image_left -->', '', '# T', '', ...pictures),
      await marp('# T', '', '![bg](a.png)', '', '![](b.png)', '', '![](a.png)'),
    ];
    for (const deck of apart)
      expect(deck.slides.map(({ images }) => images)).toEqual([undefined, undefined, undefined]);
  });

  it('that cannot be drawn is a line of the report', async () => {
    const deck = await marp(
      '# T',
      '',
      '![](missing.png)',
      '',
      '```mermaid',
      'graph LR',
      '```',
      '',
      '<style>x</style>',
      '',
      '<video src="x"></video>',
    );
    expect(linesOf(deck).sort()).toEqual([
      '- setting_not_taken',
      '1 diagram_not_taken',
      '1 picture_missing',
      '1 video_not_taken',
    ]);
  });

  it('without notes makes a silent video, and the report says so', async () => {
    expect((await marp('# T')).warnings.map(({ code }) => code)).toEqual(['deck_silent']);
    expect((await marp('# T', '', '<!-- Note. -->')).warnings).toEqual([]);
  });
});
