import { describe, expect, it } from 'vitest';
import { codeLinesOfSlide, splitCodeIntoColoredRuns } from '#engine/video/drawing/text/code-lines-of-slide.ts';
import { wrapCodeLine } from '#engine/video/drawing/text/fit-code.ts';
import { colorCodeRuns, highlightCodeLines } from '#engine/video/drawing/text/highlight-code.ts';
import type { TextRun } from '#engine/video/drawing/text/text-runs.ts';

const colors = {
  ...{ text: 'text', comment: 'comment', keyword: 'keyword' },
  ...{ string: 'string', number: 'number', name: 'name' },
};
const SPACE = '\u00a0';
const written = (pieces: readonly TextRun[]): string =>
  pieces.map((piece) => ('text' in piece ? piece.text : '')).join('');

describe('lines of code', () => {
  it('keep their spaces, none of which may be a break', () => {
    expect(codeLinesOfSlide(['  if (a  b) {  '])).toEqual([
      { text: `${SPACE}${SPACE}if${SPACE}(a${SPACE}${SPACE}b)${SPACE}{`, owner: 0 },
    ]);
  });

  it('fill tabs up to every fourth column', () => {
    expect(codeLinesOfSlide(['a\tb', '\tc']).map(({ text }) => text.replaceAll(SPACE, '.'))).toEqual([
      'a...b',
      '....c',
    ]);
  });

  it('come several from one point, and each knows from which', () => {
    expect(codeLinesOfSlide(['a\nb', 'c\r\nd']).map(({ text, owner }) => `${text}${owner}`)).toEqual([
      'a0',
      'b0',
      'c1',
      'd1',
    ]);
  });

  it('are blank in between and never at the end', () => {
    expect(codeLinesOfSlide(['a', '', 'b', ' ', '']).map(({ text }) => text)).toEqual(['a', SPACE, 'b']);
  });

  it('hold nothing without a shape', () => {
    expect(codeLinesOfSlide(['a\u0007b\ud800c'])[0]?.text).toBe('abc');
  });
});

describe('colours of code', () => {
  const colored = (line: string): Record<string, string> =>
    Object.fromEntries(
      splitCodeIntoColoredRuns(line, colors).flatMap((piece) =>
        'text' in piece && piece.color ? [[piece.text, piece.color]] : [],
      ),
    );

  it.each<[string, Record<string, string>]>([
    ['const a = 12;', { const: 'keyword', '12': 'number' }],
    ['say("a // b") // c', { '"a // b"': 'string', '// c': 'comment' }],
    ["x = 'it\\'s'", { "'it\\'s'": 'string' }],
    ["don't stop", {}],
    ['# a comment', { '# a comment': 'comment' }],
    ['a = b # why', { '# why': 'comment' }],
    ['#include <stdio.h>', { include: 'keyword' }],
    ['color: #fff', {}],
    ['open https://example.com/a', {}],
    ['SELECT a -- first', { SELECT: 'keyword', '-- first': 'comment' }],
    ['npm run --watch', {}],
    ['classify(returned)', {}],
    ['h2 = 0xff + 1.5e3', { '0xff': 'number', '1.5e3': 'number' }],
    ['/* a */ b', { '/* a */': 'comment' }],
  ])('%s', (line, expected) => {
    expect(colored(line)).toEqual(expected);
  });

  it('never change the text', () => {
    for (const line of ['', ' ', 'a "b', "'", '`x`', '第三 "四半" // 期', '\\"\\"\'\'``']) {
      expect(written(splitCodeIntoColoredRuns(line, colors))).toBe(line);
    }
  });
});

describe('colours of code in a language that is known', () => {
  const lines = ['/* one', 'two */ const a: number = 1;', ['say(`a $', '{b} c`)'].join('')];
  const colored = (texts: string[], language: string): Record<string, string>[] =>
    (highlightCodeLines(texts, language, colors) ?? []).map((own, i) =>
      Object.fromEntries(
        colorCodeRuns([{ text: texts[i] ?? '' }], texts[i] ?? '', own).flatMap((run) =>
          'text' in run && run.color ? [[run.text, run.color]] : [],
        ),
      ),
    );

  it('continue over several lines', () => {
    expect(colored(lines, 'ts')).toEqual([
      { '/* one': 'comment' },
      { 'two */': 'comment', const: 'keyword', number: 'keyword', '1': 'number' },
      { say: 'name', '`a ': 'string', ' c`': 'string' },
    ]);
  });

  it('are those of the language, by any of its names', () => {
    for (const language of ['python', 'py', ' Python '])
      expect(colored(['elif x is None: # no'], language)).toEqual([
        { elif: 'keyword', is: 'keyword', None: 'keyword', '# no': 'comment' },
      ]);
  });

  it('tell functions, types and properties from other words', () => {
    expect(colored(['class Tide { rise() { return new Map(this.sea) } }'], 'ts')[0]).toMatchObject({
      ...{ Tide: 'name', rise: 'name', Map: 'name' },
      ...{ class: 'keyword', return: 'keyword', new: 'keyword' },
    });
    expect(colored(['{ "high": 12 }'], 'json')[0]).toEqual({ '"high"': 'name', '12': 'number' });
  });

  it('are not given for a language that is not known', () => {
    expect(highlightCodeLines(lines, 'klingon', colors)).toBeUndefined();
  });

  it('stay at their signs where one became a picture or a box, and the text is what it was', () => {
    const line = 'x = "🚀\u{10ffff}a" # 🚀';
    const own = highlightCodeLines([line], 'python', colors)?.[0] ?? [];
    const runs = colorCodeRuns(
      [{ text: 'x = "' }, { emoji: '1f680' }, { text: '□a" # ' }, { emoji: '1f680' }],
      line,
      own,
    );
    expect(written(runs)).toBe('x = "□a" # ');
    expect(runs).toContainEqual({ text: '# ', color: 'comment' });
  });
});

describe('wrapping a long line of code', () => {
  const wrapped = (line: string, columns: number): string[] =>
    wrapCodeLine([{ text: line.replaceAll(' ', SPACE) }], columns).map((row) => written(row).replaceAll(SPACE, ' '));

  it('leaves a short one as it is', () => {
    expect(wrapped('  a = b;', 20)).toEqual(['  a = b;']);
  });

  it('breaks between words, and indents what follows further', () => {
    expect(wrapped('  call(first, second, third)', 20)).toEqual(['  call(first, ', '    › second, third)']);
  });

  it('breaks a word that is longer than a row', () => {
    const rows = wrapped('x'.repeat(50), 20);
    expect(rows.map((row) => row.replace('›', '').trim().length)).toEqual([20, 16, 14]);
  });

  it('loses nothing, whatever the width', () => {
    const line = `    ${'ab, '.repeat(20)}第三四半期🚀end`;
    for (const columns of [8, 13, 40, 200]) {
      const rows = wrapped(line, columns);
      expect(rows.join('').replaceAll(/[ ›]/g, '')).toBe(line.replaceAll(' ', ''));
      expect(Math.max(...rows.map((row) => [...row].length))).toBeLessThanOrEqual(columns);
    }
  });

  it('marks the rest in its own colour', () => {
    const [, rest = []] = wrapCodeLine([{ text: 'x'.repeat(12) }], 10, 'grey');
    expect(rest).toContainEqual({ text: '›', color: 'grey' });
  });

  it('keeps colours', () => {
    const rows = wrapCodeLine([{ text: 'aaaa', color: 'red' }, { text: 'bbbbbbbb' }], 10);
    expect(rows[0]).toEqual([{ text: 'aaaa', color: 'red' }, { text: 'bbbbbb' }]);
  });
});
