import { refractor } from 'refractor';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { CodePalette } from '../design.ts';
import type { TextRun } from './text-runs.ts';

/** Colour of each kind of token in the palette of a template; `text`: a part of a string that is itself not a string. */
const KINDS: Record<string, keyof CodePalette> = {
  comment: 'comment',
  prolog: 'comment',
  doctype: 'comment',
  cdata: 'comment',
  keyword: 'keyword',
  boolean: 'keyword',
  builtin: 'keyword',
  tag: 'keyword',
  atrule: 'keyword',
  important: 'keyword',
  directive: 'keyword',
  decorator: 'keyword',
  annotation: 'keyword',
  string: 'string',
  char: 'string',
  regex: 'string',
  url: 'string',
  'attr-value': 'string',
  'template-string': 'string',
  'triple-quoted-string': 'string',
  inserted: 'string',
  number: 'number',
  constant: 'number',
  symbol: 'number',
  deleted: 'number',
  function: 'name',
  'function-variable': 'name',
  'class-name': 'name',
  property: 'name',
  'attr-name': 'name',
  selector: 'name',
  interpolation: 'text',
};

type HighlightNode = ReturnType<typeof refractor.highlight>['children'][number];

function kindOf(node: HighlightNode): keyof CodePalette | undefined {
  const classes = node.type === 'element' ? node.properties.className : undefined;
  const names = Array.isArray(classes) ? classes.map(String) : [];
  return names.map((name) => ownPropertyValue(KINDS, name)).find((kind) => kind !== undefined);
}

/** The colours of the characters of a text, one for each UTF-16 unit; undefined: the colour of the text. */
function colorsOf(
  nodes: readonly HighlightNode[],
  colors: CodePalette,
  inherited: string | undefined,
): (string | undefined)[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return Array.from<string | undefined>({ length: node.value.length }).fill(inherited);
    if (node.type !== 'element') return [];
    const kind = kindOf(node);
    const color = kind === 'text' ? undefined : kind && colors[kind];
    return colorsOf(node.children as HighlightNode[], colors, kind === undefined ? inherited : color);
  });
}

/**
 * The colours of lines of code, one for each UTF-16 unit of each line; undefined for a language that is not known. Lines are
 * read together: a comment or a string may continue over several.
 */
export function highlightCodeLines(
  lines: readonly string[],
  language: string,
  colors: CodePalette,
): (string | undefined)[][] | undefined {
  const name = language.trim().toLowerCase();
  if (!refractor.registered(name)) return undefined;
  const text = lines.join('\n').replaceAll('\u00a0', ' ');
  const all = colorsOf(refractor.highlight(text, name).children, colors, undefined);
  let from = 0;
  return lines.map((line) => {
    const own = all.slice(from, from + line.length);
    from += line.length + 1;
    return own;
  });
}

/**
 * Gives the runs of a line of code the colours of its characters. Runs lack characters that became pictures, and have boxes for characters
 * without a glyph. Each character therefore gets the colour of the next equal character of the line, or else of the one at its place.
 * @param colors one for each UTF-16 unit of `line`
 */
export function colorCodeRuns(
  runs: readonly TextRun[],
  line: string,
  colors: readonly (string | undefined)[],
): TextRun[] {
  let at = 0;
  return runs.flatMap((run): TextRun[] => {
    if (!('text' in run)) return [run];
    const parts: { text: string; color: string | undefined }[] = [];
    for (const sign of run.text) {
      const found = line.indexOf(sign, at);
      const place = found < 0 ? at : found;
      const color = colors[place];
      const last = parts.at(-1);
      if (last && last.color === color) last.text += sign;
      else parts.push({ text: sign, color });
      at = place + sign.length;
    }
    return parts.map(({ text, color }) => ({ ...run, text, ...(color === undefined ? {} : { color }) }));
  });
}
