import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { LocalFunction } from '#stack/events/types.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '#stack/workers/pool.ts';
import { silentLog, until } from '#test/support/events/recorder.ts';
import { HANGING_HANDLER, isRunning, readPids, writeFunction } from '#test/support/events/written-functions.ts';
import { WORKER_ENVIRONMENT } from '#test/support/processes/inherited-environment.ts';

let directory: string;
let pool: WorkerPool | undefined;
let pidFiles: string[] = [];

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'workers-'));
});

afterEach(async () => {
  await pool?.stop();
  pool = undefined;
  // Nothing is left here unless a test failed.
  for (const pid of pidFiles.flatMap(readPids).filter(isRunning)) process.kill(pid, 'SIGKILL');
  pidFiles = [];
});

afterAll(() => rmSync(directory, { recursive: true }));

function start(functions: LocalFunction[], options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const baseEnvironment = WORKER_ENVIRONMENT;
  pool = createWorkerPool({ functions, cores: 2, baseEnvironment, log: silentLog, stopGraceMs: 200, ...options });
  return pool;
}

const handler = (name: string, body: string, settings: Partial<LocalFunction> = {}) =>
  writeFunction(directory, name, `export const handler = async (event, context) => { ${body} };`, settings);

/** A function that hangs together with a child process; `pids` are known when both run. */
function hanging(name: string, settings: Partial<LocalFunction> = {}) {
  const file = join(directory, `${name}.pids`);
  pidFiles.push(file);
  return {
    fn: writeFunction(directory, name, HANGING_HANDLER, settings),
    event: { pids: file },
    pids: () => readPids(file),
  };
}

/** The priority of background work: three steps below this process; 19 is the lowest. */
const LOWER_PRIORITY = Math.min(19, getPriority() + 3);

describe('a worker process', () => {
  it('gives the handler the event, and the context and environment of Lambda', async () => {
    const fn = handler(
      'show',
      `const before = Date.now();
       const left = context.getRemainingTimeInMillis();
       return { event, ends: [before + left, Date.now() + left], context, env: { ...process.env }, cwd: process.cwd() };`,
      { environment: { TABLE_NAME: 'jobs', SHARED: 'function' }, timeoutSeconds: 9 },
    );
    const { invoke } = start([fn], { baseEnvironment: { SHARED: 'base', AWS_REGION: 'eu-west-1' } });

    const asked = Date.now();
    const shown = await invoke('show', { hello: ['world'] });
    const answered = Date.now();

    expect(shown).toMatchObject({
      event: { hello: ['world'] },
      cwd: directory,
      context: {
        functionName: 'show',
        functionVersion: '$LATEST',
        memoryLimitInMB: '256',
        invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:show',
        logGroupName: '/aws/lambda/show',
        awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
      env: {
        TABLE_NAME: 'jobs',
        SHARED: 'function',
        AWS_REGION: 'eu-west-1',
        AWS_LAMBDA_FUNCTION_NAME: 'show',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      },
    });
    const { ends, env } = shown as { ends: [earliest: number, latest: number]; env: Record<string, string> };
    // Its time ends 9 s after it started, and that was between the question and the answer.
    expect(ends[0]).toBeLessThanOrEqual(answered + 9000);
    expect(ends[1]).toBeGreaterThanOrEqual(asked + 9000);
    // Nothing of the environment of this process is inherited.
    expect(env.HOME).toBeUndefined();
  });

  it('and its children have the processor after this process', async () => {
    const body = `
      const { execFileSync } = await import('node:child_process');
      const { getPriority } = await import('node:os');
      return [getPriority(), Number(execFileSync(process.execPath, ['-p', 'os.getPriority()']))];`;
    const { invoke } = start([handler('later', body)]);
    expect(await invoke('later', {})).toEqual([LOWER_PRIORITY, LOWER_PRIORITY]);
  });

  it('has the usual priority if requests wait for it', async () => {
    const body = `return (await import('node:os')).getPriority();`;
    const called = { calledAtOnce: 1 };
    const long = handler('video', body, { ...called, timeoutSeconds: 780 });
    const { invoke } = start([handler('picture', body, called), long]);
    expect(await invoke('picture', {})).toBe(getPriority());
    expect(await invoke('video', {})).toBe(LOWER_PRIORITY);
  });

  it.skipIf(!existsSync('/proc/self/autogroup'))(
    'has a session with a lower priority, also next to others',
    async () => {
      // Each of two functions has a process, and its synthesizer has a separate session. All wait for their priority, for as long as a function may run.
      const body = `
      const { readFileSync } = await import('node:fs');
      const { runSynthesizer } = await import(event.synthesizer);
      const own = () => readFileSync('/proc/self/autogroup', 'utf8');
      while (!own().endsWith(' nice 3\\n')) await new Promise((resolve) => setTimeout(resolve, 10));
      const script = 'until grep " nice 3$" /proc/self/autogroup; do sleep 0.01; done';
      const run = { command: ['sh', '-c', script], environment: { PATH: process.env.PATH }, input: '' };
      return [own(), String(await runSynthesizer(run, { timeoutMs: 19_000, bytes: 1000 }))];`;
      const { invoke } = start([handler('session', body), handler('other', body)]);
      const event = {
        synthesizer: new URL('../../../lib/engine/speech/engines/run-synthesizer.ts', import.meta.url).href,
      };
      const sessions = (await Promise.all([invoke('session', event), invoke('other', event)])).flat();
      expect(sessions).toHaveLength(4);
      expect(new Set(sessions).size).toBe(4);
    },
  );

  it('has a folder for temporary files that goes with it, also when it is killed', async () => {
    const temporaryDir = mkdtempSync(join(directory, 'temporary-'));
    const body = `
      const { writeFileSync } = await import('node:fs');
      const { tmpdir } = await import('node:os');
      writeFileSync(tmpdir() + '/left', 'x');
      if (event.dies) process.kill(process.pid, 'SIGKILL');
      return tmpdir();`;
    const { invoke, pids } = start([handler('scratch', body)], { temporaryDir });

    expect(dirname(String(await invoke('scratch', { dies: false })))).toBe(temporaryDir);
    expect(readdirSync(temporaryDir)).toHaveLength(1);
    await expect(invoke('scratch', { dies: true })).rejects.toThrow('SIGKILL');
    await until('the process is gone', () => pids().scratch === undefined);

    expect(readdirSync(temporaryDir)).toEqual([]);
  });

  it('is kept warm for the next event', async () => {
    const { invoke } = start([handler('pid', 'return process.pid;')]);

    expect(await invoke('pid', {})).toBe(await invoke('pid', {}));
  });

  it('runs one event at a time: a second one at once gets its own process', async () => {
    const fn = writeFunction(
      directory,
      'meet',
      `import { existsSync, writeFileSync } from 'node:fs';
       export const handler = async ({ mine, other }) => {
         writeFileSync(mine, '');
         while (!existsSync(other)) await new Promise((resolve) => setTimeout(resolve, 5));
         return process.pid;
       };`,
    );
    const [a, b] = [join(directory, 'a'), join(directory, 'b')];
    const { invoke } = start([fn]);

    const pids = await Promise.all([invoke('meet', { mine: a, other: b }), invoke('meet', { mine: b, other: a })]);

    expect(new Set(pids).size).toBe(2);
  });

  it('survives what its handler throws, which the caller gets', async () => {
    const { invoke } = start([handler('throw', `if (event.fail) throw new TypeError('no luck'); return process.pid;`)]);
    const before = await invoke('throw', {});

    await expect(invoke('throw', { fail: true })).rejects.toThrow('TypeError: no luck');

    expect(await invoke('throw', {})).toBe(before);
  });

  it.each([
    ['ends its process', 'process.exit(3);', 'exit code 3', 'Runtime.ExitError'],
    ['is killed', `process.kill(process.pid, 'SIGKILL');`, 'SIGKILL', 'Runtime.ExitError'],
    ['throws outside the handler', `setImmediate(() => { throw new Error('stray'); });`, 'Error: stray', 'Error'],
    ['leaves a rejection unhandled', `Promise.reject(new Error('forgotten'));`, 'Error: forgotten', 'Error'],
  ])(
    'that %s fails its own invocation, with the reason logged, and is replaced',
    async (_what, act, why, errorType) => {
      const lines: string[] = [];
      const log: StackLog = { ...silentLog, error: (line) => lines.push(line) };
      const hang = 'await new Promise((resolve) => setTimeout(resolve, 60_000));';
      const fn = handler('crash', `if (event.crash) { ${act} ${hang} } return process.pid;`);
      const { invoke } = start([fn], { log });
      const before = await invoke('crash', {});

      await expect(invoke('crash', { crash: true })).rejects.toMatchObject({
        message: expect.stringContaining(why),
        errorType,
      });

      expect(lines.join('\n')).toContain(why);
      expect(await invoke('crash', {})).not.toBe(before);
    },
  );

  it('whose module does not load fails the invocation with the reason', async () => {
    const broken = writeFunction(directory, 'broken', `throw new Error('no config');`);
    const empty = writeFunction(directory, 'empty', 'export const main = 1;');
    const { invoke, prewarm } = start([broken, empty]);

    await expect(invoke('broken', {})).rejects.toThrow('no config');
    await expect(invoke('empty', {})).rejects.toThrow('exports no function named handler');
    await expect(prewarm(['broken'])).rejects.toThrow('no config');
  });

  it('is killed with its children when its time is up', async () => {
    const { fn, event, pids } = hanging('slow', { timeoutSeconds: 2 });
    const { invoke } = start([fn]);

    await expect(invoke('slow', event)).rejects.toMatchObject({
      message: 'Task timed out after 2.00 seconds',
      errorType: 'Sandbox.Timedout',
    });

    expect(pids()).toHaveLength(2);
    await until('both are gone', () => !pids().some(isRunning));
  });

  it('takes its children along when it is killed', async () => {
    const { fn, event, pids } = hanging('shot');
    const { invoke } = start([fn]);
    const invocation = invoke('shot', event);
    const failed = expect(invocation).rejects.toThrow('SIGKILL');
    await until('both run', () => pids().length === 2);

    process.kill(pids()[0] ?? 0, 'SIGKILL');

    await failed;
    await until('both are gone', () => !pids().some(isRunning));
  });

  it('writes its output to the log line by line, with the name of the function', async () => {
    const lines: string[] = [];
    const log: StackLog = {
      ...silentLog,
      info: (line) => lines.push(line),
      warn: (line) => lines.push(`warning ${line}`),
    };
    const { invoke } = start([handler('talk', `console.log('one\\ntwo'); console.error('three');`)], { log });

    await invoke('talk', {});
    await until('all lines came', () => lines.length === 3);

    expect(lines.sort()).toEqual(['[talk] one', '[talk] two', 'warning [talk] three']);
  });

  it('ends when it was not used for a while', async () => {
    const { invoke, pids } = start([handler('rare', 'return process.pid;')], { idleMs: 50 });

    const pid = await invoke('rare', {});
    await until('it is gone', () => Object.keys(pids()).length === 0);

    expect(isRunning(pid as number)).toBe(false);
  });
});

describe('functions of one host', () => {
  const show = `return [process.pid, process.env.OWN, process.env.AWS_LAMBDA_FUNCTION_NAME, process.env.TMPDIR];`;
  const hosted = (name: string, body: string, settings: Partial<LocalFunction> = {}) =>
    handler(name, body, { host: 'clock', environment: { OWN: `of ${name}` }, ...settings });

  it('run in one process, each with its environment, and the folder of the process', async () => {
    const temporaryDir = mkdtempSync(join(directory, 'temporary-'));
    const functions = [hosted('hour', show), hosted('day', show, { environment: {} })];
    const { invoke, pids } = start(functions, { temporaryDir });

    const [hour, day, again] = [await invoke('hour', {}), await invoke('day', {}), await invoke('hour', {})];

    const [pid, , , folder] = hour as [number, string, string, string];
    expect(folder.startsWith(temporaryDir)).toBe(true);
    expect(day).toEqual([pid, null, 'day', folder]);
    expect(again).toEqual([pid, 'of hour', 'hour', folder]);
    expect(pids()).toEqual({ clock: [pid] });
  });

  it('take turns in it, also when all start at once', async () => {
    const names = ['one', 'two', 'three', 'four'];
    const { invoke } = start(names.map((name) => hosted(name, show)));

    const shown = (await Promise.all(names.map((name) => invoke(name, {})))) as [number, string][];

    expect(shown.map(([, own]) => own)).toEqual(names.map((name) => `of ${name}`));
    expect(new Set(shown.map(([pid]) => pid)).size).toBe(1);
  });

  it('leave no process between the times at which they run, unlike a function by itself', async () => {
    const functions = [hosted('minute', show), handler('often', 'return process.pid;')];
    const { invoke, pids } = start(functions, { hostIdleMs: 50 });

    const pid = await invoke('often', {});
    await invoke('minute', {});
    await until('the process of the host is gone', () => pids().clock === undefined);

    expect(pids()).toEqual({ often: [pid] });
  });

  it('get a second process when one of them keeps the first for long', async () => {
    const stuck = hanging('stuck', { host: 'clock', timeoutSeconds: 60 });
    const { invoke } = start([stuck.fn, hosted('quick', show)], { patienceMs: 50 });
    const hangs = invoke('stuck', stuck.event).catch(() => undefined);
    await until('it hangs', () => stuck.pids().length > 0);
    // Timers count whole milliseconds, so one may end before the clock shows its time.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());

    const [pid] = (await invoke('quick', {}).finally(() => clock.mockRestore())) as [number];

    expect(stuck.pids()).not.toContain(pid);
    await pool?.stop();
    await hangs;
  });

  it('fail alone when the module of one cannot be loaded', async () => {
    const broken = writeFunction(directory, 'broken', 'export const other = 1;', { host: 'clock' });
    const { invoke } = start([hosted('fine', show), broken]);
    const [pid] = (await invoke('fine', {})) as [number];

    await expect(invoke('broken', {})).rejects.toThrow('exports no function named handler');

    expect(await invoke('fine', {})).toEqual([pid, 'of fine', 'fine', null]);
  });
});

describe('the worker pool', () => {
  it('runs no more functions that keep a core busy than there are cores, over all of them', async () => {
    // Two that wait for each other: one for each core runs at once, however slowly their processes start.
    const body = `const { existsSync, writeFileSync } = await import('node:fs');
      const from = Date.now();
      if (event.mine) writeFileSync(event.mine, '');
      do await new Promise((resolve) => setTimeout(resolve, 20)); while (event.other && !existsSync(event.other));
      return { from, to: Date.now() };`;
    const [mine, other] = [join(directory, 'core-1'), join(directory, 'core-2')];
    const functions = ['encode', 'assemble'].map((name) => handler(name, body, { cpuBound: true }));
    const { invoke } = start(functions, { cores: 2 });

    const runs = await Promise.all([
      invoke('encode', { mine, other }),
      invoke('assemble', { mine: other, other: mine }),
      ...Array.from({ length: 10 }, (_, at) => invoke(at % 2 === 0 ? 'encode' : 'assemble', {})),
    ]);

    const times = runs as { from: number; to: number }[];
    const atOnce = times.map(({ from }) => times.filter((other) => other.from <= from && from < other.to).length);
    expect(Math.max(...atOnce)).toBe(2);
  });

  it('says when a core is free, and lets functions that need none pass', async () => {
    const busy = hanging('busy', { cpuBound: true });
    const { invoke, whenReady } = start([busy.fn, handler('light', 'return 1;')], { cores: 1 });
    const { signal } = new AbortController();
    await whenReady('busy', signal);
    const failed = expect(invoke('busy', busy.event)).rejects.toThrow('SIGKILL');
    await until('it runs', () => busy.pids().length === 2);

    let free = false;
    const ready = whenReady('busy', signal).then(() => {
      free = true;
    });
    await whenReady('light', signal);
    expect(await invoke('light', {})).toBe(1);
    expect(free).toBe(false);
    process.kill(busy.pids()[0] ?? 0, 'SIGKILL');

    await ready;
    await failed;
  });

  describe('whose cores are all busy', () => {
    it('serves groups in turn, whichever has more events waiting', async () => {
      const body = `const { existsSync } = await import('node:fs');
        while (!existsSync(event.release)) await new Promise((resolve) => setTimeout(resolve, 5));`;
      const { invoke } = start([handler('turns', body, { cpuBound: true })], { cores: 2 });
      const order: { group: string; release: string }[] = [];
      const events = ['much', 'few'].flatMap((group) =>
        Array.from({ length: group === 'much' ? 12 : 2 }, (_, at) => {
          const release = join(directory, `${group}-${at}`);
          return invoke('turns', { release }, { group, started: () => void order.push({ group, release }) });
        }),
      );
      // Each ends when both cores are busy and it was started first: no process overtakes a slower one.
      for (let ended = 0; ended < events.length; ended++) {
        await until('both cores are busy', () => order.length >= Math.min(events.length, ended + 2));
        writeFileSync(order[ended]?.release ?? '', '');
      }
      await Promise.all(events);
      // The two of one group start while at least half of the other's wait.
      expect(order.findLastIndex(({ group }) => group === 'few')).toBeLessThan(events.length - 6);
    });

    it('starts an event of a group that has none running at once, as the only one beyond the cores', async () => {
      const busy = hanging('held', { cpuBound: true });
      const quick = handler('quick', `return 'done';`, { cpuBound: true });
      const { invoke } = start([busy.fn, quick], { cores: 1, extraEvents: 1 });
      const failed = expect(invoke('held', busy.event, { group: 'much' })).rejects.toThrow();
      await until('it runs', () => busy.pids().length === 2);

      let second: unknown;
      const behind = invoke('quick', {}, { group: 'much' }).then((answer) => {
        second = answer;
      });
      expect(await invoke('quick', {}, { group: 'few' })).toBe('done');
      expect(await invoke('quick', {}, { group: 'other' })).toBe('done');
      expect(second).toBeUndefined();

      process.kill(busy.pids()[0] ?? 0, 'SIGKILL');
      await Promise.all([failed, behind]);
      expect(second).toBe('done');
    });

    it('starts all events of a group beyond the cores if they fit those, else only the first', async () => {
      const busy = hanging('hangs', { cpuBound: true });
      const quick = handler('ends', `return 'done';`, { cpuBound: true });
      const { invoke } = start([busy.fn, quick], { cores: 2, extraEvents: 4 });
      const begun: string[] = [];
      const runs: Promise<unknown>[] = [];
      const hang = (group: string) => {
        // Each has its own file: all of them are stopped when this fails.
        const pids = join(directory, `hangs-${runs.length}.pids`);
        pidFiles.push(pids);
        runs.push(invoke('hangs', { pids }, { group, started: () => void begun.push(group) }));
      };
      for (let event = 0; event < 4; event++) hang('much');
      await until('the cores are busy', () => begun.length === 2);

      // One under way and one that waits fit the two cores.
      hang('few');
      await until('it is begun beyond the cores', () => begun.length === 3);
      expect(await invoke('ends', {}, { group: 'few' })).toBe('done');

      for (let event = 0; event < 3; event++) hang('many');
      await until('its first is begun', () => begun.length === 4);
      expect(await invoke('ends', {}, { group: 'few' })).toBe('done');
      expect(begun).toEqual(['much', 'much', 'few', 'many']);

      const ended = Promise.allSettled(runs);
      await pool?.stop();
      await ended;
    });

    it('has room for a number of events to wait, and no more', async () => {
      const busy = hanging('full', { cpuBound: true });
      const { invoke, whenReady } = start([busy.fn], { cores: 1, waiting: 2 });
      const { signal } = new AbortController();
      const runs = [invoke('full', busy.event)];
      await until('it runs', () => busy.pids().length === 2);
      for (let waiting = 0; waiting < 2; waiting++) {
        await whenReady('full', signal);
        runs.push(invoke('full', busy.event));
      }
      let hasRoom = false;
      const ready = whenReady('full', signal).then(() => {
        hasRoom = true;
      });
      await whenReady('full', AbortSignal.abort());
      expect(hasRoom).toBe(false);
      process.kill(busy.pids()[0] ?? 0, 'SIGKILL');
      await ready;
      const ended = Promise.allSettled(runs);
      await pool?.stop();
      await ended;
    });
  });

  it('has processes ready that were asked for', async () => {
    const { invoke, prewarm, pids } = start([handler('warm', 'return process.pid;')]);

    await prewarm(['warm']);
    const warm = pids().warm;

    expect(warm).toEqual([await invoke('warm', {})]);
  });

  it('lets a running event end when it stops, and then leaves no process', async () => {
    const fn = handler('finish', `await new Promise((resolve) => setTimeout(resolve, 300)); return 'done';`);
    const { invoke, stop, prewarm, pids } = start([fn], { stopGraceMs: 10_000 });
    await prewarm(['finish']);
    const all = Object.values(pids()).flat();
    const started = Promise.withResolvers<void>();
    const running = invoke('finish', {}, { started: started.resolve });
    await started.promise;

    const [answer] = await Promise.all([running, stop()]);

    expect(answer).toBe('done');
    expect(all.filter(isRunning)).toEqual([]);
    await expect(invoke('finish', {})).rejects.toThrow('stopped');
  });

  it('kills what does not end within the grace, children included', async () => {
    const { fn, event, pids } = hanging('stuck');
    const { invoke, stop } = start([fn], { stopGraceMs: 50 });
    const failed = expect(invoke('stuck', event)).rejects.toThrow('stopped');
    await until('both run', () => pids().length === 2);

    await stop();

    await failed;
    await until('both are gone', () => !pids().some(isRunning));
  });

  it('leaves no worker and no child of one behind when it is killed itself', async () => {
    const { fn, event, pids } = hanging('orphan');
    const script = fileURLToPath(new URL('../../support/events/supervisor-process.ts', import.meta.url));
    const supervisor = spawn(process.execPath, [script, fn.bundle, event.pids], { stdio: 'ignore' });
    await until('worker and child run', () => pids().length === 2);
    expect(pids().filter(isRunning)).toHaveLength(2);

    supervisor.kill('SIGKILL');

    await until('both are gone', () => !pids().some(isRunning));
  });
});
