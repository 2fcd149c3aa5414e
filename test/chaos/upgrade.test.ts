import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderAnswer } from '#features/renders/view.ts';
import {
  type EarlierData,
  earlierCommits,
  keptDataDirs,
  makeEarlierData,
  unpackDataDir,
} from '#test/support/backup/earlier-data.ts';
import { startTarget } from '#test/support/chaos/stack-process.ts';
import { isWhole } from '#test/support/depth.ts';
import { until } from '#test/support/service/start-service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts this version on the data of an earlier one, and uses them: the key, the timeline, its video, and another video of it. */
async function checkUpgrade(dataDir: string, { api_key, timeline_id, render_id }: EarlierData): Promise<void> {
  const target = await startTarget(dataDir);
  try {
    const ask = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
      const response = await fetch(`${target.baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as Body;
    };
    const sizeOf = async ({ output }: RenderAnswer): Promise<number> =>
      (await (await fetch(output.url ?? '')).arrayBuffer()).byteLength;

    const timeline = await ask<{ slides: { title: string }[] }>('GET', `/timelines/${timeline_id}`);
    expect(timeline.slides).toHaveLength(2);
    const old = await ask<RenderAnswer>('GET', `/renders/${render_id}`);
    expect(old.status).toBe('completed');
    expect(await sizeOf(old)).toBe(old.output.size_bytes);

    await ask('PUT', `/timelines/${timeline_id}`, { title: 'Changed by this version' });
    const { id } = await ask<RenderAnswer>('POST', '/renders', { timeline_id });
    const next = await until(
      () => ask<RenderAnswer>('GET', `/renders/${id}`),
      ({ status }) => ['completed', 'failed'].includes(status),
      120,
    );
    expect(next.status).toBe('completed');
    expect(await sizeOf(next)).toBe(next.output.size_bytes);
  } finally {
    await target.kill();
  }
}

describe.runIf(isWhole)('data of an earlier version are used by this one', () => {
  it.each(keptDataDirs())('as it left them: %s', async (name) => {
    const dataDir = join(folder, name);
    await checkUpgrade(dataDir, unpackDataDir(name, dataDir));
  });

  // There is no release yet.
  it.each(earlierCommits())('made by its own code: %s', async (commit) => {
    const dataDir = join(folder, `data-${commit}`);
    await checkUpgrade(dataDir, await makeEarlierData(commit, join(folder, `checkout-${commit}`), dataDir));
  });
});
