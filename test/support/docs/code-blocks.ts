import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../../..');
const GUIDES = 'lib/front/docs/guides';

/** The documents that users paste from. */
export const DOCUMENTS: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'lib/front/client/README.md', 'lib/front/client/python/README.md'],
  ...readdirSync(join(PROJECT, GUIDES)).map((file) => `${GUIDES}/${file}`),
];

/** A block of code in a document. */
export interface CodeBlock {
  /** Its document and its first line, parted by a colon. */
  id: string;
  file: string;
  language: string;
  /** With a line break at its end, and without the indent of a list that it stands in. */
  code: string;
}

/** The blocks of a document. @param file from the root of the project */
export function codeBlocksOf(file: string, text: string): CodeBlock[] {
  return [...text.matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', language = '', inner = '']) => {
      const code = inner.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      return { id: `${file}: ${code.split('\n', 1)[0]}`, file, language, code };
    },
  );
}

/** Every block that users paste, in the order of the documents. */
export const codeBlocks = (): CodeBlock[] =>
  DOCUMENTS.flatMap((file) => codeBlocksOf(file, readFileSync(join(PROJECT, file), 'utf8')));
