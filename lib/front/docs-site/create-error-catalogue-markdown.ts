import { apiContracts } from '#front/api/contracts.ts';
import { allErrorRows, type ErrorRow } from '#front/api/error-texts.ts';
import { type FailingWorkKind, type FailureRow, listFailureRows } from '#front/api/list-failure-rows.ts';
import type { ErrorCode } from '#kernel/shared/errors.ts';

/** The operations whose contracts name a code. Empty for a code that many operations can answer. */
const operationsOf = (code: ErrorCode): string[] =>
  apiContracts.filter(({ errors }) => errors.includes(code)).map(({ method, path }) => `\`${method} ${path}\``);

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

/** The headings of the sections on failures, by the kind of work. */
const HEADINGS_BY_KIND: Readonly<Record<FailingWorkKind, string>> = {
  render: 'Why a render failed: `error` of a render, and of the event `render.failed`',
  import: 'Why an import failed: `error` of an import',
  image: 'Why an image failed: `image.error` of a slide',
  video: 'Why a video failed: `video.error` of a slide',
  audio: 'Why narration failed: `error` of the audio of a slide',
};

/** The section on the failures of one kind of work, as Markdown. */
function failureSectionOf([kind, rows]: [FailingWorkKind, FailureRow[]]): string[] {
  const lines = rows.map(({ code, meaning, cure }) => `| \`${code}\` | ${meaning} | ${cure} |`);
  return [`## ${HEADINGS_BY_KIND[kind]}`, ['| Code | Cause | Cure |', '|---|---|---|', ...lines].join('\n')];
}

/** The page of errors as Markdown: all error codes by status, and the codes with which accepted work can fail later. */
export function createErrorCatalogueMarkdown(): string {
  const rowsByStatus = Map.groupBy(allErrorRows(), ({ status }) => status);
  const sections = [...rowsByStatus]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([status, rows]) => [`## Status ${status}`, ...rows.flatMap(entryOf)]);
  return `${[
    '# Errors: cause and cure',
    'Every failure has the shape that [requests](requests.md#errors) shows. `error.code` is one of these, and `error.doc_url` the\naddress of its entry here.',
    ...sections,
    ...[...Map.groupBy(listFailureRows(), ({ kind }) => kind)].flatMap(failureSectionOf),
  ].join('\n\n')}\n`;
}
