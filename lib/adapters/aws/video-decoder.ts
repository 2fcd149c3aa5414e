import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { DecodeVideoFunction } from '#features/uploads/public.ts';
import { invokeDecoder } from './decoder.ts';

/** The decoder of videos that runs as a Lambda function. @param functionName its name in AWS */
export const createLambdaVideoDecoder = (lambda: LambdaClient, functionName: string): DecodeVideoFunction => ({
  decodeVideo: (request, signal) => invokeDecoder(lambda, functionName, request, signal),
});
