import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keys } from '../../../lib/aws/table/keys.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

const sources = readdirSync(join(PROJECT, 'lib'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
  .map((file) => read(`lib/${file}`));

it('lib/README.md has every folder of lib', () => {
  const folders = readdirSync(join(PROJECT, 'lib'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const text = read('lib/README.md');
  for (const { name } of folders.filter(({ name }) => name !== 'decisions')) expect(text).toContain(`\`${name}\``);
});

it('lib/recovery/README.md has every duty', () => {
  const duties = sources.flatMap((source) =>
    [...source.matchAll(/: Duty<\w+>[^{]*\{\s*name: '([a-z-]+)'|Duty<\w+> => \(\{\s*name: '([a-z-]+)'/g)].map(
      ([, one, other]) => one ?? other,
    ),
  );
  expect(duties.length).toBeGreaterThan(8);
  const text = read('lib/recovery/README.md');
  for (const duty of duties) expect(text).toContain(`| \`${duty}\` |`);
});

it('lib/aws/README.md has the sort keys of every kind of item', () => {
  const sortKeys = Object.values(keys).map((key) => (typeof key === 'function' ? '' : key.SK));
  expect(sortKeys.length).toBeGreaterThan(20);
  const written = [...read('lib/aws/table/keys.ts').matchAll(/SK: ['`]([A-Z_]+)/g)].map(([, name]) => name ?? '');
  const text = read('lib/aws/README.md');
  for (const name of new Set(written)) expect(text).toContain(name);
});
