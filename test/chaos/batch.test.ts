import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { brokenOf } from '#test/support/chaos/checks.ts';
import { killBatch } from '#test/support/chaos/kill-batch.ts';
import { isWhole } from '#test/support/depth.ts';

it.runIf(isWhole)(
  'a batch that is killed in its middle makes each row once, and counts them rightly at every check',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'batch-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { checks } = await killBatch(folder, {
      rows: 9,
      kills: 3,
      kinds: ['everything', 'worker', 'dispatcher'],
      seed: 1,
    });
    expect(checks).not.toEqual([]);
    expect(brokenOf(checks)).toEqual([]);
  },
);
