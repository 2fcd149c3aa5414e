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

/** For requests whose headers are larger than what API Gateway takes. It refuses them itself, in words of its own. */
export const beyondApiGateway = (): ModalTests =>
  onlyIn(['embedded', 'endpoint'], 'sends more than the 10,240 bytes of headers that API Gateway takes');

/** Whether a value of a header is larger than all headers may be that API Gateway takes. */
export const isBeyondApiGateway = (value: string): boolean => value.length > 10_240;

/** For tests that look into the folder, the files or the processes of the local stack. */
export const onlyOnThisMachine = (what: string): ModalTests => onlyIn(['embedded', 'endpoint'], `looks at ${what}`);

/** For tests that look into the embedded emulators. */
export const onlyEmbedded = (what: string): ModalTests => onlyIn(['embedded'], `looks at ${what}`);
