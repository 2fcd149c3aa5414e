import type { Mode } from './mode.ts';

/** Something that a test needs, and that not every mode has. */
interface Need {
  /** The modes that have it. */
  modes: readonly Mode[];
  /** Why the others do not. */
  reason: string;
  /** The tests that need it: file and full name. A run fails when it leaves out others, or not these. */
  tests: readonly string[];
}

/**
 * All that end-to-end tests need and not every mode has. A test names its need; where it is not met the test is skipped,
 * and the end of the run says why. `npm run test:e2e -- --help` prints this list.
 */
export const NEEDS = {
  'large headers': {
    modes: ['embedded', 'endpoint'],
    reason: 'API Gateway takes 10,240 bytes of headers, and refuses more by itself, in words of its own',
    tests: [
      'test/e2e/credentials.test.ts: every operation > refuses tokens of 100 kB',
      'test/e2e/credentials.test.ts: cookies of other pages on the same host > are ignored: very long',
      'test/e2e/hostile-requests.test.ts: headers > that are odd do no harm: accept: 10,000 types',
      'test/e2e/hostile-requests.test.ts: headers > that are odd do no harm: cookie: long',
      'test/e2e/hostile-requests.test.ts: headers > that are odd do no harm: a header of 60 kB',
    ],
  },
  'the API process': {
    modes: ['embedded', 'endpoint'],
    reason: 'the ports of one process of this machine are looked at; deployed, there is a process for each function',
    tests: [
      'test/e2e/webhook-receivers.test.ts: a receiver that leads into our own network > finds no port of it beside the one of the API',
    ],
  },
  DATA_DIR: {
    modes: ['embedded', 'endpoint'],
    reason: 'the command finds a service of this machine by its folder',
    tests: [
      'test/e2e/webhook-receivers.test.ts: npm run listen > registers itself, tells of every delivery of a render, and leaves nothing behind',
    ],
  },
  'the files of the database': {
    modes: ['embedded'],
    reason: 'files are looked at in which an endpoint keeps nothing',
    tests: [
      'test/e2e/webhook-receivers.test.ts: a secret > is in no log, answer, item, stream image, message or file: neither in the clear nor encoded',
    ],
  },
  'a service that it starts': {
    modes: ['embedded'],
    reason: 'the recipe starts a service of its own, with the emulators of the local stack, whatever the mode is',
    tests: [
      'test/e2e/github-actions-recipe.test.ts: the recipe for GitHub Actions makes a video, and renders only what changed on the next push',
    ],
  },
} as const satisfies Record<string, Need>;

export type NeedName = keyof typeof NEEDS;

/** What a skipped test says. */
export const reasonToSkip = (need: NeedName, mode: Mode): string => `not ${mode}: ${NEEDS[need].reason}`;

/** Each need, why not every mode has it, and its tests. */
export const describeNeeds = (): string[] =>
  Object.entries(NEEDS).map(([name, { modes, reason, tests }]) =>
    [`${name} (only ${modes.join(', ')}): ${reason}`, ...tests].join('\n    '),
  );

/**
 * Compares what a run left out with the list.
 * @param ran files that ran whole
 * @param skipped the tests that were skipped, as the list names them, with what they said
 * @returns a line for each difference
 */
export function compareWithNeeds(mode: Mode, ran: readonly string[], skipped: ReadonlyMap<string, string>): string[] {
  const needs = (Object.keys(NEEDS) as NeedName[]).filter(
    (name) => !(NEEDS[name].modes as readonly Mode[]).includes(mode),
  );
  const listed = new Map<string, string>(
    needs.flatMap((name) => NEEDS[name].tests.map((test) => [test, reasonToSkip(name, mode)])),
  );
  const held = [...listed.keys()].filter(
    (test) => ran.some((file) => test.startsWith(`${file}: `)) && skipped.get(test) !== listed.get(test),
  );
  const unlisted = [...skipped].filter(
    ([test, reason]) => reason.startsWith(`not ${mode}: `) && listed.get(test) !== reason,
  );
  return [
    ...held.map((test) => `${test}: is listed, but was not left out for its need`),
    ...unlisted.map(([test]) => `${test}: was left out, but is not listed`),
  ];
}
