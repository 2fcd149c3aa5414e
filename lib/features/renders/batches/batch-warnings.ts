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
const ofFile = ({ left }: BatchRowsOfRequest): BatchWarning[] => {
  const { blankLines = [], ignoredColumns = [] } = left ?? {};
  const [blank] = blankLines;
  const [ignored] = ignoredColumns;
  return [
    ...(blank === undefined
      ? []
      : [
          {
            code: 'rows_blank' as const,
            message: `Rows without a value were left out: line ${listInWords(blankLines, MAX_NAMED)}.`,
            param: `lines[${blank}]`,
          },
        ]),
    ...(ignored === undefined
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
export function batchWarnings({ timeline, slides }: LoadedTimeline, given: BatchRowsOfRequest): BatchWarning[] {
  const declared = Object.keys(timeline.variables ?? {});
  const names = undeclaredVariableNames(timeline, slides, declared).slice(0, MAX_NAMED);
  return [
    ...ofFile(given),
    ...names.map((found) => ({
      code: 'variable_unknown_in_text' as const,
      message: undeclaredVariableAdvice(found, declared),
      param: found.position === null ? found.field : `slides[${found.position}].${found.field}`,
    })),
  ];
}
