import { contracts } from '../api/contracts.ts';
import { type ErrorRow, errorRows } from '../api/error-words.ts';
import type { ErrorCode } from '../shared/errors.ts';

/** The operations that name a code as one of their own. What every operation can answer has none. */
const operationsOf = (code: ErrorCode): string[] =>
  contracts.filter(({ errors }) => errors.includes(code)).map(({ method, path }) => `\`${method} ${path}\``);

function entryOf({ code, type, status, meaning, cure }: ErrorRow): string[] {
  const operations = operationsOf(code);
  return [
    `### \`${code}\``,
    `Status ${status}, type \`${type}\`.`,
    `**Cause:** ${meaning}`,
    `**Cure:** ${cure}`,
    ...(operations.length === 0 ? [] : [`**Answered by:** ${operations.join(', ')}.`]),
  ];
}

/** The catalogue of errors as Markdown: every code of the one table, by status. */
export function errorCatalogue(): string {
  const byStatus = Map.groupBy(errorRows(), ({ status }) => status);
  const sections = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([status, own]) => [`## Status ${status}`, ...own.flatMap(entryOf)]);
  return `${[
    '# Errors: cause and cure',
    'Every failure has the shape that [requests](requests.md#errors) shows. `error.code` is one of these, and `error.doc_url` the\naddress of its entry here.',
    ...sections,
  ].join('\n\n')}\n`;
}
