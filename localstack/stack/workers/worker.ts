// One Lambda execution environment: it loads the module of a function, whose path is the only argument, and runs one event
// at a time for the pool that forked it. Functions that share a host share the process; the modules of the others are loaded
// at their first event. It leads a process group, to which its children belong.
import { pathToFileURL } from 'node:url';
import { parseJsonWithoutSchema } from '#kernel/shared/parse-json.ts';
import { killProcessGroup } from '#kernel/shared/process-group.ts';
import { TEMPORARY_FOLDER_VARIABLES } from './environment.ts';
import { createLambdaContext, type LambdaContext } from './lambda-context.ts';
import { type EndWorkerMessage, type InvokeMessage, serializeError, type WorkerMessage } from './protocol.ts';

type Handler = (event: unknown, context: LambdaContext) => unknown;

let isBusy = false;
let isStopping = false;

function sendMessage(message: WorkerMessage, onSent?: () => void): void {
  // When the channel closes, `disconnect` ends the process.
  if (process.connected) process.send?.(message, undefined, undefined, () => onSent?.());
  else onSent?.();
}

/** Ends this process and its children. A process that was started by hand leads no group, and exits. */
function endGroup(): never {
  killProcessGroup(process.pid);
  process.exit(1);
}

function reportCrash(thrown: unknown): void {
  sendMessage({ type: 'crash', error: serializeError(thrown) }, () => process.exit(1));
}

async function loadHandler(path: string): Promise<Handler> {
  const module: { handler?: unknown } = await import(pathToFileURL(path).href);
  if (typeof module.handler !== 'function') throw new Error(`${path} exports no function named handler`);
  return module.handler as Handler;
}

/** Handlers by the paths of their bundles. */
const handlers = new Map<string, Handler>();

/** Gets the handler of a bundle, and loads it at its first event, in the environment of that event. */
async function handlerOf(path: string): Promise<Handler> {
  const handler = handlers.get(path) ?? (await loadHandler(path));
  handlers.set(path, handler);
  return handler;
}

const PRESERVED_VARIABLES: ReadonlySet<string> = new Set(TEMPORARY_FOLDER_VARIABLES);

/** Replaces the environment with that of a function, except for the temporary folder of this process. */
function applyEnvironment(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env))
    if (!PRESERVED_VARIABLES.has(name) && !Object.hasOwn(environment, name)) delete process.env[name];
  for (const [name, value] of Object.entries(environment))
    if (!PRESERVED_VARIABLES.has(name)) process.env[name] = value;
}

async function handleEvent(message: InvokeMessage): Promise<WorkerMessage> {
  try {
    if (message.environment !== undefined) applyEnvironment(message.environment);
    const handler = await handlerOf(message.bundle);
    const answer = await handler(parseJsonWithoutSchema(message.event), createLambdaContext(message, process.env));
    return { type: 'answer', answer: JSON.stringify(answer ?? null) };
  } catch (error) {
    return { type: 'error', error: serializeError(error) };
  }
}

async function runEvent(message: InvokeMessage): Promise<void> {
  isBusy = true;
  const result = await handleEvent(message);
  sendMessage(result, () => {
    isBusy = false;
    if (isStopping) process.exit(0);
  });
}

// No process may continue after the pool. The pool cannot end them if it is killed, so each worker ends itself.
process.on('disconnect', endGroup);
if (!process.connected) endGroup();

// This includes unhandled rejections. As in Lambda, the process is not used again.
process.on('uncaughtException', reportCrash);
function endAfterEvent(): void {
  isStopping = true;
  if (!isBusy) process.exit(0);
}
process.on('SIGTERM', endAfterEvent);

try {
  await handlerOf(process.argv[2] ?? '');
  process.on('message', (message: InvokeMessage | EndWorkerMessage) => {
    if (message.type === 'end') endAfterEvent();
    else void runEvent(message);
  });
  sendMessage({ type: 'ready' });
} catch (error) {
  reportCrash(error);
}
