import { inject, it, type TestFunction } from 'vitest';
import type { Mode } from './mode.ts';
import { NEEDS, type NeedName, reasonToSkip } from './needs.ts';

/** `it` for tests that not every mode can hold. */
export interface ModalTests {
  it(name: string, test: TestFunction, timeoutMs?: number): void;
}

/**
 * Marks tests with what they need. In modes that do not have it they are skipped, and the report of the run tells why.
 * @throws Error for a test that the list of needs does not have: in every mode, so that the list is right before another mode runs
 */
export function needing(need: NeedName): ModalTests {
  const { mode } = inject('sharedStack');
  const { modes, tests }: { modes: readonly Mode[]; tests: readonly string[] } = NEEDS[need];
  return {
    it(name, test, timeoutMs) {
      if (!tests.some((listed) => listed.endsWith(name)))
        throw new Error(`"${need}" does not list the test "${name}".`);
      if (modes.includes(mode)) it(name, test, timeoutMs);
      else it(name, ({ skip }) => skip(reasonToSkip(need, mode)));
    },
  };
}

/** Whether a value of a header is larger than all headers may be that API Gateway takes. */
export const isBeyondApiGateway = (value: string): boolean => value.length > 10_240;
