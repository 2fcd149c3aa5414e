/**
 * Every error code of the public API with its `type` and HTTP status. The one home of codes: handlers and use cases
 * throw `new ServiceError(code, …)`, the HTTP layer and the OpenAPI document read this table.
 */
export const ERRORS = {
  invalid_json: ['invalid_request_error', 400],
  validation_failed: ['invalid_request_error', 400],
  unknown_field: ['invalid_request_error', 400],
  invalid_cursor: ['invalid_request_error', 400],
  variable_unknown: ['invalid_request_error', 400],
  unsupported_codec: ['invalid_request_error', 400],
  webhook_url_forbidden: ['invalid_request_error', 400],
  webhook_limit_reached: ['invalid_request_error', 400],
  url_forbidden: ['invalid_request_error', 400],
  malformed_request: ['invalid_request_error', 400],
  credentials_missing: ['authentication_error', 401],
  api_key_invalid: ['authentication_error', 401],
  token_invalid: ['authentication_error', 401],
  token_expired: ['authentication_error', 401],
  session_invalid: ['authentication_error', 401],
  plan_not_allowed: ['permission_error', 403],
  entitlement_required: ['permission_error', 403],
  template_built_in: ['permission_error', 403],
  route_not_found: ['not_found_error', 404],
  timeline_not_found: ['not_found_error', 404],
  slide_not_found: ['not_found_error', 404],
  render_not_found: ['not_found_error', 404],
  webhook_not_found: ['not_found_error', 404],
  delivery_not_found: ['not_found_error', 404],
  template_not_found: ['not_found_error', 404],
  import_not_found: ['not_found_error', 404],
  batch_not_found: ['not_found_error', 404],
  font_not_found: ['not_found_error', 404],
  upload_not_found: ['not_found_error', 404],
  method_not_allowed: ['invalid_request_error', 405],
  render_not_cancelable: ['conflict_error', 409],
  batch_not_cancelable: ['conflict_error', 409],
  narration_missing: ['conflict_error', 409],
  idempotency_in_progress: ['conflict_error', 409],
  webhook_disabled: ['conflict_error', 409],
  version_conflict: ['conflict_error', 409],
  template_in_use: ['conflict_error', 409],
  font_in_use: ['conflict_error', 409],
  slide_set_mismatch: ['conflict_error', 409],
  body_too_large: ['invalid_request_error', 413],
  image_too_large: ['invalid_request_error', 413],
  font_too_large: ['invalid_request_error', 413],
  import_too_large: ['invalid_request_error', 413],
  audio_too_large: ['invalid_request_error', 413],
  unsupported_media_type: ['invalid_request_error', 415],
  idempotency_key_reused: ['unprocessable_error', 422],
  variable_missing: ['unprocessable_error', 422],
  timeline_empty: ['unprocessable_error', 422],
  no_speaker_notes: ['unprocessable_error', 422],
  image_invalid: ['unprocessable_error', 422],
  font_invalid: ['unprocessable_error', 422],
  font_restricted: ['unprocessable_error', 422],
  audio_invalid: ['unprocessable_error', 422],
  import_invalid: ['unprocessable_error', 422],
  import_encrypted: ['unprocessable_error', 422],
  look_unavailable: ['unprocessable_error', 422],
  audio_too_long: ['unprocessable_error', 422],
  rate_limited: ['rate_limit_error', 429],
  too_many_renders: ['rate_limit_error', 429],
  quota_exceeded: ['rate_limit_error', 429],
  internal_error: ['api_error', 500],
  bad_gateway: ['api_error', 502],
  unavailable: ['api_error', 503],
  timed_out: ['api_error', 504],
} as const satisfies Record<string, readonly [string, number]>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorType = (typeof ERRORS)[ErrorCode][0];

/** One fault of a request: where it is (JSON path, `query.limit`, …) and what is wrong with it. */
export interface Fault {
  param: string;
  message: string;
}

export interface ErrorDetails {
  param?: string | undefined;
  faults?: readonly Fault[] | undefined;
  /** How many faults are not in `faults`. */
  unlistedFaults?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  cause?: unknown;
}

/** A failure that the client is told about. Every other error becomes `internal_error`. */
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

  get status(): number {
    return ERRORS[this.code][1];
  }
}

/** A value that is well-formed but not possible, found by a use case rather than by a schema. */
export const invalidValue = (param: string, message: string): ServiceError =>
  new ServiceError('validation_failed', `${param}: ${message}`, { param, faults: [{ param, message }] });

/** Another writer came between a read and its conditional write. The caller may read and decide again. */
export class WriteConflict extends Error {
  override name = 'WriteConflict';
  /** For a transaction: the indexes of the items whose conditions did not hold. */
  readonly failed: readonly number[];

  constructor(message: string, { cause, failed = [] }: { cause?: unknown; failed?: readonly number[] } = {}) {
    super(message, { cause });
    this.failed = failed;
  }
}

/**
 * A service that this one needs did not do a call, although the call was repeated while there was time. Nothing failed: a client
 * is told to come back (503), and a worker postpones its work without counting an attempt. The call may have taken effect.
 */
export class Unavailable extends Error {
  override name = 'Unavailable';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** Whether an error is, or was caused by, a service that is not available. */
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
 * Is told of a stored item that cannot be read. The list is read on without the item.
 * @param key the key of the item, as operators look it up
 */
export type OnUnreadable = (key: string, error: Error) => void;
