import { Command, CommanderError, type ErrorOptions, Help, Option } from 'commander';
import { closestMatch } from 'leven';
import { UsageError } from '#emulators/host/command-errors.ts';
import { COMMANDS, type CommandName, scriptCall } from './command-catalog.ts';
import { EXIT, exitCodeOf, explainError } from './explain-error.ts';

/** A sentence of commander, as this project writes them: `error: unknown option '--x'` becomes `Unknown option '--x'.` */
function sentenceOf(message: string): string {
  const [first = '', ...hints] = message.replace(/^error: /, '').split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  return [/[.!?]$/.test(sentence) ? sentence : `${sentence}.`, ...hints.filter((hint) => hint !== '')].join('\n');
}

/** Words with which a command is called, with the commands above it. */
function callOf(command: Command): string {
  return `${command.parent ? `${callOf(command.parent)} ` : ''}${command.name()}`;
}

/** Wrong characters in an option that is taken for another one: as many as commander takes. */
const MAX_MISTAKES = 3;

/** Commander's command in the style of this project: sentences, exit code 2 for a wrong call, one look of help. */
class StyledCommand extends Command {
  constructor(name?: string) {
    super(name);
    this.exitOverride().helpOption('-h, --help', 'show this help').helpCommand(false);
    const { optionDescription } = Help.prototype;
    // That a switch is off until it is given goes without saying.
    this.configureHelp({ optionDescription: (option) => optionDescription(option).replace(' (default: false)', '') });
  }

  override createCommand(name?: string): StyledCommand {
    return new StyledCommand(name);
  }

  /** Every fault of a call comes here. */
  override error(message: string, fault?: ErrorOptions): never {
    // Commander looks for what is missing before it looks at what it does not know, which may be the same option mistyped.
    const hint = fault?.code === 'commander.missingMandatoryOptionValue' ? this.#mistyped() : undefined;
    throw new UsageError([sentenceOf(message), hint ?? [], `\nSee ${callOf(this)} --help.`].flat().join('\n'));
  }

  /** A hint at the option that an unknown one probably means. */
  #mistyped(): string | undefined {
    const flags = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ long }) => long ?? []);
    for (const word of this.args.filter((one) => /^--\w/.test(one))) {
      const given = word.replace(/=.*$/s, '');
      const near = flags.includes(given) ? undefined : closestMatch(given, flags, { maxDistance: MAX_MISTAKES });
      if (near !== undefined) return `(Did you mean ${near} instead of ${given}?)`;
    }
    return undefined;
  }
}

/** A program of several commands, or a command among them. */
export const styledCommand = (name: string, summary: string): Command => new StyledCommand(name).description(summary);

/** A command of the catalogue. @param more sentences of its help, after what it is for */
export function newCommand(name: CommandName, more = ''): Command {
  const { summary } = COMMANDS[name];
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return styledCommand(name, more === '' ? sentence : `${sentence} ${more}`).summary(summary);
}

/** The option of every command that can print for programs. @param what follows "print" */
export const jsonOption = (
  what = 'one JSON object on standard output; what people read goes to standard error',
): Option => new Option('--json', `print ${what}`).default(false);

/** Reads the arguments of the process and runs what they call. A wrong call, or a failure, ends the process. */
export async function runProgram(program: Command, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    // Help that was asked for, or that a call without a command gets.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : EXIT.misused);
    process.stderr.write(`${explainError(error)}\n`);
    process.exit(exitCodeOf(error));
  }
}

/** Runs a command by itself, as its npm script does. */
export async function runScript(name: CommandName, command: Command): Promise<void> {
  await runProgram(command.name(scriptCall(name)));
}
