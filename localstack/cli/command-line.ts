import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Options of a command, as `parseArgs` has them; those with `isNumber` must be given a number. */
export type CommandOptions = ParseArgsOptionsConfig & Record<string, { isNumber?: boolean }>;

type Values<Options extends CommandOptions> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** The options that were given, or what the command says instead of running. */
export type ReadLine<Options extends CommandOptions> = { values: Values<Options> } | { text: string; exitCode: 0 | 2 };

/** Exit code of a command that was called in a way that it does not know, as of most programs. */
const MISUSED = 2;

/** Reads the arguments of a command. `--help` gives its usage; what it does not know, a sentence that says so. */
export function readLine<Options extends CommandOptions>(
  usage: string,
  options: Options,
  args: readonly string[],
): ReadLine<Options> {
  if (args.includes('--help') || args.includes('-h')) return { text: usage.trim(), exitCode: 0 };
  const misused = (sentence: string) => ({ text: `${sentence}\n\n${usage.trim()}`, exitCode: MISUSED }) as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    for (const [name, value] of Object.entries<unknown>(values))
      if (options[name]?.isNumber && (value === '' || !Number.isFinite(Number(value))))
        return misused(`--${name} takes a number, not "${value}".`);
    return { values };
  } catch (error) {
    const isOfArguments = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!isOfArguments) throw error;
    // The first sentence: the others explain how an argument may start with a hyphen.
    return misused(`${error.message.split('. ')[0]?.replace(/\.?$/, '.')}`);
  }
}

/** The options that a command was called with. Prints its usage and ends, with 0 or 2, when there is nothing to run. */
export function commandLine<Options extends CommandOptions>(
  usage: string,
  options: Options,
  args: readonly string[] = process.argv.slice(2),
): Values<Options> {
  const line = readLine(usage, options, args);
  if ('values' in line) return line.values;
  endUnrun(line);
}

/** Ends a command that has nothing to run, and says why. */
export function endUnrun({ text, exitCode }: { text: string; exitCode: 0 | 2 }): never {
  (exitCode === 0 ? console.log : console.error)(text);
  process.exit(exitCode);
}
