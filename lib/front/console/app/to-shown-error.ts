import { ApiError, NoAnswer } from '#front/client/api-error.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';

/** A fault of one field of a request. */
export interface FieldFault {
  /** The path of the field in the request: `slides[0].title`. */
  param: string;
  message: string;
}

/** An error as the console shows it. */
export interface ShownError {
  message: string;
  code?: string | undefined;
  requestId?: string | undefined;
  param?: string | undefined;
  faults: readonly FieldFault[];
}

const SLIDE_PATH = /^slides\[(\d+)\]\.?/;

/** The path of a field in words: `slides[0].bullet_points[2]` → `Slide 1, bullet points, entry 3`. */
export function fieldPathInWords(param: string): string {
  const words = param
    .replace(SLIDE_PATH, (_, index: string) => `slide ${String(Number(index) + 1)}, `)
    .replaceAll(/\[(\d+)\]/g, (_, index: string) => `, entry ${String(Number(index) + 1)}`)
    .replaceAll('.', ', ')
    .replaceAll('_', ' ')
    .replace(/, $/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The parts of an error that the console shows: of an error of the service its message, its code and the id of the request. */
export function toShownError(error: unknown): ShownError {
  if (error instanceof ApiError) {
    const { code, requestId, param, faults } = error;
    const [firstLine = ''] = error.message.split('\n');
    const serviceMessage = firstLine.replace(/^.*? answered \d+ \w+: /, '').replace(/ \(req_\w+\)$/, '');
    const [onlyFault] = faults;
    const message = faults.length === 1 && onlyFault ? onlyFault.message : serviceMessage;
    return { message, code, requestId, param, faults: faults.length > 1 ? faults : [] };
  }
  if (error instanceof NoAnswer)
    return { message: 'The service does not answer. Check the connection, then try again.', faults: [] };
  return { message: errorMessageOf(error), faults: [] };
}

/** Reports whether a path is that of a field or of a part of it: `chart.series[0].name` is in `chart`. */
const isPathIn = (param: string, field: string): boolean =>
  param === field || param.startsWith(`${field}.`) || param.startsWith(`${field}[`);

/** The message of an error about a field; undefined if the error is not about it. @param field its path in the request */
export function errorMessageForField(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const faults =
    error.faults.length > 0 ? error.faults : [{ param: error.param ?? '', message: toShownError(error).message }];
  const fault = faults.find(({ param }) => isPathIn(param, field));
  if (!fault) return undefined;
  const pathInField = fault.param.slice(field.length).replace(/^\./, '');
  const partLabel =
    pathInField === ''
      ? ''
      : `${fieldPathInWords(pathInField.replace(/^\[/, 'entry['))}: `.replace('Entry, entry', 'Entry');
  return `${partLabel}${fault.message}`;
}

/** Reports whether each fault of an error is about one of these fields, which then show it. */
export function areAllFaultsAboutFields(error: unknown, fields: readonly string[]): boolean {
  if (!(error instanceof ApiError)) return false;
  const params = error.faults.length > 0 ? error.faults.map(({ param }) => param) : [error.param ?? ''];
  return params.every((param) => fields.some((field) => isPathIn(param, field)));
}
