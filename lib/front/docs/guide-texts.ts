import { readFileSync } from 'node:fs';
import { guides } from './guides.ts';

/** The Markdown of the guides, by name. In a bundle of functions, bundle-handlers.ts replaces this module by the texts. */
export const guideTexts: Readonly<Record<string, string>> = Object.fromEntries(
  guides.map(({ name }) => [name, readFileSync(new URL(`./guides/${name}.md`, import.meta.url), 'utf8')]),
);
