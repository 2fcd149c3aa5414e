import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { BuiltDocsSite } from '#front/docs-site/build-docs-site.ts';

/** The module, relative to the service, in whose place bundles of the local stack read the pages from a file. */
export const DOCS_SITE_MODULE_PATH = 'lib/front/docs-site/built-site.ts';

/** Name of the file with the pages of the documentation site, in the folder of the bundles. */
export const STORED_DOCS_SITE_FILE = 'docs-site.mjs';

/** Milliseconds for which a request waits for the pages, below the 29 s of the gateway. */
const WAIT_MS = 25_000;
/** Milliseconds between two looks for the file. */
const POLL_MS = 50;

/** Writes the pages as a module, in one step: its presence shows that it is complete. */
export async function storeBuiltDocsSite(path: string, site: BuiltDocsSite): Promise<void> {
  const temporaryPath = `${path}.${process.pid}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(temporaryPath, `export const builtSite = ${JSON.stringify(site)};\n`);
  await rename(temporaryPath, path);
}

/**
 * Loads the pages. After a first start, which builds them while it serves already, it waits for them.
 * @param path relative to the folder of the service, where the API's process runs: a clone may be moved
 * @throws Error without them after 25 s
 */
export async function loadStoredDocsSite(path: string, waitMs = WAIT_MS): Promise<BuiltDocsSite> {
  for (const deadlineMs = Date.now() + waitMs; !existsSync(path); await delay(POLL_MS))
    if (Date.now() > deadlineMs) throw new Error(`the pages of the documentation are not built: there is no ${path}`);
  const { builtSite }: { builtSite: BuiltDocsSite } = await import(pathToFileURL(resolve(path)).href);
  return builtSite;
}
