import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDevelopmentAccount } from '#cli/operator.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { startTarget, type Target } from '#test/support/chaos/stack-process.ts';
import { isWhole } from '#test/support/depth.ts';
import { until } from '#test/support/service/start-service.ts';

const VIDEO = join(import.meta.dirname, '../../localstack/cli/commands/video.ts');
let folder: string;
const started: Target[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterAll(async () => {
  for (const target of started) await target.kill();
  await rm(folder, { recursive: true, force: true });
});

const start = async (dataDir: string): Promise<Target> => {
  const target = await startTarget(dataDir);
  started.push(target);
  return target;
};

/** Runs a command of `video` on a data folder. @returns what it printed as JSON */
async function video(dataDir: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [VIDEO, ...args, '--json'], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

it.runIf(isWhole)(
  'a backup that is made while a video is rendered is restored elsewhere: the older video is the same, the other one is completed',
  async () => {
    const dataDir = join(folder, 'data');
    const first = await start(dataDir);
    const { api_key: key } = await createDevelopmentAccount(first.environment, {
      ...{ name: 'Backup', email: 'b@example.com', plan: 'max' },
    });
    const ask = async <Body>(target: Target, method: string, path: string, body?: object): Promise<Body> => {
      const response = await fetch(`${target.baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as Body;
    };
    const render = (title: string, slides: number): Promise<RenderAnswer> =>
      ask(first, 'POST', '/renders', {
        timeline: {
          ...{ title, resolution: '720p' },
          slides: Array.from({ length: slides }, (_, number) => ({
            ...{ title: `${title} ${number}`, transition: { type: 'fade', duration_seconds: 0.8 } },
            speaker_notes: `This is slide ${number} of ${title}.`,
          })),
        },
      });
    const end = (target: Target, id: string): Promise<RenderAnswer> =>
      until(
        () => ask<RenderAnswer>(target, 'GET', `/renders/${id}`),
        ({ status }) => ['completed', 'failed', 'canceled'].includes(status),
        300,
      );
    const hashOf = async ({ output }: RenderAnswer): Promise<string> => {
      const response = await fetch(output.url ?? '');
      expect(response.status).toBe(200);
      return createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex');
    };

    const old = await end(first, (await render('Old', 2)).id);
    const hash = await hashOf(old);
    const running = await render('Running', 24);
    await until(
      () => ask<RenderAnswer>(first, 'GET', `/renders/${running.id}`),
      ({ status }) => status !== 'queued',
      120,
    );
    const archive = join(folder, 'backup.tar');
    const { made_at } = await video(dataDir, 'backup', archive);
    const meanwhile = await end(first, running.id);
    expect(meanwhile.status).toBe('completed');
    // It was under way, so that the copy has it unfinished.
    expect(Date.parse(String(made_at))).toBeLessThan(Date.parse(meanwhile.completed_at ?? ''));
    await expect(video(dataDir, 'restore', archive)).rejects.toThrow(/is not empty/);
    await first.kill();

    const elsewhere = join(folder, 'elsewhere');
    await video(elsewhere, 'restore', archive);
    const second = await start(elsewhere);
    expect(await hashOf(await end(second, old.id))).toBe(hash);
    const resumed = await end(second, running.id);
    expect(resumed.status).toBe('completed');
    expect(resumed.output.duration_seconds).toBe(meanwhile.output.duration_seconds);
    await hashOf(resumed);
  },
);
