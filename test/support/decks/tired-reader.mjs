/**
 * A process that ends at every page that it draws, instead of the one that reads a deck: at its opening (`opening` in the deck's file), else
 * at the first page that is not skipped. It reads a deck that is not to be drawn, and says as its title which pages were skipped.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { text } from 'node:stream/consumers';

if ((await text(process.stdin)) === '') process.exit(0);
const { maker_file, skipped } = JSON.parse(readFileSync('job.json', 'utf8'));
const isOpening = readFileSync('deck').includes('opening');
if (maker_file !== null) {
  const step = isOpening ? { page: 0, pages: 9, isOpening } : { page: skipped.length + 1, pages: 9 };
  process.stdout.write(`${JSON.stringify(step)}\n`, () => process.exit(1));
} else {
  const facts = { kind: 'pptx', language: null, sides: null, settings: {}, slides: [], pages: 9, warnings: [] };
  writeFileSync('result.json', JSON.stringify({ deck: { ...facts, title: JSON.stringify(skipped) }, pictures: [] }));
}
