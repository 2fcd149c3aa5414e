import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Service, serviceOf } from './start-service.ts';

/**
 * The service that all files of the project `e2e` share, with a folder for files of the calling one. Its accounts are the
 * file's own; nothing in it may be killed, stopped or counted over all accounts.
 */
export function sharedService(): Service {
  const { directory, ...stack } = inject('sharedStack');
  return serviceOf(
    { ...stack, children: () => stack.children },
    stack.dataDir,
    mkdtempSync(join(directory, 'file-')),
    stack,
  );
}
