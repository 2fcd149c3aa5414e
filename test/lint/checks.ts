import type ts from 'typescript';
import { bareImports } from './bare-imports.ts';
import { bareJsonParses } from './bare-json.ts';
import { type ExportedName, exportedNames } from './exports.ts';
import { findRiddles } from './riddles.ts';
import {
  commentsOf,
  docstringsOf,
  lineAt,
  lineOfPosition,
  type Passage,
  paragraphsOf,
  parseSource,
  passagesOf,
  proseOf,
  stringsOf,
  testNames,
  yamlComments,
} from './source-text.ts';
import { namelessThrows, unnamedErrors } from './unnamed-errors.ts';
import { findWords } from './vocabulary.ts';

/** A file with its path from the root of the project. */
export interface CheckedFile {
  path: string;
  text: string;
}

/** What a check has against a line. */
export interface Finding {
  check: 'names' | 'docs' | 'words' | 'json' | 'imports';
  path: string;
  line: number;
  message: string;
}

/** The code that is shipped or run: tests may repeat a name and need no docstrings. */
const SHIPPED = /^(?:functions|lib|layers|localstack)\/.*\.(?:tsx?|mjs)$/;
const SOURCE = /\.(?:tsx?|mjs|cjs)$/;

/** Runs every check over the files. */
export function checkFiles(files: readonly CheckedFile[]): Finding[] {
  const parsed = files.map((file) => ({
    ...file,
    source: SOURCE.test(file.path) ? parseSource(file.path, file.text) : undefined,
  }));
  const exported = parsed.flatMap(({ path, source }) =>
    source !== undefined && SHIPPED.test(path) ? exportedNames(source).map((name) => ({ ...name, path })) : [],
  );
  const isHandler = ({ name, path }: { name: string; path: string }) =>
    name === 'handler' && path.startsWith('functions/');
  const names = exported.filter((name) => !isHandler(name));
  return [
    ...doubleNames(names),
    ...missingDocstrings(names),
    ...parsed.flatMap(headlessDocstrings),
    ...parsed.flatMap(unnamedErrorsIn),
    ...parsed.flatMap(riddlesIn),
    ...parsed.flatMap(wordsIn),
    ...parsed.flatMap(bareJsonIn),
    ...parsed.flatMap(bareImportsIn),
  ];
}

/** Names that two or more files declare; a name that is passed on by public.ts has one home. */
function doubleNames(names: readonly (ExportedName & { path: string })[]): Finding[] {
  const homes = Map.groupBy(names, ({ name }) => name);
  return [...homes.values()].flatMap((list) =>
    list.length < 2
      ? []
      : list.map(({ name, path, line }) => {
          const others = list.filter((other) => other.path !== path).map((other) => other.path);
          return { check: 'names' as const, path, line, message: `${name} is also declared in ${others.join(', ')}` };
        }),
  );
}

function missingDocstrings(names: readonly (ExportedName & { path: string })[]): Finding[] {
  return names
    .filter(({ isCallable, hasDocstring }) => isCallable && !hasDocstring)
    .map(({ name, path, line }) => ({ check: 'docs', path, line, message: `${name} has no docstring` }));
}

/** The first word of a clause without a noun, such as "What a tool needs.". */
const HEADLESS = /^(?:What|How|Where|Whether|Which|Why|Who|Whose|When)\b/;

/** Docstrings of the product, those of members and of what is not exported included, that start with a clause. */
function headlessDocstrings({ path, source }: CheckedFile & { source: ts.SourceFile | undefined }): Finding[] {
  if (source === undefined || !SHIPPED.test(path)) return [];
  return docstringsOf(source)
    .filter(({ text }) => HEADLESS.test(text))
    .map(({ text, line }) => ({
      check: 'docs',
      path,
      line,
      message: `a docstring starts with "${text.split(' ', 1)[0]}". Start with a noun, or a verb in the third person.`,
    }));
}

function unnamedErrorsIn({ path, source }: CheckedFile & { source: ts.SourceFile | undefined }): Finding[] {
  if (source === undefined || !SHIPPED.test(path)) return [];
  const unnamed = unnamedErrors(source).map(({ name, error, position }) => ({
    position,
    message: `${name} throws ${error}. Its docstring needs "@throws ${error}" with the reason.`,
  }));
  const nameless = namelessThrows(source).map((position) => ({
    position,
    message: '@throws starts with a condition. Name the class of the error first.',
  }));
  return [...unnamed, ...nameless].map(({ position, message }) => ({
    check: 'docs',
    path,
    line: lineOfPosition(source, position),
    message,
  }));
}

function bareJsonIn({ path, source }: CheckedFile & { source: ts.SourceFile | undefined }): Finding[] {
  const found = source === undefined ? [] : bareJsonParses(path, source).map((at) => lineOfPosition(source, at));
  return found.map((line) => ({
    check: 'json' as const,
    path,
    line,
    message: 'JSON.parse gives any. Use parseJson(schema, text) of lib/kernel/shared/parse-json.ts.',
  }));
}

function bareImportsIn({ path, source }: CheckedFile & { source: ts.SourceFile | undefined }): Finding[] {
  const found = source === undefined ? [] : bareImports(path, source).map((at) => lineOfPosition(source, at));
  return found.map((line) => ({
    check: 'imports' as const,
    path,
    line,
    message:
      'No bundle has a module that is imported only for its effects (`sideEffects` of package.json). Export a function.',
  }));
}

function riddlesIn({ path, text, source }: CheckedFile & { source: ts.SourceFile | undefined }): Finding[] {
  return passagesIn(path, text, source).flatMap((passage) =>
    findRiddles(passage.text).map(({ offset, words, reason }) => ({
      check: 'words' as const,
      path,
      line: lineAt(passage, offset),
      message: `"${words}". ${reason}`,
    })),
  );
}

/** Files whose texts are not ours to word. */
const OTHER_WORDS: ReadonlySet<string> = new Set([
  // Keywords of programming languages, and operators of PDF.
  'lib/engine/video/drawing/text/code-lines-of-slide.ts',
  'lib/engine/video/stills/hidden-text.ts',
  // A text for the example of an agent.
  'lib/front/docs/examples/agent-run/bees.md',
  // Its entries are history.
  'CHANGELOG.md',
]);
/** An expression of DynamoDB (`begun = :begun`), or names of classes of a page. */
const EXPRESSION = /(?:^|[\s(])[:#][a-z]|^[a-z]+ [a-z]+-$/;

function wordsIn({ path, text, source }: CheckedFile & { source: ts.SourceFile | undefined }): Finding[] {
  if (OTHER_WORDS.has(path)) return [];
  return proseIn(path, text, source).flatMap((passage) =>
    findWords(passage.text).map(({ offset, words, plain }) => ({
      check: 'words' as const,
      path,
      line: lineAt(passage, offset),
      message: `"${words}". Write: ${plain}.`,
    })),
  );
}

/** The texts that the vocabulary is for: documents, comments, the strings of the product, and the names of tests. */
function proseIn(path: string, text: string, source: ts.SourceFile | undefined): Passage[] {
  if (source === undefined) return path.endsWith('.md') ? proseOf(text) : yamlComments(text);
  const strings = SHIPPED.test(path)
    ? stringsOf(source).filter((one) => !EXPRESSION.test(one.text))
    : testNames(source);
  return [...strings, ...commentsOf(source)];
}

function passagesIn(path: string, text: string, source: ts.SourceFile | undefined): Passage[] {
  if (source !== undefined) return passagesOf(source);
  return path.endsWith('.md') ? paragraphsOf(text) : yamlComments(text);
}
