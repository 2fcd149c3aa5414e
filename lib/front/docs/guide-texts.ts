import { readFileSync } from 'node:fs';
import { guides } from './guides.ts';

/** The text of each guide by its name. bundle-handlers.ts puts the texts themselves in the place of this module. */
export const guideTexts: Readonly<Record<string, string>> = Object.fromEntries(
  guides.map(({ name }) => [name, readFileSync(new URL(`./guides/${name}.md`, import.meta.url), 'utf8')]),
);
