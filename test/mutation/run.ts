/**
 * `npm run mutants`: changes the code of leases, fair queues, webhooks and idempotency in one place at a time, and lists the changes that
 * no unit test notices (StrykerJS). Its packages are not dependencies of the project: they are installed when they are missing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { TEXT_OPTION } from '#test/support/command-options.ts';

const PROJECT = join(import.meta.dirname, '../..');
const VERSION = '10.1.1';
const PACKAGES = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}`);

const { mutate } = parseOptionsOrExit(
  `npm run mutants [-- --mutate <pattern>]: lists changes of the code that no unit test notices

  --mutate <pattern>   only of these files`,
  { mutate: TEXT_OPTION },
);
const run = (command: string, ...words: string[]) => execFileSync(command, words, { cwd: PROJECT, stdio: 'inherit' });
if (PACKAGES.some((name) => !existsSync(join(PROJECT, 'node_modules', name))))
  run('npm', 'install', '--no-save', '--ignore-scripts', '--no-audit', ...PACKAGES.map((name) => `${name}@${VERSION}`));
run(
  process.execPath,
  join(PROJECT, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
  'run',
  join(import.meta.dirname, 'stryker.config.json'),
  ...(mutate === undefined ? [] : ['--mutate', mutate]),
);
