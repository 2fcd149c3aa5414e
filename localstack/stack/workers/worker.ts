// One Lambda execution environment: loads the module of a function, whose path is the only argument, and runs one event
// at a time for the pool that forked it. Functions that share a host share the process; the modules of the others are loaded
// at their first event. It leads a process group, which its children belong to.
import { pathToFileURL } from 'node:url';
import { jsonValue } from '#kernel/shared/parse-json.ts';
import { type LambdaContext, lambdaContext } from './lambda-context.ts';
import { type InvokeMessage, serializeError, type WorkerMessage } from './protocol.ts';

type Handler = (event: unknown, context: LambdaContext) => unknown;

let busy = false;
let stopping = false;

function send(message: WorkerMessage, sent?: () => void): void {
  // A channel that is gone ends the process through `disconnect`.
  if (process.connected) process.send?.(message, undefined, undefined, () => sent?.());
  else sent?.();
}

/** Ends this process and whatever it started. */
function endGroup(): never {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // It does not lead a group: started by hand.
  }
  process.exit(1);
}

function crash(thrown: unknown): void {
  send({ type: 'crash', error: serializeError(thrown) }, () => process.exit(1));
}

async function loadHandler(path: string): Promise<Handler> {
  const module: { handler?: unknown } = await import(pathToFileURL(path).href);
  if (typeof module.handler !== 'function') throw new Error(`${path} exports no function named handler`);
  return module.handler as Handler;
}

/** By the path of its bundle. */
const handlers = new Map<string, Handler>();

/** The handler of a bundle, loaded in the environment of its first event. */
async function handlerOf(path: string): Promise<Handler> {
  const handler = handlers.get(path) ?? (await loadHandler(path));
  handlers.set(path, handler);
  return handler;
}

/** Makes the environment that of a function. What this process was given for itself alone, its temporary folder, stays. */
function enter(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env))
    if (name !== 'TMPDIR' && !Object.hasOwn(environment, name)) delete process.env[name];
  for (const [name, value] of Object.entries(environment)) if (name !== 'TMPDIR') process.env[name] = value;
}

async function answerTo(message: InvokeMessage): Promise<WorkerMessage> {
  try {
    if (message.environment !== undefined) enter(message.environment);
    const handler = await handlerOf(message.bundle);
    const answer = await handler(jsonValue(message.event), lambdaContext(message, process.env));
    return { type: 'answer', answer: JSON.stringify(answer ?? null) };
  } catch (error) {
    return { type: 'error', error: serializeError(error) };
  }
}

async function run(message: InvokeMessage): Promise<void> {
  busy = true;
  const result = await answerTo(message);
  send(result, () => {
    busy = false;
    if (stopping) process.exit(0);
  });
}

// Nothing may outlive the pool. The pool cannot clean up after a SIGKILL, so the worker does.
process.on('disconnect', endGroup);
if (!process.connected) endGroup();

// Covers unhandled rejections too. As in Lambda, the environment is not used again.
process.on('uncaughtException', crash);
process.on('SIGTERM', () => {
  stopping = true;
  if (!busy) process.exit(0);
});

try {
  await handlerOf(process.argv[2] ?? '');
  process.on('message', (message: InvokeMessage) => void run(message));
  send({ type: 'ready' });
} catch (error) {
  crash(error);
}
