import { Busboy } from '@fastify/busboy';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { fileConversionAdvice } from '#kernel/contract/synonyms.ts';
import { megabytesText, type UploadedFile } from '#kernel/contract/uploaded-file.ts';
import { type RequestFault, ServiceError } from '#kernel/shared/errors.ts';

type UploadRules = NonNullable<OperationContract['upload']>;

const FORM_MEDIA_TYPE = 'multipart/form-data';
/** The most fields of a form in addition to its files, and the most bytes of one field. */
const MAX_FIELDS = 16;
const MAX_FIELD_BYTES = 16 * 1024;

const tooLargeError = ({ max_bytes, too_large, alone }: UploadRules): ServiceError =>
  new ServiceError(
    too_large,
    `Files in the request can have at most ${megabytesText(max_bytes)}${alone ? '.' : '; announce an upload for larger ones.'}`,
  );
const MALFORMED_FORM_MESSAGE =
  'Is not well-formed multipart/form-data. Let an HTTP library make the form; curl does with -F.';
const malformedFormError = (cause?: unknown): ServiceError =>
  new ServiceError('validation_failed', `body: ${MALFORMED_FORM_MESSAGE}`, {
    param: 'body',
    faults: [{ param: 'body', message: MALFORMED_FORM_MESSAGE }],
    cause,
  });
const unknownFileMessage = ({ field, second_field }: UploadRules): string =>
  `Unknown file. Send it as \`${field}\`${second_field === undefined ? '' : ` or \`${second_field}\``}.`;
const formError = (code: 'validation_failed' | 'unknown_field', fault: RequestFault): ServiceError =>
  new ServiceError(code, `${fault.param}: ${fault.message}`, { param: fault.param, faults: [fault] });

/** Reads a form (`multipart/form-data`): its file, a second file if the rules allow one, and its other fields. @throws ServiceError */
function readForm(body: Buffer, contentType: string, rules: UploadRules): Promise<UploadedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const fields = new Map<string, string>();
  let file: Omit<UploadedFile, 'fields' | 'secondFile'> | undefined;
  let secondFile: Uint8Array | undefined;
  const maxFiles = rules.second_field === undefined ? 1 : 2;
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    limits: {
      files: maxFiles,
      fileSize: rules.max_bytes,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_FIELDS + maxFiles,
    },
  });
  parser.on('file', (name, stream, filename, _encoding, type) => {
    const parts: Buffer[] = [];
    const isSecondFile = rules.second_field !== undefined && name === rules.second_field;
    if (name !== rules.field && !isSecondFile)
      reject(formError('unknown_field', { param: name, message: unknownFileMessage(rules) }));
    stream.on('limit', () => reject(tooLargeError(rules)));
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('error', (error) => reject(malformedFormError(error)));
    stream.on('end', () => {
      const bytes = Buffer.concat(parts);
      if (isSecondFile ? secondFile : file)
        reject(formError('validation_failed', { param: name, message: 'Sent more than once. Send it once.' }));
      if (isSecondFile) secondFile = bytes;
      else file = { bytes, content_type: type, ...(filename ? { name: filename } : {}) };
    });
  });
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (fields.has(name))
      reject(formError('validation_failed', { param: name, message: 'Sent more than once. Send it once.' }));
    if (valueCut)
      reject(formError('validation_failed', { param: name, message: 'This value is too long: at most 16 KB.' }));
    fields.set(name, value);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () =>
      reject(
        formError('validation_failed', {
          param: 'body',
          message: 'Too many fields: at most 16 in addition to the file.',
        }),
      ),
    );
  parser.on('error', (error) => reject(malformedFormError(error)));
  parser.on('finish', () => {
    if (!file)
      reject(
        formError('validation_failed', {
          param: rules.field,
          message: 'This file is missing. Send it in a part of the form with this name.',
        }),
      );
    else resolve({ ...file, ...(secondFile ? { secondFile } : {}), fields: Object.fromEntries(fields) });
  });
  parser.end(body);
  return promise;
}

const mediaTypeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();
const matchesType = (type: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern.toLowerCase(),
  );

/** Reports whether a body with this content type has a file: it is a form, or one of the media types that the rules allow. */
export function isFileUploadContentType(contentType: string, rules: UploadRules): boolean {
  const type = mediaTypeOf(contentType);
  return type === FORM_MEDIA_TYPE || matchesType(type, rules.types);
}

/**
 * Reads the file of a request without a JSON body. API Gateway passes bytes as base64.
 * @throws ServiceError 413 for a file that is too large, 415 for another content type, 400 for a form that is malformed or has unknown
 * or repeated fields
 */
export async function readFileOfRequest(
  { body, isBase64Encoded }: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>,
  contentType: string,
  rules: UploadRules,
): Promise<UploadedFile> {
  const type = mediaTypeOf(contentType);
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (type === FORM_MEDIA_TYPE) {
    try {
      return await readForm(bytes, contentType, rules);
    } catch (error) {
      throw error instanceof ServiceError ? error : malformedFormError(error);
    }
  }
  if (!matchesType(type, rules.types))
    throw new ServiceError(
      'unsupported_media_type',
      [
        fileConversionAdvice(type),
        `Send application/json, ${FORM_MEDIA_TYPE} or ${rules.types.join(', ')} as the content type.`,
      ]
        .filter(Boolean)
        .join(' '),
    );
  if (bytes.length > rules.max_bytes) throw tooLargeError(rules);
  return { bytes, content_type: type, fields: {} };
}
