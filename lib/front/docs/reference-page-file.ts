import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { START_SCRIPT, THEME } from './page.ts';
import type { ViewerFile } from './viewer-files.ts';

/** Function that finds files of the installed Swagger UI, from a bundle of functions as well as from the sources. */
const { resolve } = createRequire(import.meta.url);

const OWN_FILES: Partial<Record<ViewerFile, string>> = { 'start.js': START_SCRIPT, 'theme.css': THEME };

/**
 * Reads a file that the page of the API reference loads: one of Swagger UI, or one made here (`OWN_FILES`).
 * @returns its text and its media type
 */
export async function referencePageFile(name: ViewerFile): Promise<{ type: string; text: string }> {
  const text = OWN_FILES[name] ?? (await readFile(resolve(`swagger-ui-dist/${name}`), 'utf8'));
  return { type: name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8', text };
}
