import { parseYamlFields, type YamlFields } from './front-matter.ts';

/** Marp's directives in a comment. */
export interface MarpDirectives {
  /** For the slide of the comment alone: names with `_`, which is removed. */
  slide: YamlFields;
  /** For the slide of the comment and all that follow. */
  lasting: YamlFields;
}

/**
 * Directives of Marpit, https://marpit.marp.app/directives, and those that Marp adds (`marp`, `size`, `math`, `transition` and the
 * metadata of the deck).
 */
const DIRECTIVES = new Set([
  'theme',
  'style',
  'headingDivider',
  'lang',
  'paginate',
  'header',
  'footer',
  'class',
  'color',
  'backgroundColor',
  'backgroundImage',
  'backgroundPosition',
  'backgroundRepeat',
  'backgroundSize',
  'marp',
  'size',
  'math',
  'transition',
  'title',
  'author',
  'description',
  'keywords',
  'url',
  'image',
]);
const FIELD_LINE = /^\s*_?([a-zA-Z]+)\s*:/m;

/** Reads the directives in a comment. @returns undefined for a comment without one: it is a speaker note */
export function parseMarpDirectives(comment: string): MarpDirectives | undefined {
  // Most comments are notes: YAML is parsed only where a line looks like a field.
  if (!FIELD_LINE.test(comment)) return undefined;
  const fields = parseYamlFields(comment.split('\n'));
  if (!fields || !Object.keys(fields).some((name) => DIRECTIVES.has(name.replace(/^_/, '')))) return undefined;
  const entries = Object.entries(fields);
  const isForSlide = ([name]: readonly [string, unknown]): boolean => name.startsWith('_');
  return {
    slide: Object.fromEntries(entries.filter(isForSlide).map(([name, value]) => [name.slice(1), value])),
    lasting: Object.fromEntries(entries.filter((entry) => !isForSlide(entry))),
  };
}
