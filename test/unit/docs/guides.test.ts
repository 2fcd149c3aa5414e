import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GUIDE_FILES, guides } from '#front/docs/guides.ts';
import { llmsText } from '#front/docs/llms-text.ts';

const directory = new URL('../../../lib/front/docs/guides/', import.meta.url);

it('every guide is listed', () => {
  expect([...GUIDE_FILES].sort()).toEqual(readdirSync(directory).sort());
});

it('language models are notified of every guide by its address', () => {
  const text = llmsText('https://api.example.com/v1');
  for (const { name } of guides) expect(text).toContain(`(https://api.example.com/v1/docs/${name}.md)`);
});
