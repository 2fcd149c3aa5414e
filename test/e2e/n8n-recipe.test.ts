import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { isWhole } from '#test/support/depth.ts';
import { runWorkflow } from '#test/support/recipes/n8n-workflow.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import type { Client } from '#test/support/service/start-service.ts';

const WORKFLOW = await readFile(
  join(import.meta.dirname, '../../lib/front/docs/examples/recipes/n8n/film.json'),
  'utf8',
);
const service = sharedService();
let client: Client;

beforeAll(async () => {
  client = await service.account('pro');
});

const access = () => ({ settings: { api: service.stack.baseUrl }, credential: { 'x-api-key': client.apiKey } });

it.runIf(isWhole)('the recipe for n8n makes a video and is woken by the event of its end', async () => {
  const { files, path } = await runWorkflow(WORKFLOW, access());
  const film = join(service.directory, 'n8n.mp4');
  await writeFile(film, files.film ?? '');
  expect((await inspectMp4(film)).audio).toBeDefined();
  expect(path.slice(0, 5)).toEqual([
    'Start',
    'Settings',
    'Create the render',
    'Wait for an event',
    'Look at the render',
  ]);
  expect(path.slice(-2)).toEqual(['Is it completed?', 'Download the film']);
});

it('it stops with the state of a render that was canceled, of which no event tells', async () => {
  const run = runWorkflow(WORKFLOW, {
    ...access(),
    minuteMs: 20,
    // Long enough that the cancel comes before its end.
    settings: { ...access().settings, notes: 'It goes on and on. '.repeat(200) },
    onOutput: async (node, { id }) => {
      if (node === 'Create the render') await client.ok('DELETE', `/renders/${id}`);
    },
  });
  await expect(run).rejects.toThrow(/^The render rn_\w+ is canceled: /);
});

it('it ends at once where the key is wrong', async () => {
  const run = runWorkflow(WORKFLOW, { ...access(), credential: { 'x-api-key': 'svc_live_wrong' } });
  await expect(run).rejects.toThrow(/Create the render: 401/);
});
