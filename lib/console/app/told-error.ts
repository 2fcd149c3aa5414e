import { ApiError, NoAnswer } from '../../client/api-error.ts';

/** A fault of one field of a request. */
export interface FieldFault {
  /** The field as the API calls it: `slides[0].title`. */
  param: string;
  message: string;
}

/** A failure in the words of the console. */
export interface ToldError {
  message: string;
  code?: string | undefined;
  requestId?: string | undefined;
  param?: string | undefined;
  faults: readonly FieldFault[];
}

/** Messages of the validator, and the sentences that replace them. */
const PLAIN: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^Too big: expected array to have <=(\d+) items?$/, (most) => `Use at most ${most} entries.`],
  [/^Too small: expected array to have >=1 items?$/, () => 'Add at least one entry.'],
  [/^Too small: expected array to have >=(\d+) items?$/, (least) => `Use at least ${least} entries.`],
  [/^Too big: expected string to have <=(\d+) characters?$/, (most) => `Use at most ${most} characters.`],
  [/^Too small: expected string to have >=1 characters?$/, () => 'Enter a text.'],
  [/^Too small: expected string to have >=(\d+) characters?$/, (least) => `Use at least ${least} characters.`],
  [/^Too big: expected (?:number|int) to be <=(-?[\d.e+]+)$/, (most) => `Enter a number of at most ${most}.`],
  [/^Too small: expected (?:number|int) to be >=(-?[\d.e+]+)$/, (least) => `Enter a number of at least ${least}.`],
  [/^Invalid input: expected (?:number|int), received .*$/, () => 'Enter a number.'],
  [/^Invalid input: expected int.*$/, () => 'Enter a whole number.'],
  [/^Invalid input: expected string, received .*$/, () => 'Enter a text.'],
  [/^Invalid URL$/, () => 'Enter an address that begins with https://.'],
  [
    /^Invalid option: expected one of (.*)$/,
    (options) => `Choose one of ${options.replaceAll('"', '').replaceAll('|', ', ')}.`,
  ],
  [/^Unrecognized keys?: (.*)$/, (keys) => `The API does not know the field ${keys.replaceAll('"', '')}.`],
];

/** A message without the terms of the validator; any other message stays as it is. */
export function plainMessage(message: string): string {
  for (const [pattern, write] of PLAIN) {
    const match = pattern.exec(message);
    if (match) return write(...match.slice(1));
  }
  return message;
}

const PLACE = /^slides\[(\d+)\]\.?/;

/** `slides[0].bullet_points[2]` → `Slide 1, bullet points, entry 3`. */
export function fieldInWords(param: string): string {
  const words = param
    .replace(PLACE, (_, index: string) => `slide ${String(Number(index) + 1)}, `)
    .replaceAll(/\[(\d+)\]/g, (_, index: string) => `, entry ${String(Number(index) + 1)}`)
    .replaceAll('.', ', ')
    .replaceAll('_', ' ')
    .replace(/, $/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The message of a failure: that of the service, with its code and the id of the request, which support asks for. */
export function toldError(error: unknown): ToldError {
  if (error instanceof ApiError) {
    const { code, requestId, param, faults } = error;
    const [first = ''] = error.message.split('\n');
    const said = first.replace(/^.*? answered \d+ \w+: /, '').replace(/ \(req_\w+\)$/, '');
    const plain = faults.map((fault) => ({ ...fault, message: plainMessage(fault.message) }));
    const [only] = plain;
    const message = plain.length === 1 && only ? only.message : plainMessage(said);
    return { message, code, requestId, param, faults: plain.length > 1 ? plain : [] };
  }
  if (error instanceof NoAnswer)
    return { message: 'The service does not answer. Check the connection, then try again.', faults: [] };
  return { message: error instanceof Error ? error.message : String(error), faults: [] };
}

/** Whether a fault is in a field, or in a part of it: `chart.series[0].name` is in `chart`. */
const isIn = (param: string, field: string): boolean =>
  param === field || param.startsWith(`${field}.`) || param.startsWith(`${field}[`);

/** The message of a failure about one field; undefined where the failure is not about it. @param field as the API calls it */
export function fieldFault(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const faults =
    error.faults.length > 0 ? error.faults : [{ param: error.param ?? '', message: toldError(error).message }];
  const found = faults.find(({ param }) => isIn(param, field));
  if (!found) return undefined;
  const part = found.param.slice(field.length).replace(/^\./, '');
  const place = part === '' ? '' : `${fieldInWords(part.replace(/^\[/, 'entry['))}: `.replace('Entry, entry', 'Entry');
  return `${place}${plainMessage(found.message)}`;
}

/** Whether every fault of a failure is about one of these fields, which then show it. */
export function isShownAt(error: unknown, fields: readonly string[]): boolean {
  if (!(error instanceof ApiError)) return false;
  const params = error.faults.length > 0 ? error.faults.map(({ param }) => param) : [error.param ?? ''];
  return params.every((param) => fields.some((field) => isIn(param, field)));
}
