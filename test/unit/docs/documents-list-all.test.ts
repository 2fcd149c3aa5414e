import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

it('lib/README.md has every folder of lib', () => {
  const folders = readdirSync(join(PROJECT, 'lib'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const text = read('lib/README.md');
  for (const { name } of folders.filter(({ name }) => name !== 'decisions')) expect(text).toContain(`\`${name}\``);
});
