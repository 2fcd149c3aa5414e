import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--autoplay-policy=no-user-gesture-required'],
  '--remote-debugging-port=0',
];

/** A headless Chromium that is driven through its DevTools protocol. */
export class Browser implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #lastId = 0;

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the browser has gone'));
    });
  }

  static async start(program: string): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), 'browser-'));
    const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`], { stdio: ['ignore', 'ignore', 'pipe'] });
    const socket = new WebSocket(await debuggingAddress(child));
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error('the browser takes no connection')), { once: true });
    });
    return new Browser(child, profile, socket);
  }

  /** Opens a page, and gives a function that evaluates an expression in it and waits for its promise. */
  async openPage(url: string): Promise<(expression: string) => Promise<unknown>> {
    const { targetId } = fields(await this.#call('Target.createTarget', { url }));
    const { sessionId } = fields(await this.#call('Target.attachToTarget', { targetId, flatten: true }));
    const evaluate = async (expression: string): Promise<unknown> => {
      const parameters = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = fields(await this.#call('Runtime.evaluate', parameters, sessionId));
      if (exceptionDetails) throw new Error(JSON.stringify(fields(exceptionDetails).exception).slice(0, 500));
      return fields(result).value;
    };
    // A new tab shows an empty page first, and what runs there is lost.
    const isThere = `location.href.startsWith(${JSON.stringify(url)}) && document.readyState === 'complete'`;
    while (!(await evaluate(isThere).catch(() => false))) await setTimeout(20);
    return evaluate;
  }

  #call(method: string, params: object, sessionId?: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #receive(message: string): void {
    const { id, result, error } = fields(JSON.parse(message));
    const call = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (typeof id === 'number') this.#waiting.delete(id);
    if (error) call?.reject(new Error(JSON.stringify(error)));
    else call?.resolve(result);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    await gone;
    // The processes that it started write to its profile until they have noticed.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 50 });
  }
}

export const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

async function debuggingAddress(child: ChildProcess): Promise<string> {
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`the browser cannot be started: ${error.message}`)));
    child.once('exit', (code) => reject(new Error(`the browser ended with ${code}`)));
  });
  failed.catch(() => undefined);
  const { stderr } = child;
  if (!stderr) throw new Error('the browser has no output');
  const announced = new Promise<string>((resolve) => {
    createInterface(stderr).on('line', (line) => {
      const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  return Promise.race([announced, failed]);
}
