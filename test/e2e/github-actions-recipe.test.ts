import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { isWhole } from '#test/support/depth.ts';
import { needing } from '#test/support/service/needing.ts';

const PROJECT = join(import.meta.dirname, '../..');
const STEP = z.strictObject({
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  name: z.string().optional(),
  run: z.string().optional(),
  shell: z.literal('bash').optional(),
  'working-directory': z.string().optional(),
});
const JOB = z.looseObject({ env: z.record(z.string(), z.string()), steps: z.array(STEP) });
const WORKFLOW = z.looseObject({
  permissions: z.strictObject({ contents: z.literal('read') }),
  jobs: z.strictObject({ video: JOB }),
});

/** Two ports that nothing listens on. */
async function freePorts(): Promise<string[]> {
  const servers = [createServer(), createServer()];
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ports = servers.map((server) => String((server.address() as AddressInfo).port));
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return ports;
}

const { it } = needing('a service that it starts');

it('the recipe for GitHub Actions makes a video, and renders only what changed on the next push', async ({ skip }) => {
  // It installs nothing and still takes half a minute: a service is started for each push.
  if (!isWhole) skip('it is run every night');
  const text = await readFile(join(PROJECT, 'lib/front/docs/examples/recipes/github-actions/video.yml'), 'utf8');
  const { video: job } = WORKFLOW.parse(parse(text)).jobs;
  const workspace = await mkdtemp(join(tmpdir(), 'video-workspace-'));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  await symlink(PROJECT, join(workspace, 'service'));
  const temp = join(workspace, 'temp');
  await mkdir(temp);
  const filled = (value: string) => value.replace(/\$\{\{ github\.workspace \}\}/g, workspace);
  const [port, edgePort] = await freePorts();
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(job.env).map(([name, value]) => [name, filled(value)])),
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temp,
    PORT: port,
    EDGE_PORT: edgePort,
  };
  const deck = join(workspace, job.env.DECK ?? '');
  const video = join(workspace, job.env.VIDEO ?? '');
  const dataDir = filled(job.env.DATA_DIR ?? '');
  // What the cache keeps is the folder that the service has.
  const kept = job.steps.find(({ uses }) => uses?.startsWith('actions/cache@'))?.with?.path;
  expect(join(workspace, String(kept))).toBe(dataDir);

  /** What a runner does with the steps that are commands; those of the installation are what `npm ci` here did. */
  async function push(): Promise<string> {
    let told = '';
    for (const { run, ...step } of job.steps) {
      if (run === undefined || run === 'npm ci') continue;
      const options = { cwd: join(workspace, step['working-directory'] ?? '.'), env, timeout: 280_000 };
      const { stdout } = await promisify(execFile)(
        'bash',
        ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run],
        options,
      );
      told += stdout;
    }
    return told;
  }
  const slides = (last: string) => `# One\n\n---\n\n# Two\n\n---\n\n# ${last}\n`;
  await writeFile(deck, slides('Three'));
  expect(await push()).toContain('3 slides, ');
  expect((await inspectMp4(video)).video.samples).toBeGreaterThan(0);
  await writeFile(deck, slides('Four'));
  expect(await push()).toContain('3 slides (2 as before), ');
  expect(existsSync(join(dataDir, 'video-key.json'))).toBe(true);
});
