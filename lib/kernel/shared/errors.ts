/**
 * Answer to a repetition of a failed request with its idempotency key. `again`: it is carried out again, because the state that caused the
 * failure can change. `same`: the stored failure, because its cause is the file in the request; a request that only names a file (an
 * upload, an address) is carried out again.
 */
type RepetitionAnswer = 'again' | 'same';

/**
 * Every error code of the public API with its `type`, its HTTP status and the answer to a repetition. Handlers and use cases throw
 * `new ServiceError(code, …)`; the HTTP layer and the OpenAPI document read this table. Meaning, cure and advice of a code are in its row of
 * `lib/front/api/error-texts.ts`.
 */
export const API_ERRORS = {
  invalid_json: ['invalid_request_error', 400, 'again'],
  validation_failed: ['invalid_request_error', 400, 'again'],
  unknown_field: ['invalid_request_error', 400, 'again'],
  invalid_cursor: ['invalid_request_error', 400, 'again'],
  variable_unknown: ['invalid_request_error', 400, 'again'],
  icon_unknown: ['invalid_request_error', 400, 'again'],
  unsupported_codec: ['invalid_request_error', 400, 'again'],
  webhook_url_forbidden: ['invalid_request_error', 400, 'again'],
  url_forbidden: ['invalid_request_error', 400, 'again'],
  malformed_request: ['invalid_request_error', 400, 'again'],
  credentials_missing: ['authentication_error', 401, 'again'],
  api_key_invalid: ['authentication_error', 401, 'again'],
  token_invalid: ['authentication_error', 401, 'again'],
  token_expired: ['authentication_error', 401, 'again'],
  session_invalid: ['authentication_error', 401, 'again'],
  plan_not_allowed: ['permission_error', 403, 'again'],
  scope_not_allowed: ['permission_error', 403, 'again'],
  entitlement_required: ['permission_error', 403, 'again'],
  webhook_limit_reached: ['permission_error', 403, 'again'],
  key_limit_reached: ['permission_error', 403, 'again'],
  template_built_in: ['permission_error', 403, 'again'],
  request_blocked: ['permission_error', 403, 'again'],
  origin_not_allowed: ['permission_error', 403, 'again'],
  route_not_found: ['not_found_error', 404, 'again'],
  timeline_not_found: ['not_found_error', 404, 'again'],
  slide_not_found: ['not_found_error', 404, 'again'],
  render_not_found: ['not_found_error', 404, 'again'],
  webhook_not_found: ['not_found_error', 404, 'again'],
  key_not_found: ['not_found_error', 404, 'again'],
  invitation_not_found: ['not_found_error', 404, 'again'],
  delivery_not_found: ['not_found_error', 404, 'again'],
  template_not_found: ['not_found_error', 404, 'again'],
  transcript_not_found: ['not_found_error', 404, 'again'],
  import_not_found: ['not_found_error', 404, 'again'],
  batch_not_found: ['not_found_error', 404, 'again'],
  font_not_found: ['not_found_error', 404, 'again'],
  upload_not_found: ['not_found_error', 404, 'again'],
  method_not_allowed: ['invalid_request_error', 405, 'again'],
  render_not_cancelable: ['conflict_error', 409, 'again'],
  render_running: ['conflict_error', 409, 'again'],
  batch_not_cancelable: ['conflict_error', 409, 'again'],
  narration_missing: ['conflict_error', 409, 'again'],
  idempotency_in_progress: ['conflict_error', 409, 'again'],
  upload_in_progress: ['conflict_error', 409, 'again'],
  webhook_disabled: ['conflict_error', 409, 'again'],
  version_conflict: ['conflict_error', 409, 'again'],
  template_in_use: ['conflict_error', 409, 'again'],
  font_in_use: ['conflict_error', 409, 'again'],
  slide_set_mismatch: ['conflict_error', 409, 'again'],
  precondition_failed: ['conflict_error', 412, 'again'],
  body_too_large: ['invalid_request_error', 413, 'again'],
  timeline_too_large: ['invalid_request_error', 413, 'again'],
  image_too_large: ['invalid_request_error', 413, 'again'],
  video_too_large: ['invalid_request_error', 413, 'again'],
  font_too_large: ['invalid_request_error', 413, 'again'],
  import_too_large: ['invalid_request_error', 413, 'again'],
  audio_too_large: ['invalid_request_error', 413, 'again'],
  unsupported_media_type: ['invalid_request_error', 415, 'again'],
  idempotency_key_reused: ['unprocessable_error', 422, 'again'],
  variable_missing: ['unprocessable_error', 422, 'again'],
  timeline_empty: ['unprocessable_error', 422, 'again'],
  no_speaker_notes: ['unprocessable_error', 422, 'again'],
  image_invalid: ['unprocessable_error', 422, 'same'],
  video_invalid: ['unprocessable_error', 422, 'same'],
  page_invalid: ['unprocessable_error', 422, 'again'],
  brand_not_found: ['unprocessable_error', 422, 'again'],
  font_invalid: ['unprocessable_error', 422, 'same'],
  font_restricted: ['unprocessable_error', 422, 'same'],
  audio_invalid: ['unprocessable_error', 422, 'same'],
  import_invalid: ['unprocessable_error', 422, 'same'],
  import_encrypted: ['unprocessable_error', 422, 'same'],
  look_unavailable: ['unprocessable_error', 422, 'again'],
  audio_too_long: ['unprocessable_error', 422, 'same'],
  rate_limited: ['rate_limit_error', 429, 'again'],
  too_many_renders: ['rate_limit_error', 429, 'again'],
  too_many_batches: ['rate_limit_error', 429, 'again'],
  too_many_imports: ['rate_limit_error', 429, 'again'],
  quota_exceeded: ['rate_limit_error', 429, 'again'],
  internal_error: ['api_error', 500, 'again'],
  bad_gateway: ['api_error', 502, 'again'],
  unavailable: ['api_error', 503, 'again'],
  timed_out: ['api_error', 504, 'again'],
} as const satisfies Record<string, readonly [type: string, status: number, repetitionAnswer: RepetitionAnswer]>;

/** An error code of the public API. */
export type ErrorCode = keyof typeof API_ERRORS;

/** Reports whether a text is an error code of this version of the program. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(API_ERRORS, text);
/** The `type` of an error in answers. */
export type ErrorType = (typeof API_ERRORS)[ErrorCode][0];
/** An HTTP status of an error. */
export type ErrorStatus = (typeof API_ERRORS)[ErrorCode][1];

/** A fault of a request: its place (a JSON path, `query.limit`, …) and a message. */
export interface RequestFault {
  param: string;
  message: string;
}

/** Further parts of an error answer; `cause` is for the log only. */
export interface ErrorDetails {
  param?: string | undefined;
  faults?: readonly RequestFault[] | undefined;
  /** Number of faults that are not in `faults`. */
  unlistedFaults?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  cause?: unknown;
}

/** A failure that is reported to the client. Every other error becomes `internal_error`. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  get type(): ErrorType {
    return API_ERRORS[this.code][0];
  }

  get status(): ErrorStatus {
    return API_ERRORS[this.code][1];
  }

  /** The answer to a repetition with the same idempotency key. */
  get repeated(): RepetitionAnswer {
    return API_ERRORS[this.code][2];
  }
}

/** The 400 of a value that matches its schema but is impossible, as found by a use case. */
export const invalidValueError = (param: string, message: string): ServiceError =>
  new ServiceError('validation_failed', `${param}: ${message}`, { param, faults: [{ param, message }] });

/** A conditional write failed, because another writer changed the state after it was read. The caller may read and decide again. */
export class WriteConflictError<Name extends string = string> extends Error {
  override name = 'WriteConflictError';
  /** For a transaction: the names of the parts whose conditions failed. */
  readonly failed: ReadonlySet<Name>;

  constructor(message: string, { cause, failed = [] }: { cause?: unknown; failed?: Iterable<Name> } = {}) {
    super(message, { cause });
    this.failed = new Set(failed);
  }
}

/**
 * A service that this one depends on did not answer a call, although the call was repeated while there was time. It may have taken effect.
 * A client gets a 503 with `retry-after`; a worker postpones its work without counting an attempt.
 */
export class DependencyUnavailableError extends Error {
  override name = 'DependencyUnavailableError';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** Reports whether an error is, or was caused by, a service that is not available. */
export const isCausedByUnavailableDependency = (error: unknown): boolean =>
  error instanceof DependencyUnavailableError ||
  (error instanceof Error && error.cause !== undefined && isCausedByUnavailableDependency(error.cause));

/** Seconds after which a client should try again (`retry-after`). */
const RETRY_AFTER_SECONDS = 2;

/** The 503 of a request that cannot be carried out at the moment; the same request may succeed later. */
export const serviceUnavailableError = (message: string, cause?: unknown): ServiceError =>
  new ServiceError('unavailable', message, { cause, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });

/**
 * Runs a step after the actual work was committed, which a sweeper repeats if it fails: an error would wrongly report that the work was not
 * done.
 * @returns false when a service that the step needs is not available
 * @throws every other error of the step
 */
export async function runIgnoringUnavailability(step: () => Promise<unknown>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    if (!(error instanceof DependencyUnavailableError)) throw error;
    return false;
  }
}

/**
 * A message or a stored value was written by a newer version of this program. Its work is returned to the queue for workers of that version,
 * without counting an attempt.
 */
export class WrittenByNewerVersionError extends Error {
  override name = 'WrittenByNewerVersionError';
}

/** Runs a conditional write. @returns false when another writer was first. @throws every other error of the write */
export async function attemptConditionalWrite(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    return false;
  }
}

/**
 * Called for an unreadable stored item; the item is skipped.
 * @param key the key of the item, as operators look it up
 */
export type OnUnreadableItem = (key: string, error: Error) => void;
