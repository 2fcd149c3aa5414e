/**
 * Answer to a repetition of a failed request under its idempotency key. `again`: it is carried out again, because the state
 * that it met can pass. `same`: the same failure, because it is in the file that the request carries; a request that only
 * names a file (an upload, an address) is carried out again.
 */
type Repeated = 'again' | 'same';

/**
 * Every error code of the public API with its `type`, its HTTP status and what a repetition gets. The one home of codes:
 * handlers and use cases throw `new ServiceError(code, …)`, the HTTP layer and the OpenAPI document read this table.
 * Meaning, cure and advice of a code are its row in `lib/front/api/error-words.ts`.
 */
export const ERRORS = {
  invalid_json: ['invalid_request_error', 400, 'again'],
  validation_failed: ['invalid_request_error', 400, 'again'],
  unknown_field: ['invalid_request_error', 400, 'again'],
  invalid_cursor: ['invalid_request_error', 400, 'again'],
  variable_unknown: ['invalid_request_error', 400, 'again'],
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
  entitlement_required: ['permission_error', 403, 'again'],
  webhook_limit_reached: ['permission_error', 403, 'again'],
  template_built_in: ['permission_error', 403, 'again'],
  request_blocked: ['permission_error', 403, 'again'],
  origin_not_allowed: ['permission_error', 403, 'again'],
  route_not_found: ['not_found_error', 404, 'again'],
  timeline_not_found: ['not_found_error', 404, 'again'],
  slide_not_found: ['not_found_error', 404, 'again'],
  render_not_found: ['not_found_error', 404, 'again'],
  webhook_not_found: ['not_found_error', 404, 'again'],
  delivery_not_found: ['not_found_error', 404, 'again'],
  template_not_found: ['not_found_error', 404, 'again'],
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
  font_too_large: ['invalid_request_error', 413, 'again'],
  import_too_large: ['invalid_request_error', 413, 'again'],
  audio_too_large: ['invalid_request_error', 413, 'again'],
  unsupported_media_type: ['invalid_request_error', 415, 'again'],
  idempotency_key_reused: ['unprocessable_error', 422, 'again'],
  variable_missing: ['unprocessable_error', 422, 'again'],
  timeline_empty: ['unprocessable_error', 422, 'again'],
  no_speaker_notes: ['unprocessable_error', 422, 'again'],
  image_invalid: ['unprocessable_error', 422, 'same'],
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
} as const satisfies Record<string, readonly [type: string, status: number, repeated: Repeated]>;

export type ErrorCode = keyof typeof ERRORS;
/** Reports whether a text is an error code of this version. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);
export type ErrorType = (typeof ERRORS)[ErrorCode][0];
/** An HTTP status of an error. */
export type ErrorStatus = (typeof ERRORS)[ErrorCode][1];

/** One fault of a request: where it is (JSON path, `query.limit`, …) and what is wrong with it. */
export interface Fault {
  param: string;
  message: string;
}

export interface ErrorDetails {
  param?: string | undefined;
  faults?: readonly Fault[] | undefined;
  /** Number of faults that are not in `faults`. */
  unlistedFaults?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  cause?: unknown;
}

/** A failure that the client is notified about. Every other error becomes `internal_error`. */
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
    return ERRORS[this.code][0];
  }

  get status(): ErrorStatus {
    return ERRORS[this.code][1];
  }

  get repeated(): Repeated {
    return ERRORS[this.code][2];
  }
}

/** A value that is well-formed but not possible, found by a use case rather than by a schema. */
export const invalidValue = (param: string, message: string): ServiceError =>
  new ServiceError('validation_failed', `${param}: ${message}`, { param, faults: [{ param, message }] });

/** Another writer came between a read and its conditional write. The caller may read and decide again. */
export class WriteConflict<Name extends string = string> extends Error {
  override name = 'WriteConflict';
  /** For a transaction: the names of the parts whose conditions failed. */
  readonly failed: ReadonlySet<Name>;

  constructor(message: string, { cause, failed = [] }: { cause?: unknown; failed?: Iterable<Name> } = {}) {
    super(message, { cause });
    this.failed = new Set(failed);
  }
}

/**
 * A service that this one needs did not do a call, although the call was repeated while there was time. Nothing failed: a client
 * is asked to come back (503), and a worker postpones its work without counting an attempt. The call may have taken effect.
 */
export class Unavailable extends Error {
  override name = 'Unavailable';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** Reports whether an error is, or was caused by, a service that is not available. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Unavailable || (error instanceof Error && error.cause !== undefined && isUnavailable(error.cause));

/** Seconds after which a client tries again when the service was not available. */
const UNAVAILABLE_SECONDS = 2;

/** The 503 of a request that this service could not do now; the same request may succeed later. */
export const unavailableError = (message: string, cause?: unknown): ServiceError =>
  new ServiceError('unavailable', message, { cause, headers: { 'retry-after': String(UNAVAILABLE_SECONDS) } });

/**
 * Does what a sweeper makes up for, after the work itself was committed: an answer that says "not done" would be wrong.
 * @returns false when the service it needs is not available
 */
export async function unlessUnavailable(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return false;
  }
}

/**
 * A message or something stored was written by a newer version of this program. Nothing is wrong with it: work that needs it is
 * handed back for workers of that version, and counts no attempt.
 */
export class NewerVersion extends Error {
  override name = 'NewerVersion';
}

/** Makes a conditional write. @returns false when another writer was first and nothing is left to do */
export async function unlessConflict(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
}

/**
 * Called for an unreadable stored item; the item is skipped.
 * @param key the key of the item, as operators look it up
 */
export type OnUnreadable = (key: string, error: Error) => void;
