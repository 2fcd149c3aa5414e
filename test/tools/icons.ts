/**
 * `node test/tools/icons.ts <folder of the package lucide-static>`: writes the icons of Lucide: names and tags into modules of one string each,
 * and shapes into a file of a layer. They are loaded when a slide or a request first names an icon.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';

const OUT = join(import.meta.dirname, '../../lib/engine/video/drawing/icons');
const SHAPES = join(import.meta.dirname, '../../layers/icons/lucide-shapes.txt');

const nodesFile = z.record(z.string(), z.array(z.tuple([z.string(), z.record(z.string(), z.string())])));
const tagsFile = z.record(z.string(), z.array(z.string()));
const packageFile = z.object({ version: z.string() });

/** An ellipse as a path. */
const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;

/** A rectangle with round corners as a path. */
function rectangle(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const arc = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${across}${arc(r, r)}v${down}${arc(-r, r)}h${-across}${arc(-r, -r)}v${-down}${arc(r, -r)}z`;
}

/** A shape of SVG as the data of a path. */
function pathOf(element: string, attributes: Readonly<Record<string, string>>): string {
  const number = (name: string, otherwise = 0): number => Number(attributes[name] ?? otherwise);
  switch (element) {
    case 'path':
      return attributes.d ?? '';
    case 'circle':
      return ellipse(number('cx'), number('cy'), number('r'), number('r'));
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), number('rx'), number('ry'));
    case 'rect':
      return rectangle(number('x'), number('y'), number('width'), number('height'), number('rx', number('ry')));
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`;
    case 'polyline':
    case 'polygon':
      return `M${attributes.points}${element === 'polygon' ? 'z' : ''}`;
    default:
      throw new RangeError(`no path for <${element}>`);
  }
}

const folder = process.argv[2] ?? '';
const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const [nodes, tags, { version }] = await Promise.all([
  read('icon-nodes.json').then((text) => parseJson(nodesFile, text)),
  read('tags.json').then((text) => parseJson(tagsFile, text)),
  read('package.json').then((text) => parseJson(packageFile, text)),
]);
/** Signs of text editors, file managers and other programs, and crossed-out forms: they say little on a slide, and take a third of the bytes. */
const FOR_PROGRAMS = [
  /-off$|-dashed|-x-2$/u,
  /^(?:a|align|between|bring|case|chevrons|columns|corner|fold|flip|grip|group|indent|lasso|layout|list|move|panel|panels|pointer|remove|replace|rotate|rows|scan|send|separator|signal|space|spell|text|unfold|ungroup|whole|wrap|zoom)-/u,
  /^arrow-(?:big|down|left|right|up)-/u,
  /^(?:arrows|circle-arrow|circle-chevron|circle-parking|circle-fading|file|folder|git|mouse|square|table|decimals|diamond|letter|brackets|heading|pilcrow|subscript|superscript)-/u,
  /^(?:bookmark|calendar|chef-hat|clock|message-square|message-circle|monitor|clipboard|badge|bell|book|cloud|database|image|mail|map-pin|navigation|package|phone|rectangle|search|shopping-bag|smartphone|tablet|user|user-round|shield|server|bot)-(?:\d+|minus|x|plus|slash|ban|alert|arrow-\w+|copy|dashed|down|up|pause|plus-2|minus-2|pen-line|cog|ellipsis|backup|sync|fold|input|output|vertical|horizontal)$/u,
];

const names = Object.keys(nodes)
  .filter((name) => !FOR_PROGRAMS.some((form) => form.test(name)))
  .toSorted();
const source = `Lucide ${version} (ISC; some icons of Feather, MIT), written by test/tools/icons.ts`;
const file = (about: string, name: string, rows: readonly string[]): string =>
  `/** ${about} ${source}. */\nexport const ${name} =\n  '${rows.join('\\n').replaceAll("'", "\\'")}';\n`;
// A line for each icon: its name, and after a tab its paths, with `|` between them. They are drawn as lines of two units in a box of 24.
const shapesOf = (name: string): string =>
  (nodes[name] ?? []).map(([element, attributes]) => pathOf(element, attributes)).join('|');
await writeFile(SHAPES, names.map((name) => `${name}\t${shapesOf(name)}\n`).join(''));
await writeFile(
  join(OUT, 'icon-tags.ts'),
  file(
    'A line for each icon: its name, and after a tab its tags, with `,` between them.',
    'ICON_TAG_LINES',
    names.map((name) => `${name}\\t${(tags[name] ?? []).map((tag) => tag.replaceAll(',', ' ')).join(',')}`),
  ),
);
await writeFile(join(OUT, 'icon-names.ts'), file('The names of all icons, one a line.', 'ICON_NAME_LINES', names));
