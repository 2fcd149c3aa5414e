import type { z } from 'zod';
import type { ErrorCode } from '#kernel/shared/errors.ts';
import type { RateClass } from './rate-class.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the public API: the source of its validation, its types and its description.
 * `path` is relative to the base address and names parameters as `{id}`.
 */
export interface Contract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  operation: string;
  tag: 'account' | 'renders' | 'batches' | 'templates' | 'timelines' | 'slides' | 'audio' | 'webhooks' | 'service';
  summary: string;
  /** Facts that a client should know beyond the summary; Markdown. */
  description?: string;
  method: Method;
  path: string;
  /** Needs no credentials; absent: it does. */
  open?: true;
  params?: Params;
  query?: Query;
  /** Absent: the operation takes no body. */
  body?: Body;
  /** No body at all means an empty one. */
  body_optional?: true;
  /** Bodies as a client would send them, by a short name. */
  examples?: Readonly<Record<string, z.input<Body>>>;
  /** Takes, besides JSON, a file as `multipart/form-data` or as raw bytes of one of these media types (`image/*`). */
  upload?: {
    /** The field of a form that has the file in it. */
    field: string;
    /** The field of a form that may have a second file in it. */
    beside?: string;
    /** The other fields of the form; the use case checks them. */
    form?: z.ZodType;
    types: readonly string[];
    max_bytes: number;
    too_large: ErrorCode;
    /** The file comes in the request only: no upload of it can be announced. */
    alone?: true;
  };
  answer: Answer;
  /** Its answer shows a secret this once: an answer that is stored for an idempotency key is sealed. */
  secret?: true;
  /** Counted as such too, besides as a request. */
  rate_class?: Exclude<RateClass, 'requests'>;
  /** Changes a resource that has a tag, and does so under the conditions of `if-match` and `if-none-match` where they are sent. */
  conditional?: true;
  /**
   * The part of the answer's `etag` that names what clients have written, which `if-match` compares. Empty: nothing but the service
   * changes the resource. Undefined: the answer is not the resource. Absent: as undefined, but a GET has the tag of its answer.
   */
  written?(answer: z.output<Answer>): string | undefined;
  /** The media type of a success that is not JSON; the handler then gives the bytes. */
  media?: string;
  /** The name under which a browser saves a success that is a file. */
  file_name?: string;
  /** Schema of the JSON that the route of a file also serves. */
  json_file?: z.ZodType;
  /** The handler gives a `WholeAnswer`: another protocol is spoken here. */
  whole_answer?: true;
  /** Beyond those that every operation can have (authentication, validation, rate limit, internal). */
  errors: readonly ErrorCode[];
}

/** An event that the service posts to receivers. */
export interface EventContract {
  event: string;
  summary: string;
  /** The whole body of a delivery. */
  body: z.ZodType;
}

/** A whole answer, where another protocol than this API's decides it. */
export interface WholeAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Keeps the exact types of a contract while checking its shape. */
export const contract = <
  Params extends z.ZodType<Record<string, string>> = z.ZodType<Record<string, never>>,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Answer extends z.ZodType = z.ZodType,
>(
  definition: Contract<Params, Query, Body, Answer>,
): Contract<Params, Query, Body, Answer> => definition;
