import type { ErrorCode } from '#kernel/shared/errors.ts';

/**
 * The address of the explanation of an error code in the documentation.
 * @param baseUrl the base address of the API, without a slash at its end
 */
export const errorDocUrlOf = (baseUrl: string, code: ErrorCode): string => `${baseUrl}/docs/errors#${code}`;
