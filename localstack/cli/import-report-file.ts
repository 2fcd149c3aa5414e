import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { UsageError } from '#emulators/host/command-errors.ts';
import type { ApiClient } from './api-client.ts';
import { assertWritable } from './writable-folder.ts';

const ENDINGS = ['.html', '.htm'];

/**
 * Checks, before any work is done, that the page about an import can be written.
 * @param deck its file @throws UsageError for a name that is not one of a page, or is that of the deck
 */
export function checkReportFile(file: string | undefined, deck: string): void {
  if (file === undefined) return;
  if (!ENDINGS.includes(extname(file).toLowerCase()))
    throw new UsageError(`--report ${file}: the page needs a name that ends in .html.`);
  if (resolve(file) === resolve(deck)) throw new UsageError(`--report ${file}: the page would overwrite the deck.`);
  assertWritable(resolve(file));
}

/** Writes the page about an import. It is one file, which loads nothing. */
export async function writeReportFile(
  client: Pick<ApiClient, 'getImportReport'>,
  { id }: { id: string },
  file: string | undefined,
): Promise<void> {
  if (file === undefined) return;
  const path = resolve(file);
  const page = await client.getImportReport(id);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, page);
}
