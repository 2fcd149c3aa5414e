import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopbackAddresses } from '#emulators/host/listen.ts';
import { readRequestBody } from '#emulators/host/read-body.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { parseJsonWithoutSchema } from '#kernel/shared/parse-json.ts';
import type { InvokeFunction, LocalFunction } from '../events/types.ts';
import { lambdaPayloadBytes, MAX_LAMBDA_PAYLOAD_BYTES } from './payload-limit.ts';
import { InvocationError } from './worker-process.ts';

/** Matches the path of Lambda's `Invoke`. */
const INVOKE_PATH = /^\/2015-03-31\/functions\/([\w-]+)\/invocations$/;

/** The functions that other functions may call, and their runner. */
export interface InvokableFunctions {
  functions: readonly LocalFunction[];
  invoke: InvokeFunction;
}

/** The running endpoint of Lambda's `Invoke` operation. */
export interface InvokeEndpoint {
  port: number;
  close(): Promise<void>;
}

/** Makes a function that runs at most `limit` tasks at the same time; further tasks wait in order. */
function createLimiter(limit: number) {
  let runningTasks = 0;
  const waitingTasks: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (runningTasks >= limit) await new Promise<void>((resolve) => waitingTasks.push(resolve));
    else runningTasks += 1;
    try {
      return await work();
    } finally {
      // The next waiting task takes the slot; without one, the slot becomes free.
      const nextTask = waitingTasks.shift();
      if (nextTask === undefined) runningTasks -= 1;
      else nextTask();
    }
  };
}

/**
 * Starts Lambda's `Invoke` operation, which runs a function and waits for its answer, on a free port of 127.0.0.1. Only
 * functions that other functions call can be invoked. A call over the limit of a function waits; Lambda would refuse it.
 * @param callable returns undefined while the functions are not ready; a caller then gets an error that it may repeat
 */
export async function startInvokeEndpoint(
  callable: () => InvokableFunctions | undefined,
  log: StackLog,
): Promise<InvokeEndpoint> {
  const limiters = new Map<string, ReturnType<typeof createLimiter>>();

  async function callFunction(
    { name, calledAtOnce = 1 }: LocalFunction,
    invoke: InvokeFunction,
    event: unknown,
  ): Promise<unknown> {
    const limiter = limiters.get(name) ?? createLimiter(calledAtOnce);
    limiters.set(name, limiter);
    return limiter(() => invoke(name, event));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, functionName] = INVOKE_PATH.exec(request.url ?? '') ?? [];
    if (request.method !== 'POST' || functionName === undefined)
      return answerError(response, 501, 'NotImplementedException', 'The local stack has no such operation of Lambda');
    // Only signed requests are served: a page in a browser can send a POST to any port, but not with this header.
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 '))
      return answerError(response, 403, 'MissingAuthenticationTokenException', 'The request is not signed');
    const body = await readRequestBody(request, MAX_LAMBDA_PAYLOAD_BYTES);
    if (body === undefined) return answerError(response, 413, 'RequestTooLargeException', 'The event has over 6 MB');
    const readyFunctions = callable();
    if (readyFunctions === undefined)
      return answerError(response, 503, 'ServiceException', 'The functions are starting');
    // `<service>-<stage>-<name>` in AWS.
    const fn = readyFunctions.functions.find(
      ({ name, calledAtOnce }) => calledAtOnce !== undefined && functionName.endsWith(`-${name}`),
    );
    if (fn === undefined)
      return answerError(
        response,
        404,
        'ResourceNotFoundException',
        `There is no function ${functionName} that can be called`,
      );
    try {
      const result = await callFunction(
        fn,
        readyFunctions.invoke,
        body.length === 0 ? null : parseJsonWithoutSchema(body.toString()),
      );
      const resultBytes = lambdaPayloadBytes(result);
      if (resultBytes > MAX_LAMBDA_PAYLOAD_BYTES)
        throw new InvocationError(
          `Response payload size (${resultBytes} bytes) exceeded maximum allowed payload size (${MAX_LAMBDA_PAYLOAD_BYTES} bytes).`,
          'Function.ResponseSizeTooLarge',
        );
      sendJson(response, 200, {}, result ?? null);
    } catch (error) {
      const errorType = error instanceof InvocationError ? error.errorType : 'Error';
      sendJson(
        response,
        200,
        { 'x-amz-function-error': 'Unhandled' },
        { errorType, errorMessage: errorMessageOf(error) },
      );
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.warn(`call of a function: ${errorMessageOf(error)}`);
      response.destroy();
    });
  });
  // No time limit, because a caller gets no data until its function has ended.
  server.requestTimeout = 0;
  return listenOnLoopbackAddresses(server, { port: 0, hosts: ['127.0.0.1'], variable: 'no setting' });
}

function sendJson(response: ServerResponse, status: number, headers: Record<string, string>, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers });
  response.end(JSON.stringify(body));
}

const answerError = (response: ServerResponse, status: number, type: string, message: string): void =>
  sendJson(response, status, { 'x-amzn-errortype': type }, { message });
