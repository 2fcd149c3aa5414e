import { guides } from './guides.ts';

/** The pages of the reference: one for each tag of the OpenAPI document. */
export const API_REFERENCE_PAGES = [
  {
    name: 'api-account',
    title: 'API: account',
    tag: 'account',
    about: 'The account of the caller, and what its plan allows.',
  },
  {
    name: 'api-timelines',
    title: 'API: timelines',
    tag: 'timelines',
    about: 'Ordered lists of slides with settings; imports, music, checks.',
  },
  {
    name: 'api-slides',
    title: 'API: slides',
    tag: 'slides',
    about: 'The slides of a timeline, their images and previews.',
  },
  { name: 'api-audio', title: 'API: audio', tag: 'audio', about: 'The narration of slides, and the voices.' },
  {
    name: 'api-templates',
    title: 'API: templates',
    tag: 'templates',
    about: 'What slides can look like: templates, logos, fonts.',
  },
  { name: 'api-renders', title: 'API: renders', tag: 'renders', about: 'Jobs that turn a timeline into a video.' },
  { name: 'api-batches', title: 'API: batches', tag: 'batches', about: 'Many videos of one timeline.' },
  {
    name: 'api-webhooks',
    title: 'API: webhooks',
    tag: 'webhooks',
    about: 'Receivers of events, and their deliveries.',
  },
  { name: 'api-service', title: 'API: service', tag: 'service', about: 'The service itself.' },
] as const;

/** Further pages of `/docs`, in the order of the navigation. */
export const EXTRA_DOCS_PAGES = [
  { name: 'errors', title: 'Errors', about: 'Every code with its cause and its cure.' },
  { name: 'changelog', title: 'Changelog', about: 'What changed for clients, operators and contributors.' },
] as const;

type ReadablePage = (typeof guides | typeof API_REFERENCE_PAGES | typeof EXTRA_DOCS_PAGES)[number]['name'];

/** The names of all pages. Each is served as HTML under its name, and as Markdown under `<name>.md`. */
export const ALL_DOCS_PAGES: readonly ReadablePage[] = [
  ...guides.map(({ name }) => name),
  ...API_REFERENCE_PAGES.map(({ name }) => name),
  ...EXTRA_DOCS_PAGES.map(({ name }) => name),
];

/** The files under `/docs` other than the guides' Markdown and the files of `/docs/reference`. */
export const DOCS_SITE_FILES = [
  'reference',
  'site.css',
  'site.js',
  'search.json',
  ...ALL_DOCS_PAGES,
  ...[...API_REFERENCE_PAGES, ...EXTRA_DOCS_PAGES].map(({ name }): `${typeof name}.md` => `${name}.md`),
] as const;
