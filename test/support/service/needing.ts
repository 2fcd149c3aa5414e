import { describe, inject, it, type TestFunction } from 'vitest';
import type { Mode } from './mode.ts';
import { NEEDS, type NeedName } from './needs.ts';

/** `it` and `describe` for tests that not every mode can hold. */
export interface ModalTests {
  it(name: string, test: TestFunction, timeoutMs?: number): void;
  describe(name: string, define: () => void): void;
}

/** Marks tests with what they need. In modes that do not have it they are skipped, and the report of the run tells why. */
export function needing(need: NeedName): ModalTests {
  const { mode } = inject('sharedStack');
  const { modes, reason }: { modes: readonly Mode[]; reason: string } = NEEDS[need];
  if (modes.includes(mode)) return { it, describe };
  const skipped: ModalTests['it'] = (name) => it(name, ({ skip }) => skip(`not ${mode}: ${reason}`));
  return { it: skipped, describe: (name) => skipped(`${name} (all its tests)`, () => undefined) };
}

/** Whether a value of a header is larger than all headers may be that API Gateway takes. */
export const isBeyondApiGateway = (value: string): boolean => value.length > 10_240;
