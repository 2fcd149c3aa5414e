import { describe, inject, it, type TestFunction } from 'vitest';
import type { Mode } from './mode.ts';

/** `it` and `describe` for tests that not every mode can hold. */
export interface ModalTests {
  it(name: string, test: TestFunction, timeoutMs?: number): void;
  describe(name: string, define: () => void): void;
}

/**
 * Marks tests of what only some modes have. In the others they are skipped, and the report of the run tells why.
 * @param reason why the other modes cannot hold them
 */
export function onlyIn(modes: readonly Mode[], reason: string): ModalTests {
  const { mode } = inject('sharedStack');
  if (modes.includes(mode)) return { it, describe };
  const skipped: ModalTests['it'] = (name) => it(name, ({ skip }) => skip(`not ${mode}: ${reason}`));
  return { it: skipped, describe: (name) => skipped(`${name} (all its tests)`, () => undefined) };
}

/** For tests that look into the folder, the files or the processes of the local stack. */
export const onlyOnThisMachine = (what: string): ModalTests => onlyIn(['embedded', 'endpoint'], `looks at ${what}`);

/** For tests that look into the embedded emulators. */
export const onlyEmbedded = (what: string): ModalTests => onlyIn(['embedded'], `looks at ${what}`);
