import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { DecoderFault, type DecodeUploadFunction } from '#features/uploads/public.ts';
import { parseJsonWithoutSchema } from '#kernel/shared/parse-json.ts';

/** Error types with which Lambda reports that the process of a function ended. */
const PROCESS_END_ERROR_TYPES: readonly unknown[] = ['Runtime.ExitError', 'Runtime.OutOfMemory'];
/** Error type with which Lambda reports a timeout. */
const TIMEOUT_ERROR_TYPE = 'Sandbox.Timedout';
/** Message of a timeout: in some regions and versions Lambda reports it without an error type. */
const TIMEOUT_MESSAGE = /Task timed out after/;
/** Characters of an error's message that are kept in the fault. */
const MAX_MESSAGE_LENGTH = 300;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The error for a decoder function that failed: its process ended, it timed out, or it threw an exception. */
function decoderFaultOf(payload: unknown): DecoderFault {
  const { errorType, errorMessage } = isObject(payload) ? payload : {};
  const message = `${String(errorType)}: ${String(errorMessage).slice(0, MAX_MESSAGE_LENGTH)}`;
  if (PROCESS_END_ERROR_TYPES.includes(errorType)) return new DecoderFault('ended', message);
  if (errorType === TIMEOUT_ERROR_TYPE || TIMEOUT_MESSAGE.test(message)) return new DecoderFault('timed_out', message);
  return new DecoderFault('failed', message);
}

/**
 * Invokes the Lambda function that decodes files of clients, and returns its answer.
 * @throws DecoderFault if the function failed; the error of the SDK if it could not be invoked
 */
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
  const payloadText = Buffer.from(Payload ?? []).toString();
  const answer = payloadText === '' ? undefined : parseJsonWithoutSchema(payloadText);
  if (FunctionError !== undefined) throw decoderFaultOf(answer);
  return answer;
}

/** Creates the decoder of client files that runs as a separate Lambda function. @param functionName its name in AWS */
export const createLambdaDecoder = (lambda: LambdaClient, functionName: string): DecodeUploadFunction => ({
  decode: (request, signal) => invokeDecoder(lambda, functionName, request, signal),
});
