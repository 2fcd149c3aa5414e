import { guides } from './guides.ts';

/** Pages of `/docs` beside the guides and the reference, in the order of the navigation. */
export const EXTRA_PAGES = [
  { name: 'errors', title: 'Errors', about: 'Every code with its cause and its cure.' },
  { name: 'changelog', title: 'Changelog', about: 'What changed for clients, operators and contributors.' },
] as const;

type ReadablePage = (typeof guides)[number]['name'] | (typeof EXTRA_PAGES)[number]['name'];

/** The pages that are text. Each is served as HTML under its name, and as Markdown under `<name>.md`. */
export const READABLE_PAGES: readonly ReadablePage[] = [
  ...guides.map(({ name }) => name),
  ...EXTRA_PAGES.map(({ name }) => name),
];

/** The files under `/docs` that pages of text are made of. */
export const SITE_FILES = ['reference', 'site.css', 'site.js', ...READABLE_PAGES, 'errors.md', 'changelog.md'] as const;
