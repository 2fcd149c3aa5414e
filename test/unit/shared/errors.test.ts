import { describe, expect, it } from 'vitest';
import { API_ERRORS, type ErrorCode, type ErrorType, ServiceError } from '#kernel/shared/errors.ts';

const STATUSES: Readonly<Record<ErrorType, readonly number[]>> = {
  invalid_request_error: [400, 405, 413, 415],
  authentication_error: [401],
  permission_error: [403],
  not_found_error: [404],
  conflict_error: [409, 412],
  unprocessable_error: [422],
  rate_limit_error: [429],
  api_error: [500, 502, 503, 504],
};

/** The codes that the specification names, by status. */
const SPECIFIED: Readonly<Record<number, readonly string[]>> = {
  400: [
    'invalid_json',
    'validation_failed',
    'unknown_field',
    'invalid_cursor',
    'unsupported_codec',
    'webhook_url_forbidden',
  ],
  401: ['credentials_missing', 'api_key_invalid', 'token_invalid', 'token_expired', 'session_invalid'],
  403: ['plan_not_allowed', 'entitlement_required'],
  404: [
    'timeline_not_found',
    'slide_not_found',
    'render_not_found',
    'webhook_not_found',
    'template_not_found',
    'route_not_found',
  ],
  405: ['method_not_allowed'],
  409: ['render_not_cancelable', 'idempotency_in_progress', 'version_conflict', 'slide_set_mismatch'],
  413: ['body_too_large', 'image_too_large'],
  415: ['unsupported_media_type'],
  422: ['idempotency_key_reused', 'timeline_empty', 'no_speaker_notes', 'image_invalid'],
  429: ['rate_limited', 'too_many_renders', 'quota_exceeded'],
  500: ['internal_error'],
  503: ['unavailable'],
};

/** What the plan sets, and what passes by itself. */
const BY_RULE: Readonly<Record<number, readonly string[]>> = {
  403: ['entitlement_required', 'plan_not_allowed', 'webhook_limit_reached'],
  429: ['rate_limited', 'too_many_renders', 'too_many_batches', 'too_many_imports', 'quota_exceeded'],
};

describe('the table of errors', () => {
  it.each(Object.entries(BY_RULE))('has %s for one kind of limit', (status, codes) => {
    for (const code of codes)
      expect(Object.entries(API_ERRORS).find(([name]) => name === code)?.[1][1]).toBe(Number(status));
  });

  it.each(Object.entries(API_ERRORS))('%s has a status that its type allows', (_, [type, status]) => {
    expect(STATUSES[type]).toContain(status);
  });

  it.each(Object.entries(SPECIFIED).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)] as const)))(
    '%s is a %i',
    (code, status) => {
      expect(new ServiceError(code as ErrorCode, 'x').status).toBe(status);
    },
  );
});
