/**
 * The process that reads one deck. It has no rights, no credentials and no folder but its own, which is its working directory:
 * `job.json`, `deck` and perhaps `pdf` are there when it begins, `result.json` and pictures when it ends. It writes a line for each
 * step that it begins; its parent ends it when a step takes too long, or the process takes too much memory.
 */
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { type DeckTask, takeDeck } from './take-deck.ts';

const task: DeckTask = JSON.parse(await readFile('job.json', 'utf8'));
const result = await takeDeck(task, {
  read: (name) => readFile(name),
  write: (name, bytes) => writeFile(name, bytes),
  begin: (step) => void process.stdout.write(`${JSON.stringify(step)}\n`),
});
await writeFile('result.json', JSON.stringify(result));
