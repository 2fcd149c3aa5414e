import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createTimelineContract } from '#features/timelines/contract.ts';
import { apiContracts } from '#front/api/contracts.ts';

const COMMAND = join(import.meta.dirname, '../../../localstack/cli/commands/collection.ts');

interface Request {
  info?: { type: string };
  http: {
    method: string;
    url: string;
    params?: { name: string; type: string }[];
    body?: { data: string };
    auth?: string;
  };
}

let folder: string;
const fileOf = async (name: string): Promise<unknown> => parse(await readFile(join(folder, name), 'utf8'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bruno-'));
  const args = [COMMAND, '--base-url', 'https://api.example.com/v1/', '--out', folder, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual({ folder });
});
afterAll(() => rm(folder, { recursive: true }));

describe('the Bruno collection', () => {
  it('has every operation of the API, with the parts of its path', async () => {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.yml'));
    const files = await Promise.all(names.map(async (name) => (await fileOf(name)) as Request));
    const requests = files.filter(({ info }) => info?.type === 'http');
    const told = requests.map(({ http: { method, url, params = [] } }) => {
      const inPath = params.filter(({ type }) => type === 'path').map(({ name }) => name);
      expect(inPath.toSorted()).toEqual([...url.matchAll(/:(\w+)/g)].map(([, name]) => name).toSorted());
      return `${method} ${url.replace('{{baseUrl}}', '').replaceAll(/:(\w+)/g, '{$1}')}`;
    });
    expect(told.toSorted()).toEqual(apiContracts.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it('has a body that the service takes', async () => {
    const { http } = (await fileOf('timelines/createTimeline.yml')) as Request;
    expect(createTimelineContract.body?.parse(JSON.parse(http.body?.data ?? ''))).toHaveProperty('title');
  });

  it('names the service, and keeps the key out of the files', async () => {
    expect(await fileOf('environments/service.yml')).toEqual({
      name: 'service',
      variables: [
        { name: 'baseUrl', value: 'https://api.example.com/v1' },
        { secret: true, name: 'apiKey' },
      ],
    });
    expect(await fileOf('opencollection.yml')).toMatchObject({
      request: { auth: { key: 'x-api-key', value: '{{apiKey}}' } },
    });
    expect(await fileOf('account/getMe.yml')).toMatchObject({ http: { auth: 'inherit' } });
    expect(((await fileOf('service/getHealth.yml')) as Request).http.auth).toBeUndefined();
  });

  it('refuses an option that does not exist', async () => {
    await expect(promisify(execFile)(process.execPath, [COMMAND, '--output', 'x'])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Unknown option'),
    });
  });
});
