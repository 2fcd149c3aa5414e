import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

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
  tag: 'account' | 'renders' | 'templates' | 'timelines' | 'slides' | 'audio' | 'webhooks';
  summary: string;
  method: Method;
  path: string;
  params?: Params;
  query?: Query;
  /** Absent: the operation takes no body. */
  body?: Body;
  answer: Answer;
  /** Beyond those that every operation can have (authentication, validation, rate limit, internal). */
  errors: readonly ErrorCode[];
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
