import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const PROJECT = join(import.meta.dirname, '../../..');
const workflow = parse(readFileSync(join(PROJECT, '.github/workflows/ci.yml'), 'utf8')) as {
  jobs: { part: { strategy: { matrix: { part: string[] } } } };
};

it('.ci/run refuses an unknown part before it does anything, and the workflow runs each part that it has', () => {
  const { status, stdout, stderr } = spawnSync(join(PROJECT, '.ci/run'), ['lint', 'units'], { encoding: 'utf8' });
  const parts = workflow.jobs.part.strategy.matrix.part;
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: `.ci/run has no part 'units'. Its parts: ${parts.join(' ')}\n`,
  });
});
