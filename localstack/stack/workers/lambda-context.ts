import type { Context } from 'aws-lambda';
import type { InvokeMessage } from './protocol.ts';

/** The context of a handler, without the callbacks of the first Node runtimes, which that of Node 24 no longer has. */
export type LambdaContext = Omit<Context, 'done' | 'fail' | 'succeed'>;

/** Makes the context of an invocation. @param environment of the process, from `workerEnvironment` */
export function createLambdaContext(
  { requestId, deadlineMs }: InvokeMessage,
  environment: Readonly<Record<string, string | undefined>>,
): LambdaContext {
  const functionName = environment.AWS_LAMBDA_FUNCTION_NAME ?? '';
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: environment.AWS_LAMBDA_FUNCTION_VERSION ?? '',
    invokedFunctionArn: `arn:aws:lambda:${environment.AWS_REGION}:${environment.AWS_ACCOUNT_ID}:function:${functionName}`,
    memoryLimitInMB: environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? '',
    awsRequestId: requestId,
    logGroupName: environment.AWS_LAMBDA_LOG_GROUP_NAME ?? '',
    logStreamName: environment.AWS_LAMBDA_LOG_STREAM_NAME ?? '',
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
}
