import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { SPEECH_ENGINE_IDS } from '#engine/speech/engine-facts.ts';
import { MAX_CONCURRENT_POLLY_CALLS } from '#engine/speech/engines/polly.ts';
import { INHERITED_ENVIRONMENT } from '#test/support/processes/inherited-environment.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const CLI = fileURLToPath(import.meta.resolve('serverless/bin/serverless.js'));

const text = readFileSync(join(PROJECT, 'serverless.yml'), 'utf8');
const serviceSchema = z.object({
  custom: z.object({ narrators: z.record(z.string(), z.object({ at_once: z.number(), share: z.number() })) }),
});

/** Amazon Polly's quota of neural voices: calls at once of a fresh account. */
const CALLS_AT_ONCE = 18;

const FEW = { at_once: 4, share: 2 };
const MANY = { at_once: 50, share: 12 };
/** Fewer: requests keep 300 of the concurrency of a new account. */
const NATURAL = { at_once: 30, share: 8 };
const NARRATORS: Readonly<Record<string, typeof FEW>> = { natural: NATURAL, polly: FEW };

/** How many workers narrate at once where serverless.yml is deployed like this. */
async function narratorsOf(stage: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, 'print', '--stage', stage, '--path', 'functions.narrateSlide.events.0.sqs.maximumConcurrency'],
    {
      cwd: PROJECT,
      env: {
        ...INHERITED_ENVIRONMENT,
        HOME: tmpdir(),
        SLS_TELEMETRY_DISABLED: '1',
        SLS_NOTIFICATIONS_MODE: 'off',
      },
    },
  );
  return parse(stdout);
}

describe('slides that are narrated at once', () => {
  // One run of the CLI takes seconds: this is the choice that falls through.
  it('are many where the natural voice narrates by default', async () => {
    expect(await narratorsOf('production')).toBe(NATURAL.at_once);
  });

  it('make no more calls than Amazon Polly takes where it was chosen, and fill the room that exists elsewhere', () => {
    const { narrators } = serviceSchema.parse(parse(text, { logLevel: 'silent' })).custom;
    expect(narrators).toEqual({
      ...Object.fromEntries(SPEECH_ENGINE_IDS.map((engine) => [`of-${engine}`, NARRATORS[engine] ?? MANY])),
      'by-default': NATURAL,
    });
    expect(4 * MAX_CONCURRENT_POLLY_CALLS).toBeLessThanOrEqual(CALLS_AT_ONCE);
  });
});
