import { describe, expect, it } from 'vitest';
import { DeckError } from '../../../localstack/cli/deck-error.ts';
import { parseDeck } from '../../../localstack/cli/markdown-deck.ts';

const lines = (...text: string[]): string => text.join('\n');

/** Title, bullets, notes, and the layout where it is not `auto`. */
type Row = [title: string, bullets: string[], notes?: string, layout?: string];

const rowsOf = (markdown: string): Row[] =>
  parseDeck(markdown, 'untitled').slides.map(({ content }) => {
    const { title, bullet_points, speaker_notes, layout } = content;
    if (layout !== 'auto') return [title, bullet_points, speaker_notes, layout];
    return speaker_notes === '' ? [title, bullet_points] : [title, bullet_points, speaker_notes];
  });

const faultsOf = (markdown: string): string => {
  try {
    parseDeck(markdown, 'untitled');
  } catch (error) {
    if (error instanceof DeckError) return error.message;
    throw error;
  }
  return 'no fault';
};

describe('slides', () => {
  it.each<[name: string, markdown: string, rows: Row[]]>([
    ['one heading is one slide', '# A', [['A', []]]],
    [
      '# and ## both begin a slide',
      lines('# A', '## B', '# C'),
      [
        ['A', []],
        ['B', []],
        ['C', []],
      ],
    ],
    ['a deeper heading is a bullet', lines('## A', '### b', 'c'), [['A', ['b', 'c']]]],
    ['a heading underlined with = begins a slide', lines('A', '===', 'b'), [['A', ['b']]]],
    [
      '--- begins a slide without a title',
      lines('# A', '', '---', '', '- b'),
      [
        ['A', []],
        ['', ['b']],
      ],
    ],
    [
      '--- before a heading adds no empty slide',
      lines('# A', '', '---', '', '# B', '', '---'),
      [
        ['A', []],
        ['B', []],
      ],
    ],
    [
      '--- right below a text ends the slide and makes no heading',
      lines('# A', 'b', '---', 'c'),
      [
        ['A', ['b']],
        ['', ['c']],
      ],
    ],
    [
      '--- at the very beginning is no front matter',
      lines('---', '', '# A', '', '---', '', '# B'),
      [
        ['A', []],
        ['B', []],
      ],
    ],
    [
      'what stands before the first heading is a slide',
      lines('- a', '', '# B'),
      [
        ['', ['a']],
        ['B', []],
      ],
    ],
    ['Windows line ends', '# A\r\n\r\n- b\r\n- c\r\n', [['A', ['b', 'c']]]],
    ['a byte order mark is not seen', '\uFEFF# A', [['A', []]]],
  ])('%s', (_, markdown, rows) => {
    expect(rowsOf(markdown)).toEqual(rows);
  });
});

describe('bullets', () => {
  it.each<[name: string, markdown: string, bullets: string[]]>([
    ['-, * and + items', lines('- a', '', '* b', '', '+ c'), ['a', 'b', 'c']],
    ['numbered items, without their numbers', lines('1. a', '2. b'), ['a', 'b']],
    ['nested items in the order of the file', lines('- a', '  - b', '    - c', '- d'), ['a', 'b', 'c', 'd']],
    ['a paragraph, its lines joined', lines('a', 'b', '', 'c'), ['a b', 'c']],
    ['Japanese lines join without a space', lines('漢字と', 'かな。', 'と word', 'です'), ['漢字とかな。と word です']],
    ['inline markup as plain text', '- *a* **b** [c](https://example.com) ~d~', ['a b c ~d~']],
    ['a code span keeps its text', '- run `a  *b*`', ['run a *b*']],
    ['escapes and entities', '- \\*a\\* &amp; &#x2014;', ['*a* & —']],
    ['inline HTML leaves its text', '- a<br>b <b>c</b>', ['a b c']],
    ['a hard break is a space', 'a  \nb', ['a b']],
    ['the lines of a code block beside other text', lines('c', '', '```sh', 'a', '', '  b', '```'), ['c', 'a', 'b']],
    ['an empty item is none', lines('- a', '-', '- b'), ['a', 'b']],
    ['emoji and right-to-left text as they are', lines('- 👩‍💻 🇯🇵', '- مرحبا API'), ['👩‍💻 🇯🇵', 'مرحبا API']],
  ])('%s', (_, markdown, bullets) => {
    expect(rowsOf(`# T\n\n${markdown}`)).toEqual([['T', bullets]]);
  });

  it('that are all of a code block keep their indentation, and the slide is set as code', () => {
    expect(rowsOf(lines('# T', '', '```sh', 'a', '', '  b', '```'))).toEqual([['T', ['a', '  b'], '', 'code']]);
  });
});

describe('speaker notes', () => {
  it.each<[name: string, markdown: string, bullets: string[], notes: string]>([
    ['one line', 'Note: a', [], 'a'],
    ['several lines are one note', lines('Note: a', 'b', 'c'), [], 'a b c'],
    ['several notes are paragraphs', lines('Note: a', '', '- x', '', 'Note: b'), ['x'], 'a\n\nb'],
    ['notes on lines that follow each other', lines('Note: a', 'Note: b'), [], 'a\n\nb'],
    ['right below a list', lines('- x', '- y', 'Note: a', 'b'), ['x', 'y'], 'a b'],
    ['right below a paragraph', lines('x', 'Note: a'), ['x'], 'a'],
    ['right above a separator', lines('Note: a', '---'), [], 'a'],
    ['with inline markup', 'Note: say *it* `so`', [], 'say it so'],
    ['Notes: and note: as well', lines('Notes: a', '', 'note: b'), [], 'a\n\nb'],
    ['an item that begins with Note: is shown', '- Note: a', ['Note: a'], ''],
    ['a word that only begins so is shown', 'Notebook: a', ['Notebook: a'], ''],
  ])('%s', (_, markdown, bullets, notes) => {
    expect(rowsOf(`# T\n\n${markdown}`)).toEqual([notes === '' ? ['T', bullets] : ['T', bullets, notes]]);
  });
});

describe('quotes', () => {
  it.each<[name: string, markdown: string, rows: Row[]]>([
    ['the words are the title', '> a\n> b', [['a b', [], '', 'quote']]],
    ['a last line with a dash is the attribution', lines('> a', '>', '> — B. C'), [['a', ['B. C'], '', 'quote']]],
    ['a dash inside the words is not', '> a — b', [['a — b', [], '', 'quote']]],
    ['an item in the quote is the attribution', lines('> a', '> - B'), [['a', ['B'], '', 'quote']]],
    ['the first bullet after it is', lines('> a', '', '- B'), [['a', ['B'], '', 'quote']]],
    [
      'it stands on a slide of its own',
      lines('# T', '', '- x', '', '> a'),
      [
        ['T', ['x']],
        ['a', [], '', 'quote'],
      ],
    ],
    [
      'a heading above it stays a slide',
      lines('# T', '', '> a'),
      [
        ['T', []],
        ['a', [], '', 'quote'],
      ],
    ],
    [
      'after a separator it makes no empty slide',
      lines('# T', '', '---', '', '> a'),
      [
        ['T', []],
        ['a', [], '', 'quote'],
      ],
    ],
    ['notes belong to it', lines('> a', 'Note: n', '', 'Note: m'), [['a', [], 'n\n\nm', 'quote']]],
    [
      'two quotes are two slides',
      lines('> a', '', 'Note: n', '', '> b'),
      [
        ['a', [], 'n', 'quote'],
        ['b', [], '', 'quote'],
      ],
    ],
  ])('%s', (_, markdown, rows) => {
    expect(rowsOf(markdown)).toEqual(rows);
  });
});

describe('images', () => {
  it.each<[name: string, markdown: string, image: object]>([
    ['alone in a paragraph', '![a b](p.png)', { path: 'p.png', alt: 'a b', line: 3 }],
    ['within a text', 'see ![a](p.png) here', { path: 'p.png', alt: 'a', line: 3 }],
    ['in an item', '- x\n- ![a](p.png)', { path: 'p.png', alt: 'a', line: 4 }],
    ['by a reference', '![a][r]\n\n[r]: p.png', { path: 'p.png', alt: 'a', line: 3 }],
    ['with an encoded space', '![](my%20p.png)', { path: 'my p.png', alt: '', line: 3 }],
    ['in another folder', '![](../x/p.png)', { path: '../x/p.png', alt: '', line: 3 }],
    ['on a drive', '![](C:/x/p.png)', { path: 'C:/x/p.png', alt: '', line: 3 }],
    ['with its fit', '<!-- slide: fit=contain -->\n![](p.png)', { path: 'p.png', alt: '', fit: 'contain', line: 4 }],
  ])('%s', (_, markdown, image) => {
    expect(parseDeck(`# T\n\n${markdown}`, '').slides[0]?.image).toEqual(image);
  });

  it('leaves no text behind', () => {
    expect(rowsOf(lines('# T ![a](p.png)', '', 'see it'))).toEqual([['T', ['see it']]]);
  });
});

describe('settings', () => {
  it('takes the timeline settings from the front matter', () => {
    const deck = parseDeck(
      lines(
        '---',
        'title: "A: b"',
        'format: portrait',
        'resolution: 720p',
        '# why',
        '',
        'template: midnight',
        'language: pt-br',
        '---',
        '# C',
      ),
      '',
    );
    expect(deck).toMatchObject({
      title: 'A: b',
      settings: { format: 'portrait', resolution: '720p', template: 'midnight', language: 'pt-BR' },
      slides: [{ content: { title: 'C' }, line: 10 }],
    });
  });

  it.each([
    ['the first # names the timeline', lines('## A', '# B', '# C'), 'B'],
    ['without a # the first title does', lines('- x', '## A'), 'A'],
    ['without any title the name given does', '- x', 'untitled'],
  ])('%s', (_, markdown, title) => {
    expect(parseDeck(markdown, 'untitled').title).toBe(title);
  });

  it('takes slide settings from a comment and passes over other comments', () => {
    const [slide] = parseDeck(
      lines('# A', '', '<!-- slide: layout=image_left, build=by_bullet duration_seconds=7.5 -->', '', '<!-- to do -->'),
      '',
    ).slides;
    expect(slide?.content).toMatchObject({
      layout: 'image_left',
      build: 'by_bullet',
      duration_seconds: 7.5,
      bullet_points: [],
    });
  });

  it('takes how words are said', () => {
    const { settings } = parseDeck(lines('---', 'lexicon: SQL = sequel; nginx = engine x;', '---', '# A'), 'untitled');
    expect(settings.lexicon).toEqual([
      { word: 'SQL', say: 'sequel' },
      { word: 'nginx', say: 'engine x' },
    ]);
  });

  it.each([
    ['SQL', 'line 2: lexicon: "word = how it is said", parted by ";"; not "SQL"'],
    ['SQL = sequel; sql = S Q L', 'line 2: lexicon: This word is listed twice.'],
  ])('refuses the lexicon %j', (lexicon, fault) => {
    expect(faultsOf(lines('---', `lexicon: ${lexicon}`, '---', '# A'))).toContain(fault);
  });

  it('takes transitions and moving images, with or without a length', () => {
    const { settings, slides } = parseDeck(
      lines(
        '---',
        'transition: fade',
        '---',
        '# A',
        '',
        '<!-- slide: transition=wipe:1.5 image_motion=zoom_in -->',
        '',
        '# B',
        '',
        '<!-- slide: transition=none -->',
      ),
      '',
    );
    expect(settings.transition).toEqual({ type: 'fade', duration_seconds: 0.5 });
    expect(slides.map(({ content }) => [content.transition, content.image_motion])).toEqual([
      [{ type: 'wipe', duration_seconds: 1.5 }, 'zoom_in'],
      [{ type: 'none', duration_seconds: 0 }, 'none'],
    ]);
  });

  it('lets a comment choose another layout for a quote', () => {
    expect(rowsOf(lines('> a', '', '<!-- slide: layout=section -->'))).toEqual([['a', [], '', 'section']]);
  });
});

describe('faults name the slide and the line', () => {
  const bullets = (count: number): string[] => Array.from({ length: count }, (_, index) => `- ${index + 1}`);
  it.each<[name: string, markdown: string, message: string]>([
    ['no slides', '', 'line 1: this deck has no slides: begin one with "# Title"'],
    [
      'too many bullets',
      lines('# A', '# B', '', ...bullets(14)),
      'slide 2, line 16: bullets: at most 12, and there are 14',
    ],
    [
      'a long bullet',
      lines('# A', '', '- x', `- ${'é'.repeat(301)}`),
      'slide 1, line 4: bullet 2: At most 300 characters.',
    ],
    ['a long title', `# ${'x'.repeat(201)}`, 'slide 1, line 1: title: At most 200 characters.'],
    ['long notes', lines('# A', '', `Note: ${'x'.repeat(5001)}`), 'slide 1, line 3: notes: At most 5000 characters.'],
    [
      'a remote image',
      lines('# A', '', '![](https://example.com/p.png)'),
      'slide 1, line 3: remote images are not fetched: save https://example.com/p.png beside the deck and name the file',
    ],
    [
      'an image without a scheme of its own',
      lines('# A', '', '![](//example.com/p.png)'),
      'slide 1, line 3: remote images are not fetched: save //example.com/p.png beside the deck and name the file',
    ],
    ['an image without a path', lines('# A', '', '![a]()'), 'slide 1, line 3: this image has no path'],
    [
      'two images',
      lines('# A', '', '![](a.png)', '', '![](b.png)'),
      'slide 1, line 5: a slide holds one image; begin another slide for this one',
    ],
    ['HTML', lines('# A', '', '<div>x</div>'), 'slide 1, line 3: HTML is not drawn: write Markdown'],
    [
      'an unknown slide setting',
      lines('# A', '<!-- slide: layuot=title -->'),
      'slide 1, line 2: a slide takes layout, build, transition, image_motion, duration_seconds, fit, each as name=value; not "layuot"',
    ],
    [
      'a setting that inherits from objects',
      lines('# A', '<!-- slide: constructor=title -->'),
      'slide 1, line 2: a slide takes layout, build, transition, image_motion, duration_seconds, fit, each as name=value; not "constructor"',
    ],
    [
      'an unknown field of the front matter',
      lines('---', 'title: A', 'colour: red', '---', '# A'),
      'line 3: the front matter takes title, format, resolution, template, language, transition, lexicon, each as "name: value"; not "colour: red"',
    ],
    [
      'a language that is none',
      lines('---', 'language: e', '---', '# A'),
      'line 2: language: Use a language tag such as "en".',
    ],
    ['front matter without an end', lines('---', 'title: A', '# A'), 'line 1: the front matter has no closing ---'],
  ])('%s', (_, markdown, message) => {
    expect(faultsOf(markdown).split('\n')[0]).toBe(message);
  });

  it.each([
    ['layout=top', 'layout: Invalid option'],
    ['transition=melt', 'transition: one of none, fade'],
    ['transition=fade:', 'transition: one of none, fade'],
    ['transition=fade:3', 'transition: one of none, fade'],
    ['transition=fade:1:2', 'transition: one of none, fade'],
    ['image_motion=shake', 'image_motion: Invalid option'],
    ['duration_seconds=soon', 'duration_seconds: Invalid input'],
    ['duration_seconds=0', 'duration_seconds: Too small'],
    ['duration_seconds=', 'duration_seconds: '],
  ])('a slide setting %s', (setting, message) => {
    expect(faultsOf(lines('# A', `<!-- slide: ${setting} -->`))).toContain(`slide 1, line 2: ${message}`);
  });

  it('counts characters, not code units', () => {
    expect(rowsOf(`# ${'😀'.repeat(200)}`)).toHaveLength(1);
  });

  it('lists all faults, in the order of the file', () => {
    const markdown = lines('---', 'x: y', '---', '# A', '<div></div>', '', '# B', '![](http://a.b/c.png)');
    expect(
      faultsOf(markdown)
        .split('\n')
        .map((line) => line.split(': ')[0]),
    ).toEqual(['line 2', 'slide 1, line 5', 'slide 2, line 8']);
  });
});
