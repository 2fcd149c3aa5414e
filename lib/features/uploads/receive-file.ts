import type { z } from 'zod';
import type { Principal } from '#features/accounts/public.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import {
  announceUpload,
  completeUploadWithWork,
  readUploadedBytes,
  requireUpload,
  type UploadDeps,
} from './announced-upload.ts';
import type { FileSource, UploadAnswer } from './contract.ts';
import type { FetchFile } from './ports.ts';
import { fileTooLargeError, type SentFileRules } from './sent-file-rules.ts';

/** Dependencies of receiveFile. */
export interface ReceiveFileDeps extends UploadDeps {
  fetchFile: FetchFile;
}

/** An operation that receives a file: its rules, and its use of the bytes. */
export interface UploadOperation<Options> {
  /** The path of the operation. An upload can be completed only at the path where it was announced. */
  target: string;
  rules: SentFileRules;
  /** Schema of the other fields of a form that contains the file. */
  form: z.ZodType<Options>;
  /** Runs before the file is read. @throws ServiceError when the resource for the file does not exist. */
  check(): Promise<unknown>;
  /**
   * Decodes the bytes and stores the result.
   * @param type the media type that the client sent with the file; undefined: none
   */
  place(bytes: Uint8Array, options: Options, type?: string): Promise<unknown>;
}

/**
 * Receives a file in one of three ways: as the body of the request, as an upload that is announced and later completed, or from an
 * address, which is not stored. An upload is claimed before it is read, so that only one request stores it. If the process is killed
 * after the file was stored, the client can complete the upload again after a minute, with the same result, until it expires.
 * @throws ServiceError with the codes of its rules, `upload_not_found`, `upload_in_progress`, `url_forbidden`, `validation_failed`, and what
 * `check` and `place` throw.
 */
export async function receiveFile<Options>(
  deps: ReceiveFileDeps,
  principal: Principal,
  { target, rules, form, check, place }: UploadOperation<Options>,
  request: FileSource<Options>,
  prepareAnswer: PrepareIdempotentAnswer<UploadAnswer>,
): Promise<void> {
  if ('bytes' in request) {
    const options = parseRequestValue(form, request.fields);
    await check();
    if (request.bytes.length === 0)
      throw new ServiceError(rules.invalid_code, `The ${rules.noun} has no bytes.`, { param: rules.field });
    await place(request.bytes, options, request.content_type);
  } else if ('size_bytes' in request) {
    if (request.size_bytes > rules.max_bytes) throw fileTooLargeError(rules, 'size_bytes');
    await check();
    await announceUpload(deps, principal, target, request, prepareAnswer);
  } else if ('upload_id' in request) {
    const upload = await requireUpload(deps, principal, target, request.upload_id);
    await check();
    await completeUploadWithWork(deps, upload, async () =>
      place(await readUploadedBytes(deps, rules, upload), request, upload.content_type),
    );
  } else {
    await check();
    await place(await deps.fetchFile(request.url, rules), request);
  }
}
