import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../../..');
const FILES = ['.github/workflows/*.yml', 'lib/front/docs/examples/recipes/github-actions/*.yml'].flatMap((pattern) =>
  globSync(pattern, { cwd: PROJECT }),
);

it('there are workflows', () => {
  expect(FILES.length).toBeGreaterThan(1);
});

// The owner of an action can move its tags; a commit stays what it is.
it.each(FILES)('%s names each action by a commit, with its version next to it', (file) => {
  const used = readFileSync(join(PROJECT, file), 'utf8')
    .split('\n')
    .filter((line) => /^\s*-?\s*uses:/.test(line));
  expect(used.length).toBeGreaterThan(0);
  for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
