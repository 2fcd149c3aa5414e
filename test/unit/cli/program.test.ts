import { describe, expect, it } from 'vitest';
import { createCommandFromCatalog } from '#cli/program.ts';
import { UsageError } from '#emulators/host/command-errors.ts';

const command = () =>
  createCommandFromCatalog('deploy')
    .requiredOption('--stage <name>', 'the stage')
    .option('--verbose', 'more')
    .action(() => undefined);

/** The answer to a wrong call. */
function faultOf(args: readonly string[], make = command): string {
  try {
    make().parse([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('The call is right.');
}

describe('a call without an option that it needs', () => {
  const missing = "Required option '--stage <name>' not specified.\n";

  it('learns which option exists instead of the mistyped one', () => {
    const hint = '(Did you mean --stage instead of --stag?)';
    expect(faultOf(['--stag', 'dev'])).toBe(`${missing}${hint}\n\nSee deploy --help.`);
    expect(faultOf(['--verbose', '--stag=dev'])).toContain(hint);
    // Also where the rest of the call is for another program.
    expect(faultOf(['--stag', 'dev'], () => command().allowUnknownOption().allowExcessArguments())).toContain(hint);
  });

  it.each([[[]], [['--verbose']], [['--debug', 'x']]])('has no hint where nothing is mistyped: %j', (args) => {
    expect(faultOf(args)).toBe(`${missing}\nSee deploy --help.`);
  });
});

it('an option that a command does not know is answered with the near one', () => {
  expect(faultOf(['--stage', 'dev', '--verbos'])).toContain("Unknown option '--verbos'.\n(Did you mean --verbose?)");
});
