import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

it.each([
  ['typescript/verify.ts', 'ts'],
  ['python/verify.py', 'python'],
  ['go/verify.go', 'go'],
])('the webhook guide shows lib/front/docs/examples/verify-webhook/%s as it is tested', async (file, language) => {
  const guide = await readFile(join(root, 'lib/front/docs/guides/webhooks.md'), 'utf8');
  const shown = new RegExp(
    `<!-- lib/front/docs/examples/verify-webhook/${file} -->\n\`\`\`${language}\n([\\s\\S]*?)\`\`\``,
  ).exec(guide);
  expect(shown?.[1]).toBe(await readFile(join(root, 'lib/front/docs/examples/verify-webhook', file), 'utf8'));
});
