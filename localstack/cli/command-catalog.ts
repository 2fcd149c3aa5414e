import { isNpmPackage } from '#emulators/host/project-folder.ts';

/** The groups of commands in `video --help`, in its order. */
export const COMMAND_GROUPS = {
  videos: 'Videos:',
  service: 'The service:',
  clients: 'Clients and agents:',
  deployment: 'Deployment:',
  shell: 'Shell:',
} as const;

interface CatalogEntry {
  group: keyof typeof COMMAND_GROUPS;
  /** The description of the command in `video --help`, in its own help and in the completion of shells. */
  summary: string;
  /** True if it needs the sources, which the npm package does not have. */
  needsClone?: true;
}

/**
 * The commands of `video`, in the order of its help. The summaries are here, and not in the commands, so that the help and the completion
 * of shells can list the commands without loading them.
 */
export const COMMAND_CATALOG = {
  demo: { group: 'videos', summary: 'start the service, make out/demo.mp4 from a sample deck through the API, stop' },
  render: { group: 'videos', summary: 'make a video from a deck, with captions and extra files' },
  import: { group: 'videos', summary: 'make a timeline from a deck, and report what could not be imported' },
  export: { group: 'videos', summary: 'save a timeline as JSON, or download a video' },
  voice: { group: 'videos', summary: 'show the voices of the speech engine here, and try them' },
  start: { group: 'service', summary: 'run the service on this machine until Ctrl-C' },
  account: { group: 'service', summary: 'accounts, plans and API keys of the running service' },
  metrics: { group: 'service', summary: 'show the metrics of the service on DATA_DIR' },
  backup: { group: 'service', summary: 'copy the data of the service on DATA_DIR, while it runs' },
  restore: { group: 'service', summary: 'make DATA_DIR of a backup' },
  listen: { group: 'clients', summary: 'receive webhook deliveries on this machine, verify them and print them' },
  mcp: { group: 'clients', summary: 'the tools for agents, over standard input and output (Model Context Protocol)' },
  registry: {
    group: 'clients',
    summary: 'write the server.json with which the public registry lists the tools for agents',
    needsClone: true,
  },
  client: { group: 'clients', summary: 'build the TypeScript client as a package that npm can pack', needsClone: true },
  console: { group: 'clients', summary: 'build the web console as files for any host', needsClone: true },
  collection: { group: 'clients', summary: 'write a Bruno collection of every operation' },
  openapi: { group: 'clients', summary: 'write openapi.json and the types of both clients', needsClone: true },
  package: {
    group: 'deployment',
    summary: 'package a stage and print the sizes of its Lambda artifacts',
    needsClone: true,
  },
  deploy: { group: 'deployment', summary: 'package a stage and deploy it to AWS', needsClone: true },
  completion: { group: 'shell', summary: 'print the completion script of a shell: bash, zsh or fish' },
} as const satisfies Record<string, CatalogEntry>;

/** The name of a command of `video`. */
export type CommandName = keyof typeof COMMAND_CATALOG;

/** The names of all commands. */
export const COMMAND_NAMES = Object.keys(COMMAND_CATALOG) as CommandName[];

/** The commands that need a clone of the repository. */
export const CLONE_ONLY_COMMANDS: readonly CommandName[] = COMMAND_NAMES.filter(
  (name) => 'needsClone' in COMMAND_CATALOG[name],
);

/** The names of the commands that the npm package has, or a clone. */
export const availableCommandNames = (isPackage: boolean): readonly CommandName[] =>
  isPackage ? COMMAND_NAMES.filter((name) => !CLONE_ONLY_COMMANDS.includes(name)) : COMMAND_NAMES;

/** Reports whether a text is the name of a command. */
export const isCommandName = (text: string): text is CommandName => Object.hasOwn(COMMAND_CATALOG, text);

/** The call of a command by its npm script, for the usage in its help. */
export const npmScriptCallOfCommand = (name: CommandName): string =>
  name === 'start' ? 'npm start --' : `npm run ${name} --`;

/** A call of an npm script, up to its options. */
const SCRIPT_CALL = /\bnpm (?:run (?:-s )?(?=[a-z])|(?=start\b))(?<name>[a-z]+)(?: --(?= ))?/g;

/** A text for users of the npm package, which has no npm scripts: calls of scripts become calls of its program. */
export const replaceNpmScriptCallsByNpx = (text: string): string =>
  text.replaceAll(SCRIPT_CALL, (call, name: string) => (isCommandName(name) ? `npx video-timeline ${name}` : call));

/** A text that names commands by their npm scripts, for the users of this installation. */
export const adaptCommandCallsToInstallation = (text: string): string =>
  isNpmPackage() ? replaceNpmScriptCallsByNpx(text) : text;
