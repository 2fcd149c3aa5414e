import type { Mode } from './mode.ts';

/** Something that a test needs, and that not every mode has. */
interface Need {
  /** The modes that have it. */
  modes: readonly Mode[];
  /** Why the others do not. */
  reason: string;
}

/**
 * All that end-to-end tests need and not every mode has. A test names its need; where it is not met the test is skipped,
 * and the end of the run says why. `npm run test:e2e -- --help` prints this list.
 */
export const NEEDS = {
  'large headers': {
    modes: ['embedded', 'endpoint'],
    reason: 'API Gateway takes 10,240 bytes of headers, and refuses more by itself, in words of its own',
  },
  'the API process': {
    modes: ['embedded', 'endpoint'],
    reason: 'the ports of one process of this machine are looked at; deployed, there is a process for each function',
  },
  DATA_DIR: {
    modes: ['embedded', 'endpoint'],
    reason: 'the command finds a service of this machine by its folder',
  },
  'the files of the database': {
    modes: ['embedded'],
    reason: 'files are looked at in which an endpoint keeps nothing',
  },
} as const satisfies Record<string, Need>;

export type NeedName = keyof typeof NEEDS;

/** A line for each need. */
export const describeNeeds = (): string[] =>
  Object.entries(NEEDS).map(([name, { modes, reason }]) => `${name} (only ${modes.join(', ')}): ${reason}`);
