import { refractor } from 'refractor';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { CodePalette } from '../design.ts';
import type { TextRun } from './text-runs.ts';

/** Colour of each kind of token in the palette of a template; `text`: a part of a string that is itself not a string. */
const KIND_BY_CLASS: Record<string, keyof CodePalette> = {
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

/** A node of the highlighted syntax tree. */
type HighlightNode = ReturnType<typeof refractor.highlight>['children'][number];

/** The kind of a token by its classes; undefined for a node without a known class. */
function kindOf(node: HighlightNode): keyof CodePalette | undefined {
  const classes = node.type === 'element' ? node.properties.className : undefined;
  const names = Array.isArray(classes) ? classes.map(String) : [];
  return names.map((name) => ownPropertyValue(KIND_BY_CLASS, name)).find((kind) => kind !== undefined);
}

/** The colours of the characters of a text, one for each UTF-16 unit; undefined: the colour of the text. */
function colorsOf(
  nodes: readonly HighlightNode[],
  colors: CodePalette,
  inheritedColor: string | undefined,
): (string | undefined)[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return Array.from<string | undefined>({ length: node.value.length }).fill(inheritedColor);
    if (node.type !== 'element') return [];
    const kind = kindOf(node);
    const color = kind === 'text' ? undefined : kind && colors[kind];
    return colorsOf(node.children as HighlightNode[], colors, kind === undefined ? inheritedColor : color);
  });
}

/**
 * The colours of lines of code, one for each UTF-16 unit of each line (undefined: the colour of the text); undefined for an unknown language.
 * Lines are read together, because a comment or a string may continue over several.
 */
export function highlightCodeLines(
  lines: readonly string[],
  language: string,
  colors: CodePalette,
): (string | undefined)[][] | undefined {
  const name = language.trim().toLowerCase();
  if (!refractor.registered(name)) return undefined;
  const text = lines.join('\n').replaceAll('\u00a0', ' ');
  const allColors = colorsOf(refractor.highlight(text, name).children, colors, undefined);
  let lineStart = 0;
  return lines.map((line) => {
    const lineColors = allColors.slice(lineStart, lineStart + line.length);
    lineStart += line.length + 1;
    return lineColors;
  });
}

/**
 * Gives the runs of a line of code the colours of its characters. Runs may differ from the line: characters that became pictures are missing,
 * and boxes are instead of characters without a glyph. Each character therefore gets the colour of the next equal character of the line, or
 * else of the character at its place.
 * @param colors one for each UTF-16 unit of `line`
 */
export function colorCodeRuns(
  runs: readonly TextRun[],
  line: string,
  colors: readonly (string | undefined)[],
): TextRun[] {
  let position = 0;
  return runs.flatMap((run): TextRun[] => {
    if (!('text' in run)) return [run];
    const coloredParts: { text: string; color: string | undefined }[] = [];
    for (const character of run.text) {
      const nextEqual = line.indexOf(character, position);
      const colorIndex = nextEqual < 0 ? position : nextEqual;
      const color = colors[colorIndex];
      const lastPart = coloredParts.at(-1);
      if (lastPart && lastPart.color === color) lastPart.text += character;
      else coloredParts.push({ text: character, color });
      position = colorIndex + character.length;
    }
    return coloredParts.map(({ text, color }) => ({ ...run, text, ...(color === undefined ? {} : { color }) }));
  });
}
