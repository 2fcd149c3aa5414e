// One Lambda execution environment: loads one function's module, whose path is the only argument, and runs one event
// at a time for the pool that forked it. It leads a process group, which its children belong to.
import { pathToFileURL } from 'node:url';
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

async function answerTo(handler: Handler, message: InvokeMessage): Promise<WorkerMessage> {
  try {
    const answer = await handler(JSON.parse(message.event), lambdaContext(message, process.env));
    return { type: 'answer', answer: JSON.stringify(answer ?? null) };
  } catch (error) {
    return { type: 'error', error: serializeError(error) };
  }
}

async function run(handler: Handler, message: InvokeMessage): Promise<void> {
  busy = true;
  const result = await answerTo(handler, message);
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
  const handler = await loadHandler(process.argv[2] ?? '');
  process.on('message', (message: InvokeMessage) => void run(handler, message));
  send({ type: 'ready' });
} catch (error) {
  crash(error);
}
