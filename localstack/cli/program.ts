import { Command, CommanderError, type ErrorOptions, Help, Option } from 'commander';
import { closestMatch } from 'leven';
import { UsageError } from '#emulators/host/command-errors.ts';
import {
  adaptCommandCallsToInstallation,
  COMMAND_CATALOG,
  type CommandName,
  npmScriptCallOfCommand,
} from './command-catalog.ts';
import { EXIT_CODES, exitCodeForError, explainError } from './explain-error.ts';

/** A message of commander as sentences: `error: unknown option '--x'` becomes `Unknown option '--x'.` */
function sentenceOf(message: string): string {
  const [firstLine = '', ...hints] = message.replace(/^error: /, '').split('\n');
  const sentence = `${firstLine.charAt(0).toUpperCase()}${firstLine.slice(1)}`;
  return [/[.!?]$/.test(sentence) ? sentence : `${sentence}.`, ...hints.filter((hint) => hint !== '')].join('\n');
}

/** The words with which a command is called: its name after the names of its parents. */
function callOf(command: Command): string {
  return `${command.parent ? `${callOf(command.parent)} ` : ''}${command.name()}`;
}

/** The largest edit distance between an unknown option and the one that is suggested; the same as in commander. */
const MAX_MISTAKES = 3;

/** A command of commander in the style of this project: errors are sentences, wrong arguments give exit code 2. */
class StyledCommand extends Command {
  constructor(name?: string) {
    super(name);
    this.exitOverride().helpOption('-h, --help', 'show this help').helpCommand(false);
    this.configureOutput({ writeOut: (text) => process.stdout.write(adaptCommandCallsToInstallation(text)) });
    const { optionDescription } = Help.prototype;
    // The default of a switch is obvious, so the help does not mention it.
    this.configureHelp({ optionDescription: (option) => optionDescription(option).replace(' (default: false)', '') });
  }

  override createCommand(name?: string): StyledCommand {
    return new StyledCommand(name);
  }

  /** Commander calls this for each error in the arguments. @throws UsageError */
  override error(message: string, options?: ErrorOptions): never {
    // Commander reports a missing option before unknown ones, one of which may be that option, misspelt.
    const hint = options?.code === 'commander.missingMandatoryOptionValue' ? this.#similarOptionHint() : undefined;
    throw new UsageError([sentenceOf(message), hint ?? [], `\nSee ${callOf(this)} --help.`].flat().join('\n'));
  }

  /** A hint with the option that an unknown one is similar to; undefined if there is none. */
  #similarOptionHint(): string | undefined {
    const flags = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ long }) => long ?? []);
    for (const word of this.args.filter((argument) => /^--\w/.test(argument))) {
      const unknownFlag = word.replace(/=.*$/s, '');
      const similarFlag = flags.includes(unknownFlag)
        ? undefined
        : closestMatch(unknownFlag, flags, { maxDistance: MAX_MISTAKES });
      if (similarFlag !== undefined) return `(Did you mean ${similarFlag} instead of ${unknownFlag}?)`;
    }
    return undefined;
  }
}

/** A program with several commands, or one of its commands. */
export const createStyledCommand = (name: string, summary: string): Command =>
  new StyledCommand(name).description(summary);

/** A command of the catalogue. @param furtherSentences for its help, after the summary */
export function createCommandFromCatalog(name: CommandName, furtherSentences = ''): Command {
  const { summary } = COMMAND_CATALOG[name];
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return createStyledCommand(name, furtherSentences === '' ? sentence : `${sentence} ${furtherSentences}`).summary(
    summary,
  );
}

/** The option `--json` of commands that can print JSON. @param printedContent the end of its description, after "print" */
export const createJsonOption = (
  printedContent = 'one JSON object on standard output; what people read goes to standard error',
): Option => new Option('--json', `print ${printedContent}`).default(false);

/** Parses the arguments and runs the command that they name. Wrong arguments or a failure end the process with an exit code. */
export async function runCliProgram(program: Command, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    // Commander throws this after printing the help, which was requested or is for a call without a command.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : EXIT_CODES.misused);
    process.stderr.write(`${explainError(error)}\n`);
    process.exit(exitCodeForError(error));
  }
}

/** Runs a single command, as its npm script does. */
export async function runNpmScriptCommand(name: CommandName, command: Command): Promise<void> {
  await runCliProgram(command.name(npmScriptCallOfCommand(name)));
}
