/**
 * `video <command>`: all commands in one program, for `npx video`, `npm exec video` and, after `npm link`, `video`. Only the
 * command that is called is loaded; `video --help` loads none.
 */
import type { Command } from 'commander';
import { UsageError } from '#emulators/host/command-errors.ts';
import { isNpmPackage } from '#emulators/host/project-folder.ts';
import {
  availableCommandNames,
  COMMAND_CATALOG,
  COMMAND_GROUPS,
  type CommandName,
  isCommandName,
} from '../command-catalog.ts';
import { completionTree } from '../completion-tree.ts';
import { createCommandFromCatalog, createStyledCommand, runCliProgram } from '../program.ts';
import { completionCommand } from './completion.ts';

const COMMAND_LOADERS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  demo: async () => (await import('./demo.ts')).demoCommand(),
  render: async () => (await import('./render.ts')).renderCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  voice: async () => (await import('./voice.ts')).voiceCommand(),
  start: async () => (await import('./start.ts')).startCommand(),
  account: async () => (await import('./account.ts')).accountCommand(),
  metrics: async () => (await import('./metrics.ts')).metricsCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  listen: async () => (await import('./listen.ts')).listenCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  registry: async () => (await import('./registry.ts')).registryCommand(),
  client: async () => (await import('./client.ts')).clientCommand(),
  console: async () => (await import('./console.ts')).consoleCommand(),
  collection: async () => (await import('./collection.ts')).collectionCommand(),
  openapi: async () => (await import('./openapi.ts')).openapiCommand(),
  package: async () => (await import('./package.ts')).packageCommand(),
  deploy: async () => (await import('./deploy.ts')).deployCommand(),
  completion: async () => completionCommand(async () => completionTree(await videoProgram(AVAILABLE_COMMANDS))),
};

const AVAILABLE_COMMANDS = availableCommandNames(isNpmPackage());

const EXIT_CODES = `
Exit codes: 0 success, 1 failure, 2 wrong use, 128 + n ended by signal n.
Run any command with --help for its options. VIDEO_API_URL and VIDEO_API_KEY name a running service.`;

/** The program with all commands. Only the named ones are loaded; the others have only name and summary. */
async function videoProgram(loadedNames: readonly CommandName[]): Promise<Command> {
  const program = createStyledCommand('video', 'Slides become narrated video.').addHelpText('after', EXIT_CODES);
  for (const name of AVAILABLE_COMMANDS) {
    const command = loadedNames.includes(name) ? await COMMAND_LOADERS[name]() : createCommandFromCatalog(name);
    program.addCommand(command.helpGroup(COMMAND_GROUPS[COMMAND_CATALOG[name].group]));
  }
  return program;
}

/** A command that says that it needs a clone. */
const commandThatNeedsClone = (name: CommandName): Command =>
  createCommandFromCatalog(name)
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .action(() => {
      throw new UsageError(`${name} needs the sources: clone the repository, and run it there.`);
    });

const [commandName = ''] = process.argv.slice(2);
const isAvailable = isCommandName(commandName) && AVAILABLE_COMMANDS.includes(commandName);
const program = await videoProgram(isAvailable ? [commandName] : []);
if (isCommandName(commandName) && !isAvailable)
  program.addCommand(commandThatNeedsClone(commandName), { hidden: true });
await runCliProgram(program);
