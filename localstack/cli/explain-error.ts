import {
  CommandError,
  InterruptedBySignalError,
  ServiceRequestFailedError,
  UsageError,
} from '#emulators/host/command-errors.ts';
import { findErrorRow } from '#front/api/error-texts.ts';
import { ApiError, NoAnswer, UNREADABLE_ANSWER_CODE } from '#front/client/api-error.ts';
import { adaptCommandCallsToInstallation } from './command-catalog.ts';

/** Exit codes of failed commands. 0 is success, and 128 + n the end by signal n. */
export const EXIT_CODES = { failed: 1, misused: 2 } as const;

/** The exit code for an error: 128 + n after signal n, 2 for wrong arguments, 1 for any other failure. */
export function exitCodeForError(error: unknown): number {
  if (error instanceof InterruptedBySignalError) return error.exitCode;
  return error instanceof UsageError ? EXIT_CODES.misused : EXIT_CODES.failed;
}

/**
 * Names of errors whose message is all that a user needs. Errors are compared by name; names are literals where importing the class would
 * load its module.
 */
const SELF_EXPLANATORY = [
  'StartError',
  'Mp4Error',
  'DeckRefusal',
  'UnknownAccountError',
  'CredentialNotAllowedError',
  'ExportDirectoryExistsError',
  CommandError.name,
  ServiceRequestFailedError.name,
  UsageError.name,
  InterruptedBySignalError.name,
];

/** Advice for an answer without the error shape of the service, which another server has probably sent. */
const WRONG_ADDRESS_ADVICE = 'Check the address: it ends with the version, as in http://localhost:3000/v1.';

/** Lines of advice for an error of the service, and the address of the documentation of its code. */
function adviceFor({ code, docUrl }: ApiError): string[] {
  if (code === UNREADABLE_ANSWER_CODE) return [WRONG_ADDRESS_ADVICE];
  const advice = findErrorRow(code)?.cli;
  return [...(advice === undefined ? [] : [advice]), ...(docUrl === undefined ? [] : [`See ${docUrl}`])];
}

/** Cause and advice for error codes of the operating system. */
const SYSTEM_ERROR_SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Choose a place where you may write, or change its permissions.',
  EPERM: 'the system does not permit it. Choose another place, or change its permissions.',
  EROFS: 'the file system is read-only. Choose another place.',
  ENOSPC: 'no space is left on the device. Free some, or choose another place.',
  EDQUOT: 'the disk quota is used up. Free some space, or choose another place.',
  ENOENT: 'there is no such file or folder. Check the name.',
  ENOTDIR: 'a part of the path is not a folder. Check the name.',
  EISDIR: 'it is a folder. Name a file in it.',
  EEXIST: 'it is there already. Choose another name.',
  ENAMETOOLONG: 'the name is too long. Choose a shorter one.',
  EMFILE: 'too many files are open. Raise the limit (`ulimit -n`).',
  EADDRINUSE: 'another program listens there. Stop it, or choose another port.',
};

/** The message for an error of the operating system; undefined for any other error. */
function systemErrorMessage(error: Error): string | undefined {
  const { code, path, port, syscall } = error as NodeJS.ErrnoException & { port?: number };
  if (syscall === undefined || code === undefined || !Object.hasOwn(SYSTEM_ERROR_SENTENCES, code)) return undefined;
  return `${path ?? (port === undefined ? syscall : `Port ${port}`)}: ${SYSTEM_ERROR_SENTENCES[code]}`;
}

/**
 * The message for an error of the service. For a status below 500: the reason, with code and request id in parentheses; else the first line
 * of the message. Faults follow, one a line.
 */
function apiErrorText({ message, status, reason, code, requestId }: ApiError): string {
  const [firstLine, ...faults] = message.split('\n');
  const identifiers = [code, requestId].filter((identifier) => identifier !== undefined);
  return [status < 500 ? `${reason} (${identifiers.join(', ')})` : firstLine, ...faults].join('\n');
}

/** The message of an error for the user, with the next step if one is known. With `VIDEO_DEBUG`, an unexpected error is shown with its stack. */
export const explainError = (
  error: unknown,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string => adaptCommandCallsToInstallation(messageOf(error, environment));

function messageOf(error: unknown, environment: Readonly<Record<string, string | undefined>>): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ApiError) return [apiErrorText(error), ...adviceFor(error)].join('\n');
  if (error instanceof NoAnswer)
    return `${error.message}\nCheck the address and that the service runs there: \`npm start\` starts one on this machine.`;
  if (SELF_EXPLANATORY.includes(error.name)) return error.message;
  const sentence = systemErrorMessage(error);
  if (sentence !== undefined) return sentence;
  if (environment.VIDEO_DEBUG) return error.stack ?? error.message;
  if (error.name === 'CredentialsProviderError')
    return 'There are no credentials for AWS here. Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  return `${error.name}: ${error.message}\nThis is unexpected. VIDEO_DEBUG=1 shows where it happened.`;
}
