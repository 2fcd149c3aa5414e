/**
 * `npm run fuzz-decks`: changes sound decks of every kind (XML by its elements and values, zips by their parts, texts by their lines, PDFs by
 * their objects), and reads them as the isolated process does. Each must end in a refusal, or in a deck that the service takes and
 * whose report is true: no error of the service, no time or memory beyond the bounds, no slide that is lost without a line. It checks first
 * that it can fail.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { USUAL_DECK_CPU_BUDGET } from '#app/sandbox/deck-budget.ts';
import { deckProcessPermissionOptions } from '#app/sandbox/deck-permissions.ts';
import type { DeckProcessTask } from '#app/sandbox/deck-process-task.ts';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { deckDrawingModulePath } from '#engine/deck-drawing/deck-drawing-module-path.ts';
import { NUMBER_OPTION, TEXT_OPTION } from '#test/support/command-options.ts';
import { faultsOfResult } from '#test/support/fuzz/faults-of-result.ts';
import { mutateDeck } from '#test/support/fuzz/mutate-deck.ts';
import { randomChoices } from '#test/support/fuzz/random-choices.ts';
import { sampleDecks } from '#test/support/fuzz/sample-decks.ts';
import { peakMemoryOf } from '#test/support/processes/process-tree.ts';
import type { FuzzDeck, FuzzedDeck } from './fuzz-decks-child.ts';

const values = parseOptionsOrExit(
  `npm run fuzz-decks [-- options]: changed decks, read in processes of their own
  --seed N        the first change (1)
  --cases N       how many (1000)
  --seconds N     stops after so many seconds, if all are not read by then
  --workers N     processes that share them (1)
  --only NAME     samples with this in their name
  --keep FOLDER   keeps the decks that show a fault`,
  {
    seed: { ...NUMBER_OPTION, default: '1' },
    cases: { ...NUMBER_OPTION, default: '1000' },
    seconds: NUMBER_OPTION,
    workers: { ...NUMBER_OPTION, default: '1' },
    only: { ...TEXT_OPTION, default: '' },
    keep: TEXT_OPTION,
  },
);
const seed = Number(values.seed);
const cases = Number(values.cases);
const workers = Number(values.workers);
const seconds = Number(values.seconds ?? Number.POSITIVE_INFINITY);

/** CPU seconds that a changed deck may take: less than the budget of one. The samples take up to 2. */
const MOST_CPU_SECONDS = 7;
/** By the clock: a process that waits for nothing takes no processor time. */
const PATIENCE_MS = 120_000;
const MOST_BYTES = 512 * 2 ** 20;
/** A process keeps what it read: one with more than this is followed by another, and so is one after 200 decks. */
const TIRED_BYTES = 380 * 2 ** 20;
const TIRED_AFTER = 200;
const LOOK_MS = 100;
const TICKS_PER_SECOND = 100;
const TOLD_EVERY = 2000;

const SCRIPT = fileURLToPath(new URL('./fuzz-decks-child.ts', import.meta.url));
const MAKER = deckDrawingModulePath(dirname(SCRIPT)) ?? null;

function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

type Answer = FuzzedDeck | { ended: string };

/** A process that reads one deck at a time, and is started again when it has ended or has read enough. */
function reader() {
  let child: ChildProcess | undefined;
  let decks = 0;
  const start = (): ChildProcess => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fuzz-deck-')));
    const started = fork(SCRIPT, [], {
      cwd: folder,
      env: {},
      execArgv: ['--max-old-space-size=320', ...deckProcessPermissionOptions(SCRIPT, folder)],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    started.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return started;
  };
  const stop = (): void => {
    child?.disconnect();
    child = undefined;
    decks = 0;
  };
  return {
    stop,
    async read(job: FuzzDeck): Promise<Answer> {
      child ??= start();
      const running = child;
      const pid = running.pid ?? 0;
      let said = '';
      let why: string | undefined;
      running.stderr?.removeAllListeners('data').on('data', (text: Buffer) => {
        said = `${said}${text}`.slice(-2000);
      });
      const answer = await new Promise<Answer>((resolve) => {
        // The first deck of a process waits for its program.
        const cpuBefore = decks === 0 ? 4 : cpuOf(pid);
        const kill = (reason: string): void => {
          why = reason;
          running.kill('SIGKILL');
        };
        const timer = setTimeout(() => kill('takes no end'), PATIENCE_MS);
        const look = setInterval(() => {
          if (cpuOf(pid) - cpuBefore > MOST_CPU_SECONDS) kill(`takes more than ${MOST_CPU_SECONDS} CPU s`);
        }, LOOK_MS);
        const end = (result: Answer): void => {
          clearTimeout(timer);
          clearInterval(look);
          running.off('message', end).off('exit', onExit);
          resolve(result);
        };
        const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
          end({ ended: why ?? `${signal ?? `code ${code}`} ${said}` });
        running.once('message', end).once('exit', onExit);
        running.send(job);
      });
      decks += 1;
      if ('ended' in answer) {
        child = undefined;
        decks = 0;
        return answer;
      }
      const peak = peakMemoryOf(pid);
      if (peak > TIRED_BYTES || decks >= TIRED_AFTER || answer.wasExceeded) stop();
      if (peak > MOST_BYTES) stop();
      return peak > MOST_BYTES ? { ended: `had ${Math.round(peak / 2 ** 20)} MB` } : answer;
    },
  };
}

const LOOKS = ['auto', 'auto', 'redesign', 'original'] as const;

/** The change of a number: which sample, how it is changed, and what is asked for. */
function caseOf(at: number) {
  const choose = randomChoices(at);
  const sample = choose.of(samples);
  const look = choose.of(LOOKS);
  const task: DeckProcessTask = {
    ...{ look, pdf_text: choose.of(['notes', 'none'] as const), long_side: 480, max_slides: 100, has_pdf: false },
    // Drawing takes most of the time.
    ...{ maker_file: choose.oneIn(4) ? (MAKER ?? undefined) : null, skipped: choose.oneIn(10) ? [2] : [] },
    ...{ fetched: {}, budget: USUAL_DECK_CPU_BUDGET, spent_cpu_seconds: 0, started_pictures: 0, cpu_time_factor: 1 },
  };
  return { sample, task, deck: mutateDeck(sample, choose) };
}

const faultsOf = (answer: Answer, { look, maker_file }: DeckProcessTask): string[] => {
  if ('ended' in answer) return [`the process ended: ${answer.ended}`];
  // Without memory, it would have ended.
  if ('error' in answer) return answer.wasExceeded ? [] : [answer.error];
  return faultsOfResult(answer.result, answer.files, look === 'auto' && maker_file !== undefined);
};

/** Fails where this fuzz could not: for an error of a reader, and for a report that is not true. */
async function checkItCanFail(): Promise<void> {
  const sound = samples.find(({ name }) => name.endsWith('.md')) ?? samples[0];
  if (!sound) throw new Error(`no sample has ${values.only} in its name`);
  const { task } = caseOf(1);
  const one = reader();
  const answer = await one.read({ deck: sound.bytes, task: { ...task, look: 'auto' } });
  if (!('result' in answer)) throw new Error('a sound deck is not read');
  // Missing bytes are an error of the service.
  const broken = await one.read({ deck: undefined as unknown as Uint8Array, task });
  if (!('error' in broken)) throw new Error('an error of a reader shows no fault');
  one.stop();
  const untrue = JSON.stringify({
    deck: {
      kind: 'pptx',
      title: 'undefined',
      language: null,
      sides: null,
      settings: {},
      slides: [],
      pages: 3,
      warnings: [],
    },
    pictures: [],
  });
  if (faultsOfResult(untrue, ['../a'], true).length < 5) throw new Error('a report that is not true shows no fault');
}

const samples = (await sampleDecks()).filter(({ name }) => name.includes(values.only));
const tally = new Map<string, number>();
const faults: string[] = [];
const begun = performance.now();
const elapsed = (): number => (performance.now() - begun) / 1000;
let done = 0;
if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });

async function share(first: number): Promise<void> {
  const one = reader();
  for (let at = first; at < seed + cases && elapsed() < seconds; at += workers) {
    const { sample, task, deck } = caseOf(at);
    const tired = await one.read({ deck, task });
    // A process that has read others has what they left: what one takes is seen in its own.
    const answer = 'ended' in tired ? await one.read({ deck, task }) : tired;
    const how = 'result' in answer ? (answer.result.startsWith('{"refusal"') ? 'refused' : 'taken') : 'ended';
    tally.set(`${sample.name} ${how}`, (tally.get(`${sample.name} ${how}`) ?? 0) + 1);
    for (const fault of faultsOf(answer, task)) {
      faults.push(`seed ${at} (${sample.name}, ${task.look}): ${fault}`);
      console.log(`FAULT ${faults.at(-1)}`);
      if (values.keep !== undefined) writeFileSync(join(values.keep, `${at}-${sample.name}`), deck);
    }
    done += 1;
    if (done % TOLD_EVERY === 0) console.log(`${done} decks, ${faults.length} faults`);
  }
  one.stop();
}

await checkItCanFail();
await Promise.all(Array.from({ length: workers }, (_, index) => share(seed + index)));
for (const [name, count] of [...tally].sort()) console.log(`${String(count).padStart(8)}  ${name}`);
console.log(`${done} changed decks from seed ${seed} in ${elapsed().toFixed(0)} s, ${faults.length} faults`);
if (done === 0) console.log('Nothing was read: no sample, no case, or no time for one.');
process.exitCode = faults.length > 0 || done === 0 ? 1 : 0;
