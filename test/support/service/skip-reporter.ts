import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { modeOf } from './mode.ts';
import { compareWithNeeds } from './needs.ts';

const NO_REASON = 'no reason was given';

/** As the list of needs names it. */
const nameOf = (test: TestCase): string => `${test.module.relativeModuleId}: ${test.fullName}`;

function reasonOf(test: TestCase): string {
  const result = test.result();
  return (result.state === 'skipped' && result.note) || NO_REASON;
}

/** After a run: the tests that were skipped, and why. A run that left out others than the list of needs says has failed. */
export default class SkipReporter implements Reporter {
  #isWhole = true;

  onInit({ config }: Vitest): void {
    this.#isWhole = config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const all = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    // With `-t` all others are skipped, without a word.
    const skipped = all.filter((test) => this.#isWhole || reasonOf(test) !== NO_REASON);
    for (const [reason, tests] of Map.groupBy(skipped, reasonOf)) {
      process.stdout.write(`Skipped, ${reason}:\n`);
      for (const test of tests) process.stdout.write(`  ${nameOf(test)}\n`);
    }
    const ran = modules.filter((module) => this.#isWhole && module.state() !== 'failed');
    const differences = compareWithNeeds(
      modeOf(process.env),
      ran.map(({ relativeModuleId }) => relativeModuleId),
      new Map(skipped.map((test) => [nameOf(test), reasonOf(test)])),
    );
    if (differences.length === 0) return;
    process.stdout.write(`test/support/service/needs.ts is wrong:\n  ${differences.join('\n  ')}\n`);
    process.exitCode = 1;
  }
}
