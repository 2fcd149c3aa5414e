import { describe, expect, it } from 'vitest';
import { checkFiles } from '#test/lint/checks.ts';
import { findWords, VOCABULARY } from '#test/lint/vocabulary.ts';

/** A text that each word refuses, in the order of the table, and a plain one that it leaves alone. */
const SAMPLES: readonly (readonly [refused: string, plain: string])[] = [
  ['Makes a film of a deck.', 'Makes a `film` of a deck.'],
  ['A template of your own.', 'Every row has its own address.'],
  ['The file beside the deck.', 'Besides, the file is next to the deck.'],
  ['A row begins when it may.', 'The beginning is in `begins_until`.'],
  ['A value in place of the default.', 'A value instead of the default.'],
  ['The one film that is there.', 'The deck that is open.'],
  ['The archive holds a deck.', 'A worker that held a lease.'],
  ['The receiver is told of it.', 'Tell the user the message.'],
  ['The parts lie, or the file lies in the bucket.', 'A lay person reads it.'],
  ['The next run goes on from there.', 'What is going wrong.'],
  ['The same on every try.', 'Every retry. Try again.'],
  ['The time of the next look.', 'The look of a slide.'],
  ['A duty of the sweeper.', '`SweeperFindings` by `duty`.'],
  ['Decks are read apart.', 'Two frames apart.'],
  ['What they cannot mend.', 'An amendment.'],
];

describe('the vocabulary', () => {
  it.each(VOCABULARY.map(({ pattern, plain }, at) => [String(pattern), plain, ...(SAMPLES[at] ?? [])] as const))(
    'refuses %s, for %s',
    (source, _, refused = '', plain = '') => {
      const found = (text: string) =>
        findWords(text).filter(
          ({ plain }) => plain === VOCABULARY.find(({ pattern }) => String(pattern) === source)?.plain,
        );
      expect(found(refused)).toHaveLength(1);
      expect(found(plain)).toEqual([]);
    },
  );

  const at = (files: Readonly<Record<string, string>>) =>
    checkFiles(Object.entries(files).map(([path, text]) => ({ path, text }))).map(
      ({ path, line }) => `${path}:${line}`,
    );

  it('is for comments, for the strings of the product, and for the names of tests', () => {
    const text = '// The film.\nexport const a = "The film ends.";\nit("makes a film", () => {});\n';
    expect(at({ 'lib/a.ts': text, 'test/a.ts': text })).toEqual([
      ...['lib/a.ts:2', 'lib/a.ts:3', 'lib/a.ts:1'],
      ...['test/a.ts:3', 'test/a.ts:1'],
    ]);
  });

  it('is for the names of tests in tables and of groups', () => {
    const names = 'describe("films", () => {});\nit.each([1])("a film of %i", () => {});\n';
    expect(at({ 'test/a.ts': names })).toEqual(['test/a.ts:1', 'test/a.ts:2']);
  });

  it('is for all documents but the history', () => {
    const prose = 'A film.\n';
    const paths = ['README.md', 'lib/front/docs/guides/a.md', 'lib/decisions/0001-a.md', 'test/README.md'];
    expect(at(Object.fromEntries([...paths, 'CHANGELOG.md'].map((path) => [path, prose])))).toEqual(
      paths.map((path) => `${path}:1`),
    );
  });

  it('has nothing against what is of its own kind of items, or that there is nothing', () => {
    expect(at({ 'README.md': 'The order of its own items says that there is nothing to do.\n' })).toEqual([]);
    expect(at({ 'README.md': 'A folder of its own is a folder that is there.\n' })).toHaveLength(2);
  });

  it('knows attempts without an article', () => {
    const texts = ['Makes tries of deliveries.', 'Another try would help.', '1,000 deliveries in 27 tries.'];
    expect(texts.map((text) => findWords(text).map(({ plain }) => plain))).toEqual(texts.map(() => ['attempt']));
    expect(findWords('The sweeper tries it again. Operators try one command.')).toEqual([]);
  });

  it('leaves code, names, addresses and expressions of the table alone', () => {
    const prose = 'See [decks](film.md) and `film`.\n\n```json\n{ "a": "a film" }\n```\n<!-- film -->\n';
    expect(at({ 'README.md': prose, 'lib/a.ts': 'export const a = "begun = :begun AND begun < :end";\n' })).toEqual([]);
  });

  it('finds words and fronted objects behind marks of Markdown', () => {
    expect(at({ 'README.md': 'A **film** ends.\n' })).toEqual(['README.md:1']);
    expect(at({ 'README.md': '- **Messages.** Of tasks there is one.\n' })).toEqual(['README.md:1']);
  });
});
