/**
 * Loaded before anything of lib: from here on the use cases, and the stores in memory, get files in memory, ids from the
 * seed and turns of the scheduler where they import files, ids and turns of this machine. Not a line of lib changes.
 * The time of this machine and its random numbers are out of reach: a use case that asks for them gets an error.
 */
import { registerHooks } from 'node:module';
import { replaceSignals } from './abort.ts';

const SUBSTITUTES: Readonly<Record<string, string>> = {
  ulid: 'ids.ts',
  'node:fs': 'files.ts',
  'node:fs/promises': 'files.ts',
  'node:stream/promises': 'files.ts',
  'node:timers/promises': 'turns.ts',
  'node:crypto': 'crypto.ts',
};
const REPLACED_IN =
  /\/(lib\/(kernel\/shared|platform\/leases|engine\/speech|engine\/video\/drawing|features\/(renders|narration|webhooks|uploads|images|music|timelines))|test\/support\/fakes)\//;
/** Modules that only compute: theirs is remembered, since thousands of schedules ask for the same. */
const REMEMBERED = ['prepare-speech-script', 'tokens', 'caption-width', 'timeline-snapshot', 'queue-messages', 'copy'];
const REMEMBERED_FILE = new RegExp(`/(${REMEMBERED.join('|')})\\.ts$`);
/** Those that were asked for under these names: after a change of its name, a module would be used as it is. */
const replaced = new Set<string>();
const HERE = new URL('.', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const file = SUBSTITUTES[specifier];
    const { parentURL = '' } = context;
    if (file !== undefined && REPLACED_IN.test(parentURL)) return next(new URL(file, HERE).href, context);
    const [, remembered] = parentURL.startsWith(HERE) ? [] : (REMEMBERED_FILE.exec(specifier) ?? []);
    if (remembered !== undefined) replaced.add(remembered);
    return next(remembered === undefined ? specifier : new URL(`${remembered}.ts`, HERE).href, context);
  },
});

const refuse = (what: string) => (): never => {
  throw new Error(`${what} is not of the simulation`);
};
const RealDate = Date;
/** What a command needs to measure itself. */
export const realNow = RealDate.now.bind(RealDate);

class SimulatedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    if (given[0] === undefined) throw new Error('the time of this machine is not of the simulation');
    super(given[0]);
  }
  static override now = refuse('Date.now');
}

/**
 * Called once everything is loaded: libraries may look at the time while they are loaded.
 * @throws Error if a substitute is not in use
 */
export function forbidRealTime(): void {
  const unused = REMEMBERED.filter((name) => !replaced.has(name));
  if (unused.length > 0) throw new Error(`no module that is loaded is named ${unused.join(', ')}`);
  globalThis.Date = SimulatedDate as unknown as DateConstructor;
  Math.random = refuse('Math.random');
  replaceSignals();
}
