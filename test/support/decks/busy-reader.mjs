/**
 * A process that takes processor time, instead of the one that reads a deck. The deck says how much: `busy-` and a plan in base64url stand
 * somewhere in its file. `pages` has the CPU seconds of each page, `repeated` says how often each is announced. A page that is skipped
 * takes none. It says as the title of the deck which pages were skipped, and whether slides may be drawn.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { text } from 'node:stream/consumers';

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
/** @param {number} seconds */
const take = (seconds) => {
  const end = cpuSeconds() + seconds;
  while (cpuSeconds() < end);
};
/** @param {object} step */
const say = (step) => new Promise((go) => process.stdout.write(`${JSON.stringify(step)}\n`, go));

if ((await text(process.stdin)) === '') process.exit(0);
const { maker_file, skipped } = JSON.parse(readFileSync('job.json', 'utf8'));
const [, plan = ''] = /busy-([\w-]+)/.exec(readFileSync('deck', 'latin1')) ?? [];
const { pages, repeated = 1 } = JSON.parse(Buffer.from(plan, 'base64url').toString());
await say({ page: 0, pages: 0 });
for (const [at, seconds] of pages.entries()) {
  if (skipped.includes(at + 1)) continue;
  for (let time = 0; time < repeated; time += 1) await say({ page: at + 1, pages: pages.length });
  take(seconds);
}
const title = JSON.stringify({ skipped, isDrawn: maker_file !== null });
const facts = { kind: 'pdf', language: null, sides: null, settings: {}, slides: [], pages: pages.length, warnings: [] };
writeFileSync('result.json', JSON.stringify({ deck: { ...facts, title }, pictures: [] }));
