import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDevelopmentAccount } from '#cli/operator.ts';
import { readStackState } from '#stack/state-file.ts';
import { until } from '../service/start-service.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const FIXTURES = join(PROJECT, 'test/fixtures/data-dirs');

/** What an earlier version left in a data folder: an account with a timeline of two slides, and its video. */
export interface EarlierData {
  api_key: string;
  timeline_id: string;
  render_id: string;
}

/** The data folders of earlier versions that are kept with the tests. */
export const keptDataDirs = (): string[] =>
  readdirSync(FIXTURES).flatMap((name) => (name.endsWith('.tgz') ? name.slice(0, -4) : []));

/** Unpacks one of them. Its video is as old as today, or a lifecycle rule would have deleted it. */
export function unpackDataDir(name: string, folder: string): EarlierData {
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('tar', ['-xzf', join(FIXTURES, `${name}.tgz`), '-C', folder]);
  for (const bucket of readdirSync(join(folder, 's3/buckets'))) {
    const objects = join(folder, 's3/buckets', bucket, 'objects');
    for (const file of readdirSync(objects)) {
      const record = JSON.parse(readFileSync(join(objects, file), 'utf8')) as object;
      writeFileSync(join(objects, file), JSON.stringify({ ...record, modified: Date.now() }));
    }
  }
  return JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8')) as EarlierData;
}

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', PROJECT, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();

/** The last three releases, and the commits in UPGRADE_FROM, separated by commas. */
export function earlierCommits(): string[] {
  const tags = git('tag', '--sort=-creatordate').split('\n').slice(0, 3);
  return [...tags, ...(process.env.UPGRADE_FROM ?? '').split(',')].filter((name) => name !== '');
}

/** Lets an earlier version, which is checked out into `checkout`, make a video on a new data folder. */
export async function makeEarlierData(commit: string, checkout: string, folder: string): Promise<EarlierData> {
  git('worktree', 'add', '--force', '--detach', checkout, commit);
  try {
    symlinkSync(join(PROJECT, 'node_modules'), join(checkout, 'node_modules'));
    const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const [file = ''] = /\S+start\.ts/.exec(scripts.start ?? '') ?? [];
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [file], {
      cwd: checkout,
      env: { PATH, HOME, DATA_DIR: folder, PORT: '0', EDGE_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await until(
        async () => readStackState(join(folder, 'stack.json')),
        (state) => state !== undefined,
        240,
      );
      const state = readStackState(join(folder, 'stack.json'));
      if (!state) throw new Error(`${commit} did not start`);
      return await makeVideo(state.base_url, state.environment);
    } finally {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
  } finally {
    git('worktree', 'remove', '--force', checkout);
  }
}

async function makeVideo(baseUrl: string, environment: Readonly<Record<string, string>>): Promise<EarlierData> {
  const { api_key } = await createDevelopmentAccount(environment, { name: 'Old', email: 'o@example.com', plan: 'pro' });
  const ask = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const slides = ['First', 'Second'].map((title) => ({ title, duration_seconds: 1 }));
  const timeline = await ask<{ id: string }>('POST', '/timelines', { title: 'Earlier', resolution: '480p', slides });
  const render = await ask<{ id: string }>('POST', '/renders', { timeline_id: timeline.id });
  await until(
    () => ask<{ status: string }>('GET', `/renders/${render.id}`),
    ({ status }) => status === 'completed',
    120,
  );
  return { api_key, timeline_id: timeline.id, render_id: render.id };
}
