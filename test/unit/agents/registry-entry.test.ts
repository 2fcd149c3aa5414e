import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Transport } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAgentServer } from '#front/agents/create-agent-server.ts';

const PROJECT = join(import.meta.dirname, '../../..');

/** The facts of the registry's schema of 2025-12-11 about the fields that an entry of ours has; no other field passes. */
const input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
};
const keyValue = z.strictObject({ name: z.string().min(1), ...input });
const version = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\d+\.\d+\.\d+$/);
const entrySchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version,
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        // The official registry takes packages of this address only.
        registryBaseUrl: z.literal('https://registry.npmjs.org'),
        identifier: z.string().min(1),
        version,
        runtimeHint: z.string(),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
        environmentVariables: z.array(keyValue),
      }),
    )
    .optional(),
  remotes: z
    .array(
      z.strictObject({
        type: z.literal('streamable-http'),
        url: z.string().regex(/^https:\/\/[^\s]+$/),
        headers: z.array(keyValue),
      }),
    )
    .optional(),
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(PROJECT, 'localstack/cli/commands/registry.ts'), ...args], {
    cwd: folder,
  });

async function written(...args: string[]) {
  const { stdout } = await run(...args, '--json');
  const { file } = JSON.parse(stdout) as { file: string };
  return entrySchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** What the server says of itself when a client connects. */
async function introduced(): Promise<unknown> {
  const server = createAgentServer({
    call: () => Promise.reject(new Error('no tool is called')),
    waitMs: 0,
    pollDelay: () => 0,
    now: () => 0,
    clock: () => new Date(0),
    sleep: () => Promise.resolve(),
  });
  const transport: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: () => Promise.resolve(),
  };
  const answer = new Promise<unknown>((resolve) => {
    transport.send = (message) => Promise.resolve(resolve(message));
  });
  await server.connect(transport);
  transport.onmessage?.({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });
  return answer;
}

describe('the entry of the public registry', () => {
  it('has the name and version of package.json, and those that the server tells clients', async () => {
    const project = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as Record<string, unknown>;
    const entry = await written('--api', 'https://api.example.com/v1/');
    const [, name] = entry.name.split('/');
    expect({ name, version: entry.version }).toEqual({ name: project.name, version: project.version });
    const { title, version: ours } = entry;
    expect(await introduced()).toMatchObject({ result: { serverInfo: { name, title, version: ours } } });
  });

  it('names the deployed service, and a package only where one was published', async () => {
    const remote = await written('--api', 'https://api.example.com/v1/');
    expect(remote.remotes).toMatchObject([{ url: 'https://api.example.com/v1/mcp' }]);
    expect(remote.packages).toBeUndefined();

    const local = await written('--package', '@someone/video', '--name', 'io.github.someone/video');
    expect(local).toMatchObject({
      name: 'io.github.someone/video',
      packages: [{ identifier: '@someone/video', version: local.version, packageArguments: [{ value: 'mcp' }] }],
    });
    expect(local.remotes).toBeUndefined();
  });

  it.each([
    [[], 'Nothing to list'],
    [['--api', 'http://localhost:3000/v1'], '--api takes'],
    [['--package', 'video', '--name', 'video'], '--name takes'],
    [['--apy', 'https://api.example.com'], 'Unknown option'],
  ])('%j is refused', async (args, message) => {
    await expect(run(...args)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
