import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { REFERENCE_PAGE_SCRIPT, REFERENCE_PAGE_STYLE_SHEET } from './page.ts';
import type { SwaggerViewerFile } from './viewer-files.ts';

/** Finds files of the installed Swagger UI, from a bundle of functions as well as from the sources. */
const { resolve: resolvePackageFile } = createRequire(import.meta.url);

/** The files that are made here, with their texts. */
const OWN_FILES: Partial<Record<SwaggerViewerFile, string>> = {
  'start.js': REFERENCE_PAGE_SCRIPT,
  'theme.css': REFERENCE_PAGE_STYLE_SHEET,
};

/**
 * Reads a file that the page of the API reference loads: one of Swagger UI, or one made here (`OWN_FILES`).
 * @returns its text and its media type
 */
export async function readReferencePageFile(name: SwaggerViewerFile): Promise<{ type: string; text: string }> {
  const text = OWN_FILES[name] ?? (await readFile(resolvePackageFile(`swagger-ui-dist/${name}`), 'utf8'));
  return { type: name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8', text };
}
