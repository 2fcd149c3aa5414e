import type { Command } from 'commander';

/** An option for the completion of a shell. */
export interface CompletedOption {
  /** Its spellings: `-o`, `--output`. */
  flags: string[];
  /** One sentence, as in the help. */
  description: string;
  takesValue: boolean;
  /** The allowed values; empty if any value is allowed, such as a file. */
  values: readonly string[];
}

/** The words and options that may follow a command or subcommand. */
export interface CompletionNode {
  /** The names of the command and its parents, after `video`; empty for `video` itself. */
  path: string[];
  commands: { name: string; description: string }[];
  options: CompletedOption[];
  /** True if the command takes an argument: one of `words`, or a file if there are none. */
  takesArgument: boolean;
  words: readonly string[];
}

/** All commands and subcommands of a program with their completions, from the descriptions of its help. */
export function completionTree(program: Command, path: string[] = []): CompletionNode[] {
  const { commands, registeredArguments } = program;
  const help = program.createHelp();
  const node: CompletionNode = {
    path,
    commands: help.visibleCommands(program).map((subcommand) => ({
      name: subcommand.name(),
      description: subcommand.summary() || subcommand.description(),
    })),
    options: help.visibleOptions(program).map((option) => ({
      flags: [option.short, option.long].flatMap((flag) => flag ?? []),
      description: option.description,
      takesValue: option.required || option.optional,
      values: option.argChoices ?? [],
    })),
    takesArgument: registeredArguments.length > 0,
    words: registeredArguments[0]?.argChoices ?? [],
  };
  return [node, ...commands.flatMap((subcommand) => completionTree(subcommand, [...path, subcommand.name()]))];
}
