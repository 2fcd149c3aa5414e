import { type LoadedTimeline, undeclaredVariableAdvice, undeclaredVariableNames } from '#features/timelines/public.ts';
import { listInWords } from '#kernel/shared/list-in-words.ts';
import type { BatchRowsOfRequest } from './batch-rows-of-request.ts';

/** Warnings about a created batch. The guide `lib/front/docs/guides/batches.md` explains them. */
export const BATCH_WARNING_CODES = ['rows_blank', 'columns_ignored', 'variable_unknown_in_text'] as const;

/** A possible mistake in a batch whose rows can all be rendered. */
export interface BatchWarning {
  code: (typeof BATCH_WARNING_CODES)[number];
  message: string;
  /** JSON path of the field in the timeline, or the line of the file; null: neither. */
  param: string | null;
}

/** The most lines, columns or names that a message lists. */
const MAX_NAMED = 10;

/** Warnings about blank rows and ignored columns of a CSV file. */
const csvFileWarnings = ({ left }: BatchRowsOfRequest): BatchWarning[] => {
  const { blankLines = [], ignoredColumns = [] } = left ?? {};
  const [firstBlankLine] = blankLines;
  const [firstIgnoredColumn] = ignoredColumns;
  return [
    ...(firstBlankLine === undefined
      ? []
      : [
          {
            code: 'rows_blank' as const,
            message: `Rows without a value were left out: line ${listInWords(blankLines, MAX_NAMED)}.`,
            param: `lines[${firstBlankLine}]`,
          },
        ]),
    ...(firstIgnoredColumn === undefined
      ? []
      : [
          {
            code: 'columns_ignored' as const,
            message: `Columns that are not variables of the timeline were left out: ${listInWords(
              ignoredColumns.map((name) => name || '(without a name)'),
              MAX_NAMED,
            )}.`,
            param: null,
          },
        ]),
  ];
};

/** Finds possible mistakes that a client should check before the videos of a batch are sent out. Pure. */
export function batchWarnings({ timeline, slides }: LoadedTimeline, requestRows: BatchRowsOfRequest): BatchWarning[] {
  const declaredNames = Object.keys(timeline.variables ?? {});
  const names = undeclaredVariableNames(timeline, slides, declaredNames).slice(0, MAX_NAMED);
  return [
    ...csvFileWarnings(requestRows),
    ...names.map((undeclaredName) => ({
      code: 'variable_unknown_in_text' as const,
      message: undeclaredVariableAdvice(undeclaredName, declaredNames),
      param:
        undeclaredName.position === null
          ? undeclaredName.field
          : `slides[${undeclaredName.position}].${undeclaredName.field}`,
    })),
  ];
}
