import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { pathAndQueryOf } from '#front/console/app/call-text.ts';
import {
  type OperationCodeSamples,
  operationCodeSamplesOf,
  sampleCallOf,
} from '#front/docs-site/operation-code-samples.ts';
import { type DescribedOperation, describeOperations } from '#front/docs-site/operations.ts';
import type { RecordedRequest } from '../clients/recording-service.ts';

/** The key that samples take from their environment. */
export const SAMPLE_KEY = 'svc_live_sample';

const OPERATIONS = describeOperations(createServiceOpenApiDocument('https://api.example.com/v1'));

/** The operations that have a sample in a language. */
export const operationsIn = (language: keyof OperationCodeSamples): DescribedOperation[] =>
  OPERATIONS.filter((operation) => operationCodeSamplesOf(operation, '')[language] !== undefined);

/** The sample of an operation. @throws Error for an operation without one */
export function sampleOf(operation: DescribedOperation, language: keyof OperationCodeSamples, baseUrl: string): string {
  const code = operationCodeSamplesOf(operation, baseUrl)[language];
  if (code === undefined) throw new Error(`${operation.id} has no sample in ${language}`);
  return code;
}

/** Makes the files that samples send. */
export async function writeSampleFiles(folder: string, operations: readonly DescribedOperation[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const operation of operations) {
    const { file } = sampleCallOf(operation);
    if (file) await writeFile(join(folder, file.name), `the bytes of ${file.name}`);
  }
}

/** What a body says, whatever its spaces. */
const readBody = (body: string): unknown => (body === '' ? undefined : JSON.parse(body));

/** Expects a sample to have sent the call of its operation, with the values of the description. @param own how its language sends a file */
export function expectCallOf(
  operation: DescribedOperation,
  sent: readonly RecordedRequest[],
  own: 'body' | 'upload',
): void {
  const call = sampleCallOf(operation);
  const line = `${operation.method.toUpperCase()} ${pathAndQueryOf(call)}`;
  for (const { line: each, apiKey } of sent)
    if (each !== 'PUT /file')
      expect([each, apiKey]).toEqual([each, operation.needsNoCredentials ? undefined : SAMPLE_KEY]);
  if (call.file === undefined) {
    expect(sent.map((each) => each.line)).toEqual([line]);
    // A body that says nothing may be left out.
    expect([line, readBody(sent[0]?.body ?? '') ?? {}]).toEqual([line, call.body ?? {}]);
    return;
  }
  const { name, contentType } = call.file;
  const bytes = `the bytes of ${name}`;
  if (own === 'body') {
    expect(sent).toMatchObject([{ line, type: contentType, body: bytes }]);
    return;
  }
  expect(sent.map((each) => each.line)).toEqual([line, 'PUT /file', line]);
  expect(readBody(sent[0]?.body ?? '')).toEqual({ content_type: contentType, size_bytes: bytes.length });
  expect(sent[1]?.body).toBe(bytes);
  expect(readBody(sent[2]?.body ?? '')).toEqual({ upload_id: 'up_1' });
}
