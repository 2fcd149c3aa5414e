import { writeFile } from 'node:fs/promises';
import { readWholeResult } from '../result.ts';
import { markdownOf } from './markdown.ts';
import { pageOf } from './page.ts';

const PAGE = '.bench/page.html';
const TABLE = '.bench/table.md';

/** Writes the page from what the last run kept, and the same as tables for a README. Gives their paths. @throws Error when nothing was measured */
export async function writePage(): Promise<string> {
  const result = await readWholeResult();
  await writeFile(PAGE, pageOf(result));
  await writeFile(TABLE, `${markdownOf(result)}\n`);
  return `${PAGE}\n${TABLE}`;
}
