/** `video completion bash`: prints the script with which a shell completes the arguments of `video`. */
import { Argument, type Command } from 'commander';
import { completionScriptOf, SHELLS, type Shell } from '../completion-scripts.ts';
import type { CompletionNode } from '../completion-tree.ts';
import { createCommandFromCatalog } from '../program.ts';

const INSTALLATION = `
The command video is on your PATH after npm link in this folder. Then, once:
  bash  video completion bash > ~/.local/share/bash-completion/completions/video
  zsh   video completion zsh > "\${fpath[1]}/_video"
  fish  video completion fish > ~/.config/fish/completions/video.fish`;

/** `video completion`. @param loadNodes loads the completions of all commands and subcommands */
export const completionCommand = (loadNodes: () => Promise<CompletionNode[]>): Command =>
  createCommandFromCatalog('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', INSTALLATION)
    .action(async (shell: Shell) => void process.stdout.write(completionScriptOf(shell, await loadNodes())));
