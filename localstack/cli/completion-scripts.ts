import type { CompletedOption, CompletionNode } from './completion-tree.ts';

/** The shells for which there is a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
/** A shell with a completion script. */
export type Shell = (typeof SHELLS)[number];

/** A text in single quotes for bash and zsh. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** A text in single quotes for fish, in which a backslash escapes within single quotes. */
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const wordsOf = ({ commands, options, words }: CompletionNode): string[] => [
  ...commands.map(({ name }) => name),
  ...words,
  ...options.flatMap(({ flags }) => flags),
];
/** The pattern of a `case` branch for an option of a command, such as `'export --to'|'export -t'`. */
const patternOf = (path: readonly string[], { flags }: CompletedOption): string =>
  flags.map((flag) => shellQuoted([...path, flag].join(' '))).join('|');

/** The branches of `case "$at $previous"` for the options that take a value. @param replyWith makes the shell code that offers the values */
function valueCases(nodes: readonly CompletionNode[], replyWith: (values: readonly string[]) => string): string[] {
  return nodes.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map((option) => `    ${patternOf(path, option)}) ${replyWith(option.values)} ;;`),
  );
}

/**
 * The loop with which bash and zsh find the command in the typed words: the longest path of names of commands.
 * @param words the name of the shell's array of words
 * @param count the number of words to read, as shell code
 * @param offset the index of the first word to read
 */
const findPathLoop = (nodes: readonly CompletionNode[], words: string, count: string, offset: number): string =>
  `\
  local at='' word
  for word in "\${words[@]:${offset}:${count}}"; do
    case "\${at:+$at }$word" in
      ${nodes
        .filter(({ path }) => path.length > 0)
        .map(({ path }) => shellQuoted(path.join(' ')))
        .join('|')}) at="\${at:+$at }$word" ;;
    esac
  done`.replaceAll('words[@]', `${words}[@]`);

function bashScript(nodes: readonly CompletionNode[]): string {
  const replyWith = (values: readonly string[]): string =>
    values.length === 0
      ? 'COMPREPLY=(); compopt -o default; return'
      : `COMPREPLY=($(compgen -W ${shellQuoted(values.join(' '))} -- "$current")); return`;
  return `# bash completion of video; made by: video completion bash
_video() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
${findPathLoop(nodes, 'COMP_WORDS', '$((COMP_CWORD-1))', 1)}
  case "\${at:+$at }$previous" in
${valueCases(nodes, replyWith).join('\n')}
  esac
  case "$at" in
${nodes
  .map(
    (
      node,
    ) => `    ${shellQuoted(node.path.join(' '))}) COMPREPLY=($(compgen -W ${shellQuoted(wordsOf(node).join(' '))} -- "$current"))
      ${node.takesArgument && node.words.length === 0 ? 'compopt -o default' : ':'} ;;`,
  )
  .join('\n')}
  esac
}
complete -F _video video
`;
}

function zshScript(nodes: readonly CompletionNode[]): string {
  const describedEntry = (name: string, description: string): string =>
    shellQuoted(`${name.replaceAll(':', '\\:')}:${description}`);
  const replyWith = (values: readonly string[]): string =>
    values.length === 0 ? '_files; return' : `compadd -- ${values.map(shellQuoted).join(' ')}; return`;
  const offeredEntries = (node: CompletionNode): string =>
    [
      ...node.commands.map(({ name, description }) => describedEntry(name, description)),
      ...node.words.map((word) => describedEntry(word, '')),
      ...node.options.flatMap(({ flags, description }) => flags.map((flag) => describedEntry(flag, description))),
    ].join(' ');
  return `#compdef video
# zsh completion of video; made by: video completion zsh
_video() {
  local previous="\${words[CURRENT-1]}"
  local -a offered
${findPathLoop(nodes, 'words', '$((CURRENT-2))', 1)}
  case "\${at:+$at }$previous" in
${valueCases(nodes, replyWith).join('\n')}
  esac
  case "$at" in
${nodes
  .map(
    (node) => `    ${shellQuoted(node.path.join(' '))}) offered=(${offeredEntries(node)})
      ${node.takesArgument && node.words.length === 0 ? '_files' : ':'} ;;`,
  )
  .join('\n')}
  esac
  _describe video offered
}
if [ "$funcstack[1]" = _video ]; then _video "$@"; else compdef _video video; fi
`;
}

function fishScript(nodes: readonly CompletionNode[]): string {
  const completeCommand = (node: CompletionNode, completionArguments: string): string =>
    `complete -c video -n ${fishQuoted(`__video_at ${fishQuoted(node.path.join(' '))}`)} ${completionArguments}`;
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => fishQuoted(path.join(' ')));
  return `# fish completion of video; made by: video completion fish
function __video_at
  set -l at
  for word in (commandline -opc)[2..-1]
    contains -- (string join -- ' ' $at $word) ${paths.join(' ')}; and set -a at $word
  end
  test "$at" = "$argv[1]"
end
complete -c video -f
${nodes
  .flatMap((node) => [
    ...node.commands.map(({ name, description }) =>
      completeCommand(node, `-a ${fishQuoted(name)} -d ${fishQuoted(description)}`),
    ),
    ...node.words.map((word) => completeCommand(node, `-a ${fishQuoted(word)}`)),
    ...(node.takesArgument && node.words.length === 0 ? [completeCommand(node, '-F')] : []),
    ...node.options.map(({ flags, description, takesValue, values }) => {
      const nameFlags = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
      const valueFlags = takesValue ? (values.length === 0 ? ' -r -F' : ` -x -a ${fishQuoted(values.join(' '))}`) : '';
      return completeCommand(node, `${nameFlags.join(' ')}${valueFlags} -d ${fishQuoted(description)}`);
    }),
  ])
  .join('\n')}
`;
}

/** The completion script of `video` for a shell. It contains all commands and options, so that completion starts no program. */
export function completionScriptOf(shell: Shell, nodes: readonly CompletionNode[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](nodes);
}
