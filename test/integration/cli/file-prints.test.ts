import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takePrints, untilChanged } from '../../../localstack/cli/watch/file-prints.ts';

let folder: string;
const ending = new AbortController();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prints-'));
});
afterEach(() => {
  ending.abort();
  rmSync(folder, { recursive: true, force: true });
});

it('sees a save in several steps by its events alone', async () => {
  const path = join(folder, 'deck.md');
  writeFileSync(path, '');
  // The clock would find what the events missed.
  const never = { signal: ending.signal, onMissing: () => expect.fail('it was there'), lookMs: 2 ** 31 - 1 };
  const change = untilChanged(takePrints([path]), never);
  for (let step = 0; step < 12; step++) {
    appendFileSync(path, '# A slide\n');
    await sleep(8);
  }
  await change;
});
