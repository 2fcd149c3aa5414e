import { describe, expect, it } from 'vitest';
import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';

const lines = (...text: string[]): string => text.join('\n');
const deckOf = (...text: string[]): Promise<ParsedDeck> => readMarkdownDeck(lines(...text), { maxSlides: 100 });
const slidev = (...text: string[]) => deckOf('---', 'theme: default', '---', '', ...text);
const marp = (...text: string[]) => deckOf('---', 'marp: true', '---', '', ...text);
const reveal = (...text: string[]) => deckOf('---', 'theme: solarized', 'revealOptions: {}', '---', '', ...text);

/** Title, points and notes of each slide. */
type Row = [title: string, points: string[], notes: string];
const rowsOf = ({ slides }: ParsedDeck): Row[] =>
  slides.map(({ content }) => [content.title, content.bullet_points, content.speaker_notes]);
const titlesOf = (deck: ParsedDeck): string[] => deck.slides.map(({ content }) => content.title);
const messagesOf = ({ warnings }: ParsedDeck): string[] => warnings.map(({ message }) => message);

const ONE = ['# One', '', 'Note: First.', '', '---', ''];
const THREE = ['', '---', '', '# Three', '', 'Note: Third.'];

describe('a slide between two ---', () => {
  it.each<[name: string, slide: string[], row: Row]>([
    ['a title and a note', ['# Two', '', 'Note: Second.'], ['Two', [], 'Second.']],
    ['a note alone below its title', ['## Part two', 'Note: Second.'], ['Part two', [], 'Second.']],
    [
      'terms',
      ['# Agenda', '', 'When: Monday 10:00', '', 'Where: Room 5'],
      ['Agenda', ['When: Monday 10:00', 'Where: Room 5'], ''],
    ],
    ['questions', ['Q: What is it?', '', 'A: A cat.'], ['', ['Q: What is it?', 'A: A cat.'], '']],
    ['an address', ['# Where', '', 'See: https://example.com'], ['Where', ['See: https://example.com'], '']],
  ])('is a slide, and no block of fields: %s', async (_, slide, row) => {
    const deck = await deckOf(...ONE, ...slide, ...THREE);
    expect(rowsOf(deck)).toEqual([['One', [], 'First.'], row, ['Three', [], 'Third.']]);
    expect(deck.warnings).toEqual([]);
  });

  it.each<[name: string, slide: string[]]>([
    ['a title', ['# Two', 'Note: Second.']],
    ['a note', ['Note: Second.', '', '# Two']],
    ['a term', ['# Two', 'When: Monday', 'Note: Second.']],
  ])('is a slide where it starts right below the --- with %s', async (_, slide) => {
    const deck = await deckOf('# One', '---', ...slide, '---', '# Three', '---', '# Four');
    expect(titlesOf(deck)).toEqual(['One', 'Two', 'Three', 'Four']);
    expect(deck.slides[1]?.content.speaker_notes).toBe('Second.');
  });

  it('is a slide in a deck of Slidev, too', async () => {
    const deck = await slidev(
      '# One',
      '',
      '---',
      '',
      '# Two',
      '',
      'Basic: 10 EUR',
      '',
      '<!-- Said. -->',
      '',
      '---',
      '',
      '# Three',
    );
    expect(rowsOf(deck)).toEqual([
      ['One', [], ''],
      ['Two', ['Basic: 10 EUR'], 'Said.'],
      ['Three', [], ''],
    ]);
    expect(titlesOf(await slidev('# One', '---', '# Two', 'Price: 10', '---', '# Three'))).toEqual([
      'One',
      'Two',
      'Three',
    ]);
  });

  it('is not front matter at the beginning of a deck', async () => {
    const deck = await deckOf('---', '', '# Agenda', '', 'When: Monday', '', '---', '', '# Two');
    expect(titlesOf(deck)).toEqual(['Agenda', 'Two']);
    expect(titlesOf(await deckOf('---', '# Agenda', 'When: Monday', '---', '# Two'))).toEqual(['Agenda', 'Two']);
  });
});

describe('fields of a slide of Slidev', () => {
  it.each<[name: string, fields: string[]]>([
    ['below the ---', ['---', 'layout: section', '---']],
    ['below a --- with a text', ['--- next part', 'layout: section', '---']],
    ['with a comment of YAML', ['---', '# how it looks', 'layout: section', '# and more', 'class: x', '---']],
    ['with a comment of YAML and a blank line among them', ['---', 'layout: section', '', '# why', 'class: x', '---']],
    ['in a block of YAML', ['---', '', '```yaml', 'layout: section', '```']],
    ['in a block of YAML right below the ---', ['---', '```yml', 'layout: section', '```']],
  ])('are taken: %s', async (_, fields) => {
    const deck = await slidev('# One', '', ...fields, '', '# Two', '', '<!-- Said. -->');
    expect(rowsOf(deck)).toEqual([
      ['One', [], ''],
      ['Two', [], 'Said.'],
    ]);
    expect(deck.slides[1]?.content.layout).toBe('section');
  });

  it('do not follow a line of four dashes, or a text', async () => {
    const four = await slidev('# One', '', '----', 'layout: section', '---', '', '# Three');
    expect(rowsOf(four)).toEqual([
      ['One', [], ''],
      ['', ['layout: section'], ''],
      ['Three', [], ''],
    ]);
    const prose = await slidev('# One', '---', 'layout: section', 'and a sentence: of two: parts', '---', '# Three');
    expect(titlesOf(prose)).toHaveLength(3);
  });

  it('are not a block of YAML further down, nor one that is a list', async () => {
    const deck = await slidev(
      '# One',
      '',
      '---',
      '',
      '# Two',
      '',
      '```yaml',
      'layout: section',
      'a: 1',
      'b: 2',
      'c: 3',
      '```',
    );
    expect(deck.slides[1]?.content).toMatchObject({ title: 'Two', code: { language: 'yaml' } });
  });
});

describe('lines that part slides', () => {
  it.each(['---', '----', '-----', '--- next part', '---next', '---  '])(
    'are in Slidev all that start with ---: %s',
    async (rule) => {
      const deck = await slidev('# One', '', '<!-- Note one. -->', '', rule, '', '# Two', '', '<!-- Note two. -->');
      expect(rowsOf(deck)).toEqual([
        ['One', [], 'Note one.'],
        ['Two', [], 'Note two.'],
      ]);
    },
  );

  it.each(['***', '___', '- - -', ' ---', '--'])('are not %s in Slidev', async (rule) => {
    expect((await slidev('# One', '', rule, '', 'b')).slides).toHaveLength(1);
  });

  it.each(['---', '-----', '***', '___', '- - -', ' ---'])('are the rules of Markdown in Marp: %s', async (rule) => {
    expect(titlesOf(await marp('# One', '', rule, '', '# Two'))).toEqual(['One', 'Two']);
  });

  it('are not those of code, or of tables', async () => {
    const code = [
      '# One',
      '',
      '- a',
      '',
      '  ```yaml',
      '  ---',
      '  b: c',
      '  ```',
      '',
      '````',
      '---',
      '```',
      '---',
      '````',
      '',
      '~~~',
      '---',
      '~~~',
    ];
    for (const deck of [await slidev(...code), await marp(...code)]) expect(deck.pages).toBe(1);
    expect(await slidev('# One', '', 'Write ```---``` or `<!--`.', '', '---', '', '# Two')).toMatchObject({ pages: 2 });
    expect(await slidev('# One', '', '```', 'never closed', '', '---', '', '# Two')).toMatchObject({ pages: 2 });
  });

  it.each([
    ['headingDivider: 2', ['A', 'B', 'D']],
    ['headingDivider: [1, 3]', ['A', 'C', 'D']],
    ['headingDivider: 3', ['A', 'B', 'C', 'D']],
  ])('are headings in Marp, for %s', async (divider, titles) => {
    const text = ['# A', '', '## B', '', '### C', '', '# D'];
    expect(titlesOf(await deckOf('---', 'marp: true', divider, '---', '<!-- _class: lead -->', ...text))).toEqual(
      titles,
    );
    expect(titlesOf(await marp(...text, '', `<!-- ${divider} -->`))).toEqual(titles);
  });

  it('are `--` in plain Markdown as well, as in Advanced Slides', async () => {
    const deck = await deckOf('# One', '', '---', '', '# Two', '', '--', '', '# Below', '', '---', '', 'a', '--', 'b');
    expect(rowsOf(deck).map(([title, points]) => title || points[0])).toEqual(['One', 'Two', 'Below', 'a', 'b']);
  });
});

describe('a comment', () => {
  const note = ['<!--', 'First half of the note.', '', '---', '', 'Second half of the note.', '-->'];
  it.each([
    ['Slidev', slidev],
    ['Marp', marp],
    ['plain Markdown', deckOf],
  ])('is one note where a line in it is a ---, in %s', async (_, read) => {
    const deck = await read('# One', '', ...note, '', '---', '', '# Two', '', '<!-- Note two. -->');
    expect(rowsOf(deck)).toEqual([
      ['One', [], note.slice(1, -1).join('\n')],
      ['Two', [], 'Note two.'],
    ]);
  });

  it.each<[name: string, comment: string[]]>([
    ['before it', ['<!--', '---', 'layout: center', '---', '', '# Draft', '-->']],
    ['after it', ['<!--', '# Draft', '', 'A text.', '', '---', '-->']],
    ['before a slide without fields', ['<!--', '---', '', '# Draft', '', '<!-- Draft note. ', '-->']],
  ])('has slides that were taken out, with the --- %s', async (_, comment) => {
    for (const read of [slidev, marp, deckOf]) {
      const deck = await read(
        '# One',
        '',
        '<!-- Note one. -->',
        '',
        ...comment,
        '',
        '---',
        '',
        '# Two',
        '',
        '<!-- Note two. -->',
      );
      expect(rowsOf(deck)).toEqual([
        ['One', [], 'Note one.'],
        ['Two', [], 'Note two.'],
      ]);
    }
  });

  it('that is never closed takes no slides with it', async () => {
    expect(titlesOf(await slidev('# One', '', 'a <!-- b', '', '---', '', '# Two'))).toEqual(['One', 'Two']);
  });

  it('above the first heading is about its slide', async () => {
    const deck = await deckOf('<!-- slide: layout=section -->', '', '# A', '', 'Note: Said.', '', '# B');
    expect(deck.slides.map(({ content }) => [content.title, content.layout])).toEqual([
      ['A', 'section'],
      ['B', 'auto'],
    ]);
  });

  it('of Marp may have more dashes, and prose with a colon is a note', async () => {
    const deck = await marp(
      '# A',
      '',
      '<!--- Said. --->',
      '',
      '---',
      '',
      '# B',
      '',
      '<!--',
      'footer: see there,',
      'and go on',
      '-->',
    );
    expect(rowsOf(deck).map(([, , notes]) => notes)).toEqual(['Said.', 'footer: see there,\nand go on']);
  });
});

describe('marks for clicks in the notes of Slidev', () => {
  const notes = ['Intro,', '[click] the first', 'and [click:2] the last.'];
  it('stay where the points come one by one, to say when', async () => {
    const points = ['<v-clicks>', '', '- a', '- b', '', '</v-clicks>'];
    const deck = await slidev('# A', '', ...points, '', '<!--', ...notes, '-->');
    expect(deck.slides[0]?.content).toMatchObject({ speaker_notes: notes.join('\n'), build: 'by_bullet' });
  });

  it('leave neither a word nor space on any other slide', async () => {
    const deck = await slidev('# A', '', '- a', '', '<!--', '[click] Before.', ...notes, '-->');
    expect(deck.slides[0]?.content).toMatchObject({
      speaker_notes: 'Before.\nIntro,\nthe first\nand the last.',
      build: 'none',
    });
  });
});

describe('a paragraph that is longer than a point', () => {
  const long = Array.from({ length: 12 }, (_, at) => `clause ${at} with words that go on and on for a while`);
  it.each([
    ['of one sentence', long.join(', ')],
    ['of one sentence without a comma', long.join(' ')],
    ['of sentences', `${long.join('. ')}.`],
    ['of Japanese', '長い文章がどこまでも続いていく、'.repeat(40)],
  ])('continues in the next: %s', async (_, text) => {
    const deck = await deckOf('# A', '', text, '', 'Note: Said.');
    const points = deck.slides.flatMap(({ content }) => content.bullet_points);
    expect(points.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    expect(points.every((point) => [...point].length <= 300)).toBe(true);
    expect(deck.warnings).toEqual([]);
  });
});

describe('comments that a program for narration reads', () => {
  it('say what is spoken, and the others are remarks', async () => {
    const deck = await marp(
      ...['# One', '', '<!-- to do -->', '', '<!-- say: Today, I want to tell you a story: a short', '  one. -->', ''],
      ...['---', '', '# Two', '', '<!-- say(voice=alex, pace=slow): OK but WHY? -->', '<!-- SAY : More. -->'],
    );
    expect(rowsOf(deck)).toEqual([
      ['One', [], 'Today, I want to tell you a story: a short one.'],
      ['Two', [], 'OK but WHY?\n\nMore.'],
    ]);
    expect(messagesOf(deck)).toEqual([
      expect.stringMatching(
        /^Line 16: "voice=alex, pace=slow" was ignored: the voice of the timeline speaks this\. Choose that with `voice` of the timeline, or .* with `voice`, `language` and `speed` of POST .*audio\.$/,
      ),
    ]);
  });

  it.each([
    ['Slidev', slidev],
    ['reveal.js', reveal],
    ['plain Markdown', deckOf],
  ])('are read in %s, too', async (_, read) => {
    const deck = await read(
      '# One',
      '',
      '<!-- say: Said. -->',
      '',
      'Text',
      '',
      '---',
      '',
      '# Two',
      '',
      '<!-- skip -->',
      '',
      '---',
      '',
      '# Three',
      '',
      '<!-- remark -->',
    );
    expect(rowsOf(deck)).toEqual([
      ['One', ['Text'], 'Said.'],
      ['Three', [], ''],
    ]);
    expect(deck.warnings).toContainEqual(expect.objectContaining({ slide: 2, code: 'slide_hidden' }));
  });

  it('leave a slide silent for a time', async () => {
    const deck = await marp(
      '# One',
      '',
      '<!-- nonarration(7.5) -->',
      '',
      '---',
      '',
      '# Two',
      '',
      '<!-- nonarration -->',
      '',
      '---',
      '',
      '# Three',
      '',
      '<!-- Said. -->',
    );
    expect(rowsOf(deck).map(([, , notes]) => notes)).toEqual(['', '', 'Said.']);
    expect(deck.slides.map(({ content }) => content.duration_seconds)).toEqual([7.5, undefined, undefined]);
  });

  it('are samples where they stand in code', async () => {
    const deck = await marp(
      '# One',
      '',
      '```html',
      '<!-- say: A sample. -->',
      '<!-- skip -->',
      'c',
      'd',
      '```',
      '',
      '<!-- Said. -->',
    );
    expect(deck.slides[0]?.content).toMatchObject({ speaker_notes: 'Said.', code: { language: 'html' } });
  });
});

describe('a deck of reveal.js', () => {
  const slides = (separator: string, below: string) => [
    ...[
      '# Foo',
      '',
      'Note: test note',
      '',
      separator,
      '',
      '# Bar',
      '',
      below,
      '',
      'Sub bar',
      '',
      separator,
      '',
      'The End.',
    ],
  ];
  const rows: Row[] = [
    ['Foo', [], 'test note'],
    ['Bar', [], ''],
    ['', ['Sub bar'], ''],
    ['', ['The End.'], ''],
  ];

  it.each([
    ['comments', ['separator: <!--s-->', 'verticalSeparator: <!--v-->'], '<!--s-->', '<!--v-->'],
    [
      'comments with spaces',
      ['separator: "<!-- next -->"', 'verticalSeparator: <!-- down -->'],
      '<!-- next -->',
      '<!-- down -->',
    ],
    ['lines of signs', ['separator: "^====$"', 'verticalSeparator: ^~~~~~$'], '====', '~~~~~'],
    ['numbers of signs', ['separator: ^-{3}$', 'verticalSeparator: "^={2,}$"'], '---', '====='],
    ['choices', ['separator: ^(?:---|\\*{3})$', 'verticalSeparator: ^(v+|--v--)$'], '***', '--v--'],
    ['sets', ['separator: "^[=-]+ next$"', 'verticalSeparator: ^\\w\\d?>>$'], '-=- next', 'v>>'],
    ['sets of classes', ['separator: ^<[^\\s]+>$', 'verticalSeparator: ^a\\s+b\\s?$'], '<next-one>', 'a  b'],
    ['space around lines', ['separator: ^\\s*==\\s{0,3}$', 'verticalSeparator: \\s+--\\s*'], '==', '--'],
    ['signs with backslashes', ['separator: ^\\r?\\n\\*\\*\\*\\r?\\n$'], '***', '----'],
    ['patterns with line ends', ['separator: "\\r?\\n---\\r?\\n"', 'verticalSeparator: \\n--\\n'], '---', '--'],
    ['those of reveal-md', ['highlightTheme: x'], '---', '----'],
    ['those of Advanced Slides', ['notesSeparator: "Note:"'], '---', '--'],
  ])('has the separators that it names: %s', async (_, fields, separator, below) => {
    const deck = await deckOf('---', ...fields, '---', '', ...slides(separator, below));
    expect(rowsOf(deck)).toEqual(rows);
    expect(messagesOf(deck).filter((message) => /separator/i.test(message))).toEqual([]);
  });

  it.each([
    ['separator: ^\\n\\n\\n', 'verticalSeparator: ^\\n\\n'],
    ['separator: "^\\n\\n\\n"', 'verticalSeparator: "^\\r?\\n\\r?\\n"'],
  ])('may be parted by blank lines: %s', async (...fields) => {
    const text = ['# Foo', '', 'a', '', '', '', '# Bar', '', '', 'Sub bar', '', '', '', 'The End.'];
    expect(rowsOf(await deckOf('---', ...fields, '---', ...text)).map(([title, points]) => title || points[0])).toEqual(
      ['Foo', 'Bar', 'Sub bar', 'The End.'],
    );
  });

  it('does not part at a line that a set of its pattern excludes', async () => {
    const deck = await deckOf(
      '---',
      "separator: '^<[^\\s]+>$'",
      '---',
      '# Foo',
      '',
      '<a b>',
      '',
      'x',
      '',
      '<ab>',
      '',
      'y',
    );
    expect(rowsOf(deck).map(([, points]) => points.at(-1))).toEqual(['x', 'y']);
  });

  it.each([
    ['"NOTÉ:"', 'noté: said'],
    ['"noté:"', 'NOTÉ: said'],
    ['"Note:"', 'NOTE: İİ said'],
    ['"^İNFO:"', 'İNFO: said'],
  ])('has its notes below the mark %s, in capitals or not', async (mark, line) => {
    const deck = await deckOf('---', `notesSeparator: ${mark}`, '---', '# Foo', '', 'a', '', line);
    expect(rowsOf(deck)).toEqual([['Foo', ['a'], line.replace(/^[^:]+: /, '')]]);
  });

  it('does not part at a line that is not a separate separator', async () => {
    const deck = await deckOf('---', 'separator: <!--s-->', '---', '# Foo', '', '---', '', 'a', '', '***', '', 'b');
    expect(rowsOf(deck)).toEqual([['Foo', ['a', 'b'], '']]);
  });

  it.each(['(?=a)b', '^.*$', '[', '\\1', '^', 'a{99}', '(((a{9}){9}){9})', '[^]', '(?:x{20}){7}'])(
    'has the usual separators where it names the pattern %s, and the report says so',
    async (pattern) => {
      const deck = await deckOf('---', `separator: '${pattern}'`, '---', '', ...slides('---', '----'));
      expect(rowsOf(deck)).toEqual(rows);
      expect(messagesOf(deck)).toContainEqual(
        expect.stringContaining(`separator: the pattern "${pattern}" cannot be read`),
      );
    },
  );

  it('has separators next to it in reveal-md.json, unless it names them itself', async () => {
    const settings = JSON.stringify({ separator: '<!--s-->', verticalSeparator: '<!--v-->', theme: 'night' });
    const read = async (markdown: string, text = settings, at = 'talk/reveal-md.json') =>
      rowsOf(
        await readMarkdownDeck(markdown, {
          ...{ maxSlides: 100, folder: 'talk' },
          files: { find: (path) => (path === at ? path : undefined), text: async () => text },
        }),
      );
    expect(await read(slides('<!--s-->', '<!--v-->').join('\n'))).toEqual(rows);
    expect(await read(slides('<!--s-->', '<!--v-->').join('\n'), settings, 'reveal-md.json')).toEqual(rows);
    expect(await read(['---', 'separator: ^===$', '---', ...slides('===', '<!--v-->')].join('\n'))).toEqual(rows);
    expect(await read('# One\n\n---\n\n# Two', '[damaged')).toHaveLength(2);
  });

  it('has attributes in comments: the picture behind a slide, its notes, its transition, fragments', async () => {
    const deck = await reveal(
      '<!-- .slide: data-background-image="https://a.example/a.png" data-notes="Said." data-transition="fade-in" -->',
      ...[
        '# One',
        '',
        '---',
        '',
        "<!-- .slide: data-background='#123456' data-background-video=a.mp4 -->",
        '# Two',
        '',
      ],
      ...['- a <!-- .element: class="fragment" -->', '- b <!-- .element: class="fragment fade-in" -->', '', '---', ''],
      ...['<!-- .slide: data-visibility="hidden" -->', '# Three', '', '---', '', '# Four', '', '- a', ''],
      '- b <!-- .element: class="fragment" -->',
    );
    expect(rowsOf(deck).map(([title, , note]) => [title, note])).toEqual([
      ['One', 'Said.'],
      ['Two', ''],
      ['Four', ''],
    ]);
    expect(deck.slides.map(({ image, clicks, content }) => [image?.source, clicks, content.build])).toEqual([
      [{ from: 'address', url: 'https://a.example/a.png' }, 0, 'none'],
      [undefined, 2, 'by_bullet'],
      [undefined, 1, 'none'],
    ]);
    expect(deck.slides[0]?.content.transition?.type).toBeUndefined();
    expect(deck.warnings.map(({ slide, code }) => [slide, code])).toEqual(
      expect.arrayContaining([
        [2, 'video_not_taken'],
        [3, 'slide_hidden'],
      ]),
    );
    expect(messagesOf(deck)).toContainEqual(expect.stringContaining('`backgroundColor` (slide 2)'));
  });

  it('has its notes from Note: to the end of the slide, and speaks no comment', async () => {
    const deck = await reveal(
      ...[
        '<!-- .slide: data-background="#fff" -->',
        '# One',
        '',
        '- a <!-- .element: class="fragment" -->',
        '',
        '<!-- to do -->',
        '',
      ],
      ...[
        'Note: First,',
        'and on.',
        '',
        'Second.',
        '',
        '- an item',
        '',
        '---',
        '',
        '# Two',
        '',
        '<aside class="notes">Said.</aside>',
      ],
    );
    expect(rowsOf(deck)).toEqual([
      ['One', ['a'], 'First, and on.\n\nSecond.\n\n- an item'],
      ['Two', [], 'Said.'],
    ]);
    const named = await deckOf('---', 'notesSeparator: "<!--n-->"', '---', '# One', '', '<!--n-->', '', 'Said.');
    expect(rowsOf(named)).toEqual([['One', [], 'Said.']]);
  });

  it('is known by its theme and notes, and by its comments', async () => {
    const text = ['# One', '', 'Note: Said.', '', '---', '', '# Two', '', 'Price: 10', '', '---', '', '# Three'];
    expect(titlesOf(await deckOf('---', 'theme: night', '---', '', ...text))).toEqual(['One', 'Two', 'Three']);
    expect(rowsOf(await deckOf('<!-- .slide: id="a" -->', ...text))).toEqual([
      ['One', [], 'Said.'],
      ['Two', ['Price: 10'], ''],
      ['Three', [], ''],
    ]);
  });
});
