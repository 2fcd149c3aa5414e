import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { type ClientFileDecoder, DecoderFault } from '#features/uploads/public.ts';
import { parseJsonWithoutSchema } from '#kernel/shared/parse-json.ts';

/** Error types with which Lambda reports that the process of a function ended. */
const ENDED: readonly unknown[] = ['Runtime.ExitError', 'Runtime.OutOfMemory'];
const TIMED_OUT = 'Sandbox.Timedout';
/** Message of a timeout: in some regions and versions Lambda reports it without an error type. */
const TIMED_OUT_MESSAGE = /Task timed out after/;
/** Characters of an error's message that are kept. */
const MESSAGE_LENGTH = 300;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The error for a decoder function that failed: by its end, a timeout, or an exception. */
function faultIn(payload: unknown): DecoderFault {
  const { errorType, errorMessage } = isObject(payload) ? payload : {};
  const message = `${String(errorType)}: ${String(errorMessage).slice(0, MESSAGE_LENGTH)}`;
  if (ENDED.includes(errorType)) return new DecoderFault('ended', message);
  if (errorType === TIMED_OUT || TIMED_OUT_MESSAGE.test(message)) return new DecoderFault('timed_out', message);
  return new DecoderFault('failed', message);
}

/** Invokes the Lambda function that decodes files of clients, and returns its answer. @throws DecoderFault if the invocation failed */
export async function invokeDecoder(
  lambda: LambdaClient,
  functionName: string,
  request: object,
  signal: AbortSignal,
): Promise<unknown> {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(JSON.stringify(request)) }),
    { abortSignal: signal },
  );
  const text = Buffer.from(Payload ?? []).toString();
  const answer = text === '' ? undefined : parseJsonWithoutSchema(text);
  if (FunctionError !== undefined) throw faultIn(answer);
  return answer;
}

/** Creates the decoder of client files that runs as a separate Lambda function. @param functionName its name in AWS */
export const lambdaDecoder = (lambda: LambdaClient, functionName: string): ClientFileDecoder => ({
  decode: (request, signal) => invokeDecoder(lambda, functionName, request, signal),
});
