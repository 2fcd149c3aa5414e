import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountListIndex, dueItemsIndex, tableKeys } from '#adapters/aws/table/keys.ts';
import { docstringsOf, firstSentence } from '#test/tools/facts/docstrings.ts';
import { FACTS } from '#test/tools/facts/facts.ts';
import { withBlock } from '#test/tools/facts/marked-block.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');

it.each(FACTS)(
  '$document has the fact "$name" as $source says it (if not: npm run facts)',
  ({ document, ...block }) => {
    expect(block.text).not.toMatch(/undefined|\| \|/);
    expect(read(document)).toBe(withBlock(read(document), block));
  },
);

it('a fact that has no place in its document is an error', () => {
  const block = { name: 'a', source: 'b.ts', text: 'new' };
  expect(withBlock('x\n<!-- a: made from b.ts -->\nold\n<!-- end -->\ny', block)).toBe(
    'x\n<!-- a: made from b.ts -->\nnew\n<!-- end -->\ny',
  );
  expect(() => withBlock('x', block)).toThrow('There is no "<!-- a: made from b.ts -->"');
});

describe('the words of keys', () => {
  it.each(Object.entries({ tableKeys, accountListIndex, dueItemsIndex }))(
    'say of each of %s what it is and how it is read',
    (name, object) => {
      const words = docstringsOf(read('lib/adapters/aws/table/keys.ts'), name);
      const told = Object.keys(object).filter((key) => key !== 'name' && key !== 'attributes');
      for (const key of told) {
        const [what, how] = firstSentence(words.get(key) ?? '');
        expect(what, key).not.toBe('');
        expect(how, key).not.toBe('');
      }
    },
  );
});

it('the sweeps that documents have are all that run', () => {
  const names = FACTS.find(({ name }) => name === 'sweeps')?.text.match(/^\| `[a-z-]+`/gm) ?? [];
  expect(names).toHaveLength(Object.keys(dueItemsIndex).length - 1);
});
