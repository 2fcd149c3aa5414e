import type { Command } from 'commander';

/** An option as a shell completes it. */
export interface CompletedOption {
  /** Spellings as they are typed: `-o`, `--output`. */
  flags: string[];
  about: string;
  takesValue: boolean;
  /** Values that it may have; empty: anything, such as a file. */
  values: readonly string[];
}

/** Words that may follow a command or subcommand. */
export interface CompletionNode {
  /** The words that lead to it after `video`; empty for `video` itself. */
  path: string[];
  commands: { name: string; about: string }[];
  options: CompletedOption[];
  /** True if a file may follow, or one of some words. */
  takesArgument: boolean;
  words: readonly string[];
}

/** Every command of a program and what may follow it, from the descriptions that also make its help. */
export function completionTree(program: Command, path: string[] = []): CompletionNode[] {
  const { commands, registeredArguments } = program;
  const help = program.createHelp();
  const node: CompletionNode = {
    path,
    commands: help.visibleCommands(program).map((each) => ({
      name: each.name(),
      about: each.summary() || each.description(),
    })),
    options: help.visibleOptions(program).map((option) => ({
      flags: [option.short, option.long].flatMap((flag) => flag ?? []),
      about: option.description,
      takesValue: option.required || option.optional,
      values: option.argChoices ?? [],
    })),
    takesArgument: registeredArguments.length > 0,
    words: registeredArguments[0]?.argChoices ?? [],
  };
  return [node, ...commands.flatMap((each) => completionTree(each, [...path, each.name()]))];
}
