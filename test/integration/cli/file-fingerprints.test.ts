import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeFileFingerprints, waitForFileChange } from '#cli/watch/file-fingerprints.ts';

let folder: string;
const ending = new AbortController();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prints-'));
});
afterEach(() => {
  ending.abort();
  rmSync(folder, { recursive: true, force: true });
});

it('sees a save in two steps by its events alone', async () => {
  const path = join(folder, 'deck.md');
  writeFileSync(path, '');
  // The clock would find what the events missed.
  const never = { signal: ending.signal, onMissing: () => expect.fail('it was there'), lookMs: 2 ** 31 - 1 };
  const change = waitForFileChange(takeFileFingerprints([path]), never);
  // The second step comes while it waits for the file to be at rest.
  appendFileSync(path, '# A slide');
  await sleep(5);
  appendFileSync(path, '\n');
  await change;
});
