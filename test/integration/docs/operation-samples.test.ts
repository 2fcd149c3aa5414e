import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RecordedRequest, recordingServices } from '#test/support/clients/recording-service.ts';
import { expectCallOf, operationsIn, SAMPLE_KEY, sampleOf, writeSampleFiles } from '#test/support/docs/sample-runs.ts';

const CLIENT = join(import.meta.dirname, '../../../lib/front/client/index.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the samples of a language. @returns what each sent. @param programOf writes a program that runs all of them, and answers it */
async function sentBy(
  language: 'curl' | 'typescript',
  programOf: (samples: readonly string[]) => Promise<readonly [string, string]>,
): Promise<readonly (readonly RecordedRequest[])[]> {
  const operations = operationsIn(language);
  await writeSampleFiles(folder, operations);
  const services = await recordingServices(operations.length);
  const samples = operations.map((operation, at) => sampleOf(operation, language, services.baseUrl(at)));
  const [program, script] = await programOf(samples);
  const env = { ...process.env, VIDEO_API_KEY: SAMPLE_KEY, no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1' };
  await promisify(execFile)(program, [script], { cwd: folder, env });
  await services.close();
  return services.requests;
}

describe('the samples of the reference send the call that the description has as its example', () => {
  it('in curl', async () => {
    const sent = await sentBy('curl', async (samples) => {
      const lines = samples.map((code) => code.replace(/^curl /, 'curl -sS -f '));
      await writeFile(join(folder, 'samples.sh'), ['set -e', ...lines].join('\n'));
      return ['bash', 'samples.sh'];
    });
    for (const [at, operation] of operationsIn('curl').entries()) expectCallOf(operation, sent[at] ?? [], 'body');
  });

  it('in TypeScript', async () => {
    const sent = await sentBy('typescript', async (samples) => {
      for (const [at, code] of samples.entries())
        await writeFile(
          join(folder, `sample-${at}.ts`),
          code.replace("'video-timeline-client'", JSON.stringify(CLIENT)),
        );
      const all = samples.map((_, at) => `await import('./sample-${at}.ts');`);
      await writeFile(join(folder, 'all.mjs'), all.join('\n'));
      return [process.execPath, 'all.mjs'];
    });
    for (const [at, operation] of operationsIn('typescript').entries())
      expectCallOf(operation, sent[at] ?? [], 'upload');
  });

  it('is one of three', () => {
    expect(operationsIn('python').map(({ id }) => id)).toEqual(operationsIn('typescript').map(({ id }) => id));
  });
});
