import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { START_SCRIPT, THEME } from './page.ts';
import type { ViewerFile } from './viewer-files.ts';

/** Finds the installed viewer from a bundle as well as from the sources. */
const { resolve } = createRequire(import.meta.url);

const OWN: Partial<Record<ViewerFile, string>> = { 'start.js': START_SCRIPT, 'theme.css': THEME };

/** The text of one file of the page, and its media type. */
export async function viewerFile(name: ViewerFile): Promise<{ type: string; text: string }> {
  const text = OWN[name] ?? (await readFile(resolve(`swagger-ui-dist/${name}`), 'utf8'));
  return { type: name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8', text };
}
