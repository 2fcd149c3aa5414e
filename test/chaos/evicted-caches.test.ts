import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createDevelopmentAccount } from '#cli/operator.ts';
import { measureFolderBytes } from '#emulators/host/measure-folder-bytes.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { startTarget, type Target } from '#test/support/chaos/stack-process.ts';
import { isWhole } from '#test/support/depth.ts';
import { until } from '#test/support/service/start-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'evicted-'));
const dataDir = join(folder, 'data');
let target: Target | undefined;
afterAll(async () => {
  await target?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The records of the objects in the bucket, with the paths of their files. */
const records = (): { path: string; record: { key: string; modified: number } }[] =>
  readdirSync(join(dataDir, 's3/buckets')).flatMap((bucket) => {
    const objects = join(dataDir, 's3/buckets', bucket, 'objects');
    return readdirSync(objects).map((name) => ({
      path: join(objects, name),
      record: JSON.parse(readFileSync(join(objects, name), 'utf8')),
    }));
  });
const cached = (): string[] => records().flatMap(({ record: { key } }) => (key.startsWith('cache/') ? [key] : []));

it.runIf(isWhole)(
  'a folder above its bound loses its caches, and the next video of the same slides is made without them',
  async () => {
    const slides = [1, 2, 3].map((number) => ({
      ...{ title: `Slide ${number}`, duration_seconds: 2, transition: { type: 'fade', duration_seconds: 0.5 } },
    }));
    target = await startTarget(dataDir);
    const { api_key } = await createDevelopmentAccount(target.environment, {
      ...{ name: 'Full', email: 'f@example.com', plan: 'max' },
    });
    const ask = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
      const response = await fetch(`${target?.baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as Body;
    };
    const render = async (timeline_id: string): Promise<RenderAnswer> => {
      const { id } = await ask<RenderAnswer>('POST', '/renders', { timeline_id });
      const end = await until(
        () => ask<RenderAnswer>('GET', `/renders/${id}`),
        ({ status }) => ['completed', 'failed'].includes(status),
        120,
      );
      expect(end.status).toBe('completed');
      return end;
    };
    const hashOf = async ({ output }: RenderAnswer): Promise<string> =>
      createHash('sha256')
        .update(Buffer.from(await (await fetch(output.url ?? '')).arrayBuffer()))
        .digest('hex');
    const timeline = await ask<{ id: string }>('POST', '/timelines', { title: 'Full', resolution: '480p', slides });
    const first = await render(timeline.id);
    const hash = await hashOf(first);
    await target.kill();

    expect(cached().length).toBeGreaterThan(0);
    for (const { path, record } of records())
      writeFileSync(path, JSON.stringify({ ...record, modified: record.modified - 2 * 3600_000 }));
    const used = await measureFolderBytes(dataDir, new AbortController().signal);
    target = await startTarget(dataDir, { DATA_MAX_GB: String((used * 0.5) / 1e9) });
    await until(
      async () => cached().length,
      (count) => count === 0,
      60,
    );
    expect(await hashOf(await ask<RenderAnswer>('GET', `/renders/${first.id}`))).toBe(hash);
    await target.kill();

    target = await startTarget(dataDir);
    // In another order the slides have the parts that the first video had, whose records are still in the table.
    const { slides: made } = await ask<{ slides: { id: string }[] }>('GET', `/timelines/${timeline.id}`);
    const order = made.map(({ id }) => id).reverse();
    await ask('PATCH', `/timelines/${timeline.id}/slides/reorder`, { slide_ids: order });
    const second = await render(timeline.id);
    expect(second.output.duration_seconds).toBe(first.output.duration_seconds);
    expect(await hashOf(second)).not.toBe(hash);
    expect(cached().length).toBeGreaterThan(0);
  },
);
