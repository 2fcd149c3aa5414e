import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestProject } from 'vitest/node';

/** The origin of pages that may use the session cookie, beside the service's own. */
export const PAGES = 'https://pages.example';

/** A running service that all files of a test run use, each with accounts of its own. */
export interface SharedStack {
  /** `http://localhost:<port>/v1` */
  baseUrl: string;
  /** Address of the emulators. */
  endpoint: string;
  /** What the functions get. */
  environment: Readonly<Record<string, string>>;
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

/** Starts the service once for a test run. @throws Error, which ends the run, when it does not start. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const child = fork(new URL('./shared-stack-process.ts', import.meta.url), { execArgv: [] });
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
  };
}
