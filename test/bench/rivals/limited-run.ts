import { spawn } from 'node:child_process';
import { groupLeaderOptions, killProcessGroup } from '#kernel/shared/process-group.ts';

/** Characters of its output that a failure tells. */
const TOLD = 300;
/** The line that most often says why something does not install, among hundreds of others. */
const REASON = /.*\b(?:not found|No such file|No module named|E404|unsupported).*/i;

interface Limits {
  folder: string;
  /** Seconds after which it is killed, with all that it started. */
  seconds: number;
  environment?: Readonly<Record<string, string>> | undefined;
}

/**
 * Runs a program to its end and gives what it wrote to standard output.
 * @throws Error when it cannot be started, fails or takes too long; with the end of what it wrote
 */
export function runLimited(
  program: string,
  options: readonly string[],
  { folder, seconds, environment = {} }: Limits,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // Its own group, so that its children can be killed with it.
  const child = spawn(program, options, {
    cwd: folder,
    env: { ...process.env, ...environment },
    ...groupLeaderOptions(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [written, all, isLate] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
    all = `${all}${text}`.slice(-10_000);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    all = `${all}${text}`.slice(-10_000);
  });
  const timer = setTimeout(() => {
    isLate = true;
    killProcessGroup(child.pid);
  }, seconds * 1000);
  child.once('error', (error) => {
    clearTimeout(timer);
    reject(error);
  });
  child.once('close', (code) => {
    clearTimeout(timer);
    const reason = REASON.exec(all)?.[0] ?? all.slice(-TOLD);
    const end = reason.replaceAll(/\s+/g, ' ').trim().slice(0, TOLD);
    if (isLate) reject(new Error(`not done after ${seconds} s`));
    else if (code === 0) resolve(written);
    else reject(new Error(`${program.split('/').at(-1)} ended with ${code ?? 'a signal'}: ${end}`));
  });
  return promise;
}
