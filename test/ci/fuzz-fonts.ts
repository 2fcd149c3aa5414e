/**
 * `npm run fuzz-fonts`: damages fonts, makes fonts of them as the decoder does, and draws what was taken as slides do. What ends
 * the process that makes is a refusal; what ends the process that draws is a fault, and this command fails. It checks first that
 * it can fail: an aborting font that was not made ends the process that draws.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import decompressWoff2 from 'woff2-encoder/decompress';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION } from '#test/support/command-options.ts';
import { mutateFont } from '#test/support/fonts/mutate-font.ts';
import { BRAND_FONT, CFF_FONT, HEBREW_FONT, VARIABLE_FONT } from '#test/support/samples/fonts.ts';
import { ABORTING_OUTLINE, smallFont } from '#test/support/samples/small-font.ts';
import type { FuzzAnswer, FuzzJob } from './fuzz-fonts-child.ts';

const values = parseOptionsOrExit(
  `npm run fuzz-fonts [-- options]: damaged fonts, made and drawn in processes of their own
  --seed N        the first damage (1)
  --runs N        how many (1000)
  --workers N     pairs of processes that share them (1)`,
  {
    seed: { ...NUMBER_OPTION, default: '1' },
    runs: { ...NUMBER_OPTION, default: '1000' },
    workers: { ...NUMBER_OPTION, default: '1' },
  },
);
const seed = Number(values.seed);
const runs = Number(values.runs);
const workers = Number(values.workers);

/** Far longer than a font takes; the service ends the process by its processor time. */
const PATIENCE_MS = 300_000;
const TOLD_EVERY = 10_000;

type Answer = FuzzAnswer | { ended: string };

/** A process that does one job at a time, and is started again when it has ended. */
function worker(role: 'make' | 'draw') {
  let child: ChildProcess | undefined;
  const start = (): ChildProcess =>
    fork(fileURLToPath(new URL('./fuzz-fonts-child.ts', import.meta.url)), [role], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  return {
    async run(job: FuzzJob): Promise<Answer> {
      child ??= start();
      const running = child;
      const answer = await new Promise<Answer>((resolve) => {
        const timer = setTimeout(() => running.kill('SIGKILL'), PATIENCE_MS);
        const end = (said: Answer): void => {
          clearTimeout(timer);
          running.removeAllListeners();
          resolve(said);
        };
        running.once('message', (said: FuzzAnswer) => end(said));
        running.once('exit', (code, signal) => end({ ended: signal ?? `code ${code}` }));
        running.send(job);
      });
      if ('ended' in answer) child = undefined;
      return answer;
    },
    stop: () => void child?.disconnect(),
  };
}

async function baseFonts(): Promise<Record<string, Buffer>> {
  const plain = async (file: string): Promise<Buffer> => Buffer.from(await decompressWoff2(await readFile(file)));
  return {
    truetype: await plain(BRAND_FONT),
    hebrew: await plain(HEBREW_FONT),
    cff: await plain(CFF_FONT),
    variable: await plain(VARIABLE_FONT),
    small: smallFont(),
  };
}

/** Counts by a name. */
class Tally extends Map<string, number> {
  add(name: string): void {
    this.set(name, (this.get(name) ?? 0) + 1);
  }
}

async function checkItCanFail(): Promise<void> {
  const [maker, drawer] = [worker('make'), worker('draw')];
  const aborting = { font: smallFont({ outline: ABORTING_OUTLINE }), weight: 400 };
  const sound = { font: smallFont(), weight: 400 };
  const drawn = await drawer.run(sound);
  const made = await maker.run(sound);
  const drawnAborting = await drawer.run(aborting);
  const madeAborting = await maker.run(aborting);
  maker.stop();
  drawer.stop();
  if (!('drawn' in drawn && 'made' in made)) throw new Error('a sound font is not made and drawn');
  if (!('ended' in drawnAborting && drawnAborting.ended === 'SIGABRT'))
    throw new Error('the font that ends engines ended none: this fuzz could not fail');
  if ('made' in madeAborting) throw new Error('the font that ends engines was taken');
}

const bases = Object.entries(await baseFonts());
const tally = new Tally();
const faults: string[] = [];
let done = 0;

async function share(first: number): Promise<void> {
  const [maker, drawer] = [worker('make'), worker('draw')];
  for (let at = first; at < seed + runs; at += workers) {
    const [name, base] = bases[at % bases.length] ?? ['small', smallFont()];
    const answer = await maker.run({ font: mutateFont(base, at), weight: 400 });
    if ('refused' in answer) tally.add(`${name} refused`);
    if ('ended' in answer) tally.add(`${name} ended the maker (${answer.ended})`);
    if ('made' in answer) {
      tally.add(`${name} taken`);
      const drawn = await drawer.run({ font: answer.made, weight: answer.weight });
      if (!('drawn' in drawn)) {
        const how = 'ended' in drawn ? drawn.ended : 'no answer';
        faults.push(`seed ${at} (${name}): the process that draws ended: ${how}`);
      }
    }
    if (++done % TOLD_EVERY === 0) console.log(`${done} fonts, ${faults.length} faults`);
  }
  maker.stop();
  drawer.stop();
}

await checkItCanFail();
const begun = performance.now();
await Promise.all(Array.from({ length: workers }, (_, index) => share(seed + index)));
for (const [name, count] of [...tally].sort()) console.log(`${String(count).padStart(8)}  ${name}`);
for (const fault of faults) console.log(`FAULT ${fault}`);
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
console.log(`${runs} damaged fonts from seed ${seed} in ${seconds} s, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
