import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** The options of a command, in the form of `parseArgs`. The value of an option with `isNumber` must be a number. */
export type CommandOptions = ParseArgsOptionsConfig & Record<string, { isNumber?: boolean }>;

type OptionValues<Options extends CommandOptions> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** The values of the options; or a text that the command prints instead of running, with its exit code. */
export type OptionValuesOrExitText<Options extends CommandOptions> =
  | { values: OptionValues<Options> }
  | { text: string; exitCode: 0 | 2 };

/** The exit code of a command with wrong arguments, as of most programs. */
const USAGE_ERROR = 2;

/** Parses the arguments of a command. Gives the usage for `--help`, and an error with the usage for wrong arguments. */
export function parseCommandArguments<Options extends CommandOptions>(
  usage: string,
  options: Options,
  args: readonly string[],
): OptionValuesOrExitText<Options> {
  if (args.includes('--help') || args.includes('-h')) return { text: usage.trim(), exitCode: 0 };
  const usageError = (sentence: string) => ({ text: `${sentence}\n\n${usage.trim()}`, exitCode: USAGE_ERROR }) as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    for (const [name, value] of Object.entries<unknown>(values))
      if (options[name]?.isNumber && (value === '' || !Number.isFinite(Number(value))))
        return usageError(`--${name} takes a number, not "${value}".`);
    return { values };
  } catch (error) {
    const isArgumentError =
      error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!isArgumentError) throw error;
    // Only the first sentence is shown: the others explain how to pass an argument that starts with a hyphen.
    return usageError(`${error.message.split('. ')[0]?.replace(/\.?$/, '.')}`);
  }
}

/** The values of the options of this process. For `--help` or wrong arguments, prints the usage and exits with 0 or 2. */
export function parseOptionsOrExit<Options extends CommandOptions>(
  usage: string,
  options: Options,
  args: readonly string[] = process.argv.slice(2),
): OptionValues<Options> {
  const commandLine = parseCommandArguments(usage, options, args);
  if ('values' in commandLine) return commandLine.values;
  exitWithText(commandLine);
}

/** Prints a text and exits; to stderr if the exit code is not 0. */
export function exitWithText({ text, exitCode }: { text: string; exitCode: 0 | 2 }): never {
  (exitCode === 0 ? console.log : console.error)(text);
  process.exit(exitCode);
}
