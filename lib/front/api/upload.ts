import { Busboy } from '@fastify/busboy';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Contract } from '#kernel/contract/contract.ts';
import { conversionOf } from '#kernel/contract/synonyms.ts';
import { megabytes, type UploadedFile } from '#kernel/contract/uploaded-file.ts';
import { type Fault, ServiceError } from '#kernel/shared/errors.ts';

type Rules = NonNullable<Contract['upload']>;

const FORM = 'multipart/form-data';
const FIELDS = 16;
const FIELD_BYTES = 16 * 1024;

const tooLarge = ({ max_bytes, too_large, alone }: Rules): ServiceError =>
  new ServiceError(
    too_large,
    `Files in the request can have at most ${megabytes(max_bytes)}${alone ? '.' : '; announce an upload for larger ones.'}`,
  );
const MALFORMED_FORM = 'Is not well-formed multipart/form-data. Let an HTTP library make the form; curl does with -F.';
const badForm = (cause?: unknown): ServiceError =>
  new ServiceError('validation_failed', `body: ${MALFORMED_FORM}`, {
    param: 'body',
    faults: [{ param: 'body', message: MALFORMED_FORM }],
    cause,
  });
const unknownFile = ({ field, beside }: Rules): string =>
  `Unknown file. Send it as \`${field}\`${beside === undefined ? '' : ` or \`${beside}\``}.`;
const formFault = (code: 'validation_failed' | 'unknown_field', fault: Fault): ServiceError =>
  new ServiceError(code, `${fault.param}: ${fault.message}`, { param: fault.param, faults: [fault] });

/** The file of a form, in the field that the rules name, and the one next to it. */
function readForm(body: Buffer, contentType: string, rules: Rules): Promise<UploadedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const fields = new Map<string, string>();
  let file: Omit<UploadedFile, 'fields' | 'beside'> | undefined;
  let beside: Uint8Array | undefined;
  const files = rules.beside === undefined ? 1 : 2;
  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: { files, fileSize: rules.max_bytes, fields: FIELDS, fieldSize: FIELD_BYTES, parts: FIELDS + files },
  });
  form.on('file', (name, stream, filename, _encoding, type) => {
    const parts: Buffer[] = [];
    const isNextTo = rules.beside !== undefined && name === rules.beside;
    if (name !== rules.field && !isNextTo)
      reject(formFault('unknown_field', { param: name, message: unknownFile(rules) }));
    stream.on('limit', () => reject(tooLarge(rules)));
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('error', (error) => reject(badForm(error)));
    stream.on('end', () => {
      const bytes = Buffer.concat(parts);
      if (isNextTo ? beside : file)
        reject(formFault('validation_failed', { param: name, message: 'Sent more than once. Send it once.' }));
      if (isNextTo) beside = bytes;
      else file = { bytes, content_type: type, ...(filename ? { name: filename } : {}) };
    });
  });
  form.on('field', (name, value, _nameCut, valueCut) => {
    if (fields.has(name))
      reject(formFault('validation_failed', { param: name, message: 'Sent more than once. Send it once.' }));
    if (valueCut)
      reject(formFault('validation_failed', { param: name, message: 'This value is too long: at most 16 KB.' }));
    fields.set(name, value);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    form.on(limit, () =>
      reject(
        formFault('validation_failed', {
          param: 'body',
          message: 'Too many fields: at most 16 in addition to the file.',
        }),
      ),
    );
  form.on('error', (error) => reject(badForm(error)));
  form.on('finish', () => {
    if (!file)
      reject(
        formFault('validation_failed', {
          param: rules.field,
          message: 'This file is missing. Send it in a part of the form with this name.',
        }),
      );
    else resolve({ ...file, ...(beside ? { beside } : {}), fields: Object.fromEntries(fields) });
  });
  form.end(body);
  return promise;
}

const mediaTypeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();
const fits = (type: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern.toLowerCase(),
  );

/** Reports whether a content type announces a file: a form, or one of the media types of the rules. */
export function isFileContentType(contentType: string, rules: Rules): boolean {
  const type = mediaTypeOf(contentType);
  return type === FORM || fits(type, rules.types);
}

/**
 * The file of a request that has no JSON body. API Gateway hands bytes over in base64.
 * @throws ServiceError 413 beyond the rules' size, 415 for another content type, 400 for a form that cannot be read.
 */
export async function readUpload(
  { body, isBase64Encoded }: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>,
  contentType: string,
  rules: Rules,
): Promise<UploadedFile> {
  const type = mediaTypeOf(contentType);
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (type === FORM) {
    try {
      return await readForm(bytes, contentType, rules);
    } catch (error) {
      throw error instanceof ServiceError ? error : badForm(error);
    }
  }
  if (!fits(type, rules.types))
    throw new ServiceError(
      'unsupported_media_type',
      [conversionOf(type), `Send application/json, ${FORM} or ${rules.types.join(', ')} as the content type.`]
        .filter(Boolean)
        .join(' '),
    );
  if (bytes.length > rules.max_bytes) throw tooLarge(rules);
  return { bytes, content_type: type, fields: {} };
}
