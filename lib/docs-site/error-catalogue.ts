import { contracts } from '../api/contracts.ts';
import { ERROR_CURES } from '../api/openapi/error-cures.ts';
import { ERROR_MEANINGS } from '../api/openapi/error-meanings.ts';
import { ERRORS, type ErrorCode } from '../shared/errors.ts';

/** The operations that name a code as one of their own. What every operation can answer has none. */
const operationsOf = (code: ErrorCode): string[] =>
  contracts.filter(({ errors }) => errors.includes(code)).map(({ method, path }) => `\`${method} ${path}\``);

function entryOf(code: ErrorCode): string[] {
  const [type, status] = ERRORS[code];
  const operations = operationsOf(code);
  return [
    `### \`${code}\``,
    `Status ${status}, type \`${type}\`.`,
    `**Cause:** ${ERROR_MEANINGS[code]}`,
    `**Cure:** ${ERROR_CURES[code]}`,
    ...(operations.length === 0 ? [] : [`**Answered by:** ${operations.join(', ')}.`]),
  ];
}

/** The catalogue of errors as Markdown: every code of the one table, by status. */
export function errorCatalogue(): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code][1]);
  const sections = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([status, own]) => [`## Status ${status}`, ...own.flatMap(entryOf)]);
  return `${[
    '# Errors: cause and cure',
    'Every failure has the shape that [requests](requests.md#errors) shows. `error.code` is one of these.',
    ...sections,
  ].join('\n\n')}\n`;
}
