import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;
const MOST_MS = 180_000;

/** The file that a start writes when it has made all bundles and pages, most of them after it is ready. @param project folder of a clone */
export const recordOfBundles = (project: string): string => join(project, '.build/bundles.json');

/** Waits until all bundles and pages of a clone are made, so that the next start makes none. @throws Error after three minutes */
export async function bundlesKept(project: string): Promise<void> {
  for (const end = Date.now() + MOST_MS; !existsSync(recordOfBundles(project)); await delay(POLL_MS))
    if (Date.now() > end) throw new Error(`there is no ${recordOfBundles(project)} after three minutes`);
}
