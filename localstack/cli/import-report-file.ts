import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { UsageError } from '#emulators/host/command-errors.ts';
import type { CliApiClient } from './cli-api-client.ts';
import { assertPathWritable } from './writable-folder.ts';

const REPORT_EXTENSIONS = ['.html', '.htm'];

/**
 * Checks, before the import, that its report can be written.
 * @param file path of the report; undefined: none is written
 * @param deck path of the deck
 * @throws UsageError for a path that does not end in .html, and for the path of the deck
 */
export function assertImportReportPath(file: string | undefined, deck: string): void {
  if (file === undefined) return;
  if (!REPORT_EXTENSIONS.includes(extname(file).toLowerCase()))
    throw new UsageError(`--report ${file}: the page needs a name that ends in .html.`);
  if (resolve(file) === resolve(deck)) throw new UsageError(`--report ${file}: the page would overwrite the deck.`);
  assertPathWritable(resolve(file));
}

/** Writes the report of an import, a self-contained HTML page. @param file its path; undefined: none is written */
export async function writeImportReportFile(
  client: Pick<CliApiClient, 'getImportReport'>,
  { id }: { id: string },
  file: string | undefined,
): Promise<void> {
  if (file === undefined) return;
  const path = resolve(file);
  const page = await client.getImportReport(id);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, page);
}
