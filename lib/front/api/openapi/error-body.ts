import { z } from 'zod';
import { MAX_LISTED_FAULTS } from '#kernel/contract/invalid-request.ts';
import { API_ERRORS, type ErrorCode, type ErrorType } from '#kernel/shared/errors.ts';

const codes = Object.keys(API_ERRORS) as [ErrorCode, ...ErrorCode[]];
const types = [...new Set(Object.values(API_ERRORS).map(([type]) => type))] as [ErrorType, ...ErrorType[]];

/** The shape of every failure. */
export const ERROR_BODY_SCHEMA = z
  .object({
    error: z
      .object({
        type: z.enum(types).describe('The kind of failure; several codes share one.'),
        code: z.enum(codes).describe('What exactly went wrong.'),
        message: z.string().describe('For people; its wording may change.'),
        param: z.string().optional().describe('Where the fault is: a JSON path into the body, or `query.…`, `path.…`.'),
        errors: z
          .array(z.object({ param: z.string(), message: z.string() }).meta({ id: 'Fault' }))
          .max(MAX_LISTED_FAULTS)
          .optional()
          .describe(`The first ${MAX_LISTED_FAULTS} faults of a request that is not valid.`),
        more_errors: z.int().min(1).optional().describe('How many faults are not in `errors`. Absent: all are.'),
        doc_url: z.url().optional().describe('The address of the page that explains this code.'),
        request_id: z.string().describe('The value of `x-request-id`; quote it to support.'),
      })
      .meta({ id: 'ErrorDetails' }),
  })
  .meta({ id: 'Error', description: 'The shape of every failure.' });
