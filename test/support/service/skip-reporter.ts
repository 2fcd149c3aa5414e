import type { Reporter, TestModule } from 'vitest/node';

/** After a run: the tests that were skipped, and why. */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    const reasons = Map.groupBy(skipped, (test) => {
      const result = test.result();
      return (result.state === 'skipped' && result.note) || 'no reason was given';
    });
    for (const [reason, tests] of reasons) {
      process.stdout.write(`Skipped, ${reason}:\n`);
      for (const test of tests) process.stdout.write(`  ${test.module.relativeModuleId}: ${test.fullName}\n`);
    }
  }
}
