import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { ClientVideoDecoder } from '#features/uploads/public.ts';
import { invokeDecoder } from './decoder.ts';

/** The decoder of videos that runs as a Lambda function. @param functionName its name in AWS */
export const lambdaVideoDecoder = (lambda: LambdaClient, functionName: string): ClientVideoDecoder => ({
  decodeVideo: (request, signal) => invokeDecoder(lambda, functionName, request, signal),
});
