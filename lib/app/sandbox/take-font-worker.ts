/**
 * The process that makes a font from one file of a client. It has no environment and no other task: a font engine that crashes at hostile
 * bytes ends only this process. Its input is the file; its output is the line `FILE_PROCESS_STARTED_LINE`, a line of JSON (`fontResultSchema`), and the bytes
 * of the font.
 */
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { makeSafeFont } from '#features/fonts/take-font.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { FILE_PROCESS_STARTED_LINE } from './run-file-process.ts';

const fontFile = await buffer(process.stdin);
process.stdout.write(`${FILE_PROCESS_STARTED_LINE}\n`);
try {
  const { bytes, ...facts } = await makeSafeFont(fontFile);
  process.stdout.write(`${JSON.stringify({ facts })}\n`);
  process.stdout.write(bytes);
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  process.stdout.write(`${JSON.stringify({ fault: { code: error.code, message: error.message } })}\n`);
}
