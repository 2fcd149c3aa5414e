import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A comment, a string or a paragraph as one line of text. */
export interface Passage {
  text: string;
  /** Where the lines of the file start in `text`, in order. */
  lines: { offset: number; line: number }[];
}

/** The line of the file that has the character at `offset` of a passage. */
export function lineAt({ lines }: Passage, offset: number): number {
  return lines.findLast((line) => line.offset <= offset)?.line ?? 1;
}

/** Parses a TypeScript or JavaScript file. */
export function parseSource(path: string, text: string = readFileSync(path, 'utf8')): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** The comments of a source file, and its strings and texts of elements that have several words. */
export function passagesOf(source: ts.SourceFile): Passage[] {
  return [...commentsOf(source), ...stringsOf(source)];
}

/** The strings and texts of elements in a source file that have several words. */
export function stringsOf(source: ts.SourceFile): Passage[] {
  return literalsOf(source).flatMap((node) => {
    const text = 'text' in node && typeof node.text === 'string' ? node.text : '';
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral || !/\p{L} +\p{L}/u.test(text)) return [];
    return [passage([[text, lineOfPosition(source, node.getStart(source))]])];
  });
}

/** The paragraphs of a Markdown file and its code blocks. Spaces replace marks and the addresses of links. */
export function paragraphsOf(text: string): Passage[] {
  return joinRuns(text.split('\n').map((line, index) => [withoutMarks(line), index + 1]));
}

/** The paragraphs of a Markdown file without its code blocks and comments. Spaces replace marks and the addresses of links. */
export function proseOf(text: string): Passage[] {
  let isCode = false;
  return joinRuns(
    text.split('\n').map((line, index) => {
      const isFence = /^\s*```/.test(line);
      if (isFence) isCode = !isCode;
      return [isFence || isCode ? '' : withoutMarks(line.replace(/<!--.*?-->/g, '')), index + 1];
    }),
  );
}

const blank = (part: string): string => ' '.repeat(part.length);

const withoutMarks = (line: string): string =>
  line
    .replace(/^[\s>*#-]+/, '')
    .replace(/\]\([^)]*\)/g, blank)
    .replace(/\*+|\[/g, blank);

/** The comments of a YAML file. */
export function yamlComments(text: string): Passage[] {
  return joinRuns(text.split('\n').map((line, index) => [/(?:^|\s)#\s?(.*)$/.exec(line)?.[1] ?? '', index + 1]));
}

type Line = readonly [text: string, line: number];

/** The line of a position, from 1. */
export function lineOfPosition(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

function literalsOf(source: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isLiteralExpression(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isJsxText(node)
    )
      found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Names of the tests of a file, and of their groups, that are written out. */
export function testNames(source: ts.SourceFile): Passage[] {
  const found: Passage[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:describe|it|test)\b/.test(node.expression.getText(source))) {
      const [name] = node.arguments;
      if (name && ts.isStringLiteralLike(name))
        found.push(passage([[name.text, lineOfPosition(source, name.getStart(source))]]));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The comments of a source file. They are where no literal is: a text in quotes may contain `//` or `/*` too. */
export function commentsOf(source: ts.SourceFile): Passage[] {
  const literals = literalsOf(source);
  let code = '';
  let end = 0;
  for (const node of literals) {
    const start = node.getStart(source);
    code += source.text.slice(end, start) + source.text.slice(start, node.end).replace(/[^\n]/g, '_');
    end = node.end;
  }
  code += source.text.slice(end);
  const lines: Line[] = [];
  let last = 0;
  for (const { 0: comment, index } of code.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)) {
    const first = lineOfPosition(source, index);
    // Line comments that follow one another are one text; anything else starts a new one.
    if (comment.startsWith('/*') || first !== last + 1 || code.slice(0, index).split('\n').at(-1)?.trim() !== '')
      lines.push(['', first]);
    const rows = comment.replace(/^\/\*+|\*\/$|^\/\//g, '').split('\n');
    for (const [row, text] of rows.entries()) lines.push([text.replace(/^\s*\*? ?/, ''), first + row]);
    if (comment.startsWith('/*')) lines.push(['', first + rows.length]);
    last = first + rows.length - 1;
  }
  return joinRuns(lines);
}

/** A docstring: its text without tags, and its first line. */
export interface Docstring {
  text: string;
  line: number;
}

/** The docstrings of a source file: of everything that it declares, members and what is not exported included. */
export function docstringsOf(source: ts.SourceFile): Docstring[] {
  const found = new Map<number, Docstring>();
  const visit = (node: ts.Node): void => {
    for (const comment of ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc))
      found.set(comment.pos, {
        text: ts.getTextOfJSDocComment(comment.comment)?.trim() ?? '',
        line: lineOfPosition(source, comment.pos),
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}

/** Lines with text that follow one another are one passage. */
function joinRuns(lines: readonly Line[]): Passage[] {
  const passages: Passage[] = [];
  let run: Line[] = [];
  for (const line of [...lines, ['', 0] as const]) {
    if (line[0].trim() !== '') run.push(line);
    else if (run.length > 0) {
      passages.push(passage(run));
      run = [];
    }
  }
  return passages;
}

function passage(run: readonly Line[]): Passage {
  let text = '';
  const lines = run.map(([row, line]) => {
    const offset = text.length;
    text += `${row.trim()} `;
    return { offset, line };
  });
  return { text: text.trimEnd(), lines };
}
