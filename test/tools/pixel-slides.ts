/**
 * `node test/tools/pixel-slides.ts [count] [seed]`: draws slides of seeds, and finds in their pictures text over text, text at or beyond the edge of
 * the page, text that is covered or cut off, and words that are missing; what `check` says of pages is compared with them. Prints each fault with its slide as JSON, and counts by kind. `--brief`: without the slides.
 */
import { pageDifferences } from '#test/support/drawing/compare-pages.ts';
import { pixelFaults } from '#test/support/drawing/pixel-faults.ts';
import { seededSlide } from '#test/support/drawing/seeded-slides.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const [count = 100, from = 1] = process.argv
  .slice(2)
  .filter((each) => /^\d+$/.test(each))
  .map(Number);
const isBrief = process.argv.includes('--brief');

const kinds = new Map<string, number>();
let [faulty, different] = [0, 0];
for (let seed = from; seed < from + count; seed++) {
  const seeded = seededSlide(seed);
  const faults = await pixelFaults(seeded);
  if (faults.length > 0) faulty++;
  for (const { kind, texts, amount } of faults) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    say(`${seed} ${seeded.template} ${seeded.format} ${kind} ${amount} ${JSON.stringify(texts.slice(0, 4))}`);
  }
  const differences = await pageDifferences(seeded, faults);
  if (differences.length > 0) different++;
  for (const difference of differences) say(`${seed} ${seeded.template} ${seeded.format} check: ${difference}`);
  if (faults.length + differences.length > 0 && !isBrief)
    say(`  ${JSON.stringify({ ...seeded.slide, image: undefined })}`);
}
const counts = [...kinds].map(([kind, slides]) => `${kind} ${slides}`).join(', ');
say(`${count} slides, ${faulty} with faults${counts && `: ${counts}`}; the check differs in ${different}`);
