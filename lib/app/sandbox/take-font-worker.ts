/**
 * The process that makes a font of one file of a client. It has no environment, no rights and no other work: an engine that ends at
 * hostile bytes ends this process. The file comes as its input; its output is a line that says that it started, a line of JSON
 * (`fontResult`), and the bytes of the font.
 */
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { takeFont } from '#features/fonts/take-font.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { BEGUN } from './take-font-apart.ts';

const file = await buffer(process.stdin);
process.stdout.write(`${BEGUN}\n`);
try {
  const { bytes, ...facts } = await takeFont(file);
  process.stdout.write(`${JSON.stringify({ facts })}\n`);
  process.stdout.write(bytes);
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  process.stdout.write(`${JSON.stringify({ fault: { code: error.code, message: error.message } })}\n`);
}
