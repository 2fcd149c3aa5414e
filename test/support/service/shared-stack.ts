import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { parse } from 'yaml';
import { PROJECT } from '../permissions/call-graph.ts';
import { callsWithoutRight } from '../permissions/recorded-calls.ts';
import type { Mode } from './mode.ts';

/** The origin of pages that may use the session cookie, next to the service's own. */
export const PAGES = 'https://pages.example';

/** A running service that all files of a test run use, each with its own accounts. */
export interface SharedStack {
  mode: Mode;
  /** `http://localhost:<port>/v1` */
  baseUrl: string;
  /** Address of the emulators, or of the endpoint. */
  endpoint: string;
  /** Logical id of serverless.yml → physical name. */
  names: Readonly<Record<string, string>>;
  /** What the functions get. */
  environment: Readonly<Record<string, string>>;
  /** What the commands of operators get, to find the service. */
  operator: Readonly<Record<string, string>>;
  /** Process ids by name: `dynamodb`, `sqs`, `api`. */
  children: Record<string, number>;
  dataDir: string;
  /** The folder of `dataDir`, with room for files of the tests; removed at the end. */
  directory: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    sharedStack: SharedStack;
  }
}

/** @throws Error for calls to AWS that were made in the run, and that the roles of their functions do not allow. */
function compareWithRoles(record: string, names: SharedStack['names']): void {
  if (!existsSync(record)) throw new Error('No call to AWS was recorded in this run.');
  const lines = readFileSync(record, 'utf8').split('\n').filter(Boolean);
  const refused = callsWithoutRight(
    lines,
    parse(readFileSync(join(PROJECT, 'functions/permissions.yml'), 'utf8')),
    names,
  );
  if (refused.length > 0) throw new Error(`The roles do not allow what was done in this run:\n${refused.join('\n')}`);
}

/**
 * Starts the service once for a test run. At the end the calls to AWS that its functions made are compared with their roles.
 * @throws Error, which ends the run, when it does not start.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'aws-calls-'));
  const record = join(folder, 'calls.jsonl');
  const env = { ...process.env, AWS_CALL_RECORD: record };
  const child = fork(new URL('./shared-stack-process.ts', import.meta.url), { execArgv: [], env });
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const shared = await Promise.race([
    once(child, 'message').then(([message]) => message as SharedStack),
    exited.then(([code, signal]) => {
      throw new Error(`The shared stack did not start: its process ended with ${signal ?? code}.`);
    }),
  ]);
  project.provide('sharedStack', shared);
  return async () => {
    if (child.exitCode === null && child.signalCode === null) child.disconnect();
    const [code, signal] = await exited;
    if (code !== 0) throw new Error(`The shared stack ended with ${signal ?? code}.`);
    // A deployed function was refused what its role does not allow.
    if (shared.mode !== 'deployed') compareWithRoles(record, shared.names);
    rmSync(folder, { recursive: true });
  };
}
