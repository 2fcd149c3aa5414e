import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const LIB = join(import.meta.dirname, '../../../lib');
const foldersOf = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

it('lib/README.md has every package of every room', () => {
  const text = readFileSync(join(LIB, 'README.md'), 'utf8');
  const rooms = foldersOf(LIB).filter((name) => name !== 'decisions');
  const packages = rooms.flatMap((room) => foldersOf(join(LIB, room)).map((name) => [room, name] as const));
  expect(packages.length).toBeGreaterThan(25);
  for (const [room, name] of packages)
    expect(text).toMatch(new RegExp(`\\| \`(features/\\*|${room}/${name})\`|, \`${room}/${name}\` \\|`));
});
