import { type Fields, parseFields } from './front-matter.ts';

/** Directives of Marp in a comment: for its slide alone, and for its slide and all after it. */
export interface Directives {
  own: Fields;
  lasting: Fields;
}

const KNOWN = new Set([
  ...[
    'marp',
    'theme',
    'style',
    'headingDivider',
    'size',
    'math',
    'title',
    'author',
    'description',
    'keywords',
    'url',
    'image',
    'lang',
  ],
  ...[
    'paginate',
    'header',
    'footer',
    'class',
    'backgroundColor',
    'backgroundImage',
    'backgroundPosition',
    'backgroundRepeat',
  ],
  ...['backgroundSize', 'color', 'transition'],
]);
const FIRST = /^\s*_?([a-zA-Z]+)\s*:/m;

/** Reads a comment. @returns undefined for one that has no directive: it is a note of the speaker */
export function readDirectives(comment: string): Directives | undefined {
  if (!FIRST.test(comment)) return undefined;
  const fields = parseFields(comment.split('\n'));
  if (!fields || !Object.keys(fields).some((name) => KNOWN.has(name.replace(/^_/, '')))) return undefined;
  const entries = Object.entries(fields);
  const ofSlide = entries.filter(([name]) => name.startsWith('_'));
  return {
    own: Object.fromEntries(ofSlide.map(([name, value]) => [name.slice(1), value])),
    lasting: Object.fromEntries(entries.filter(([name]) => !name.startsWith('_'))),
  };
}
