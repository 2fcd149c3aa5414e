/**
 * The process that reads the theme of one deck. It runs JavaScript only, under the permissions of the process that reads decks for imports:
 * it may read its program and no other file, and has no network. Its input is the deck; its output is the line `FILE_PROCESS_STARTED_LINE`, a line of JSON
 * (`themeResultSchema`), and the bytes of the logo.
 */
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { FILE_PROCESS_STARTED_LINE } from './run-file-process.ts';
import { removeNetworkFromProcess } from './seal-process.ts';
import { readThemeOfDeck } from './take-theme.ts';

removeNetworkFromProcess();
const deckFile = await buffer(process.stdin);
process.stdout.write(`${FILE_PROCESS_STARTED_LINE}\n`);
try {
  const { facts, logo } = await readThemeOfDeck(deckFile);
  process.stdout.write(`${JSON.stringify({ facts })}\n`);
  process.stdout.write(logo);
} catch (error) {
  if (!(error instanceof DeckRefusal)) throw error;
  const code = error.code === 'look_unavailable' ? 'import_invalid' : error.code;
  process.stdout.write(`${JSON.stringify({ fault: { code, message: error.message } })}\n`);
}
