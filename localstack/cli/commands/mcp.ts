/** `npm run -s mcp`: the tools for agents on standard input and output (Model Context Protocol). */

import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { defaultOutputFolder, PROJECT_FOLDER } from '#emulators/host/project-folder.ts';
import { DECK_FORMATS, DECK_KINDS } from '#engine/deck-reading/deck-formats.ts';
import { createAgentServer } from '#front/agents/create-agent-server.ts';
import { createHttpServiceCaller } from '#front/agents/service-caller.ts';
import { pollDelayOverStdio } from '#front/agents/wait-schedule.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { runCommandAndExit } from '../command.ts';
import { createAgentFileAccess } from '../create-agent-file-access.ts';
import { createAgentServiceAccess } from '../create-agent-service-access.ts';
import { createCommandFromCatalog, runNpmScriptCommand } from '../program.ts';

/** The end of the help text. */
const HELP_EPILOGUE = `
The tools read ${DECK_KINDS.map((kind) => `.${DECK_FORMATS[kind].endings[0]}`).join(', ')} and save .mp4 and .webm, within the folder in which they are started (links followed).
Started in the home folder or the root, they use only the folders of --allow-folder: a text that an agent reads could otherwise make it send any file.

An MCP client starts this command with npm run -s mcp: lib/front/docs/guides/agents.md shows how. Settings come from the environment:
  VIDEO_API_URL  a service, such as http://localhost:3000/v1; by default the one on DATA_DIR, which is started if none runs
  VIDEO_API_KEY  an API key of it; by default an account of the local service is made
  DATA_DIR       the folder of the local service (.local)`;

/** The longest time for a call of a tool, in milliseconds: by default, the time-out of clients is one minute. */
const MAX_CALL_MS = 50_000;

/** Milliseconds after which the service is started even without a call. */
const PRESTART_MS = 3000;

interface Options {
  allowFolder: string[];
}

// Messages go to stderr, because standard output is for the protocol.
const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Serves the tools until standard input closes or the signal aborts. */
async function mcp({ allowFolder }: Options, signal: AbortSignal): Promise<void> {
  // npm changes to the folder of the project; INIT_CWD is the folder in which it was started.
  const workingFolder = process.env.INIT_CWD || process.cwd();
  const files = createAgentFileAccess({ workingFolder, allowedFolders: allowFolder, signal });
  const { access: connectToService, stop } = createAgentServiceAccess({
    url: process.env.VIDEO_API_URL || undefined,
    key: process.env.VIDEO_API_KEY || undefined,
    dataDir: resolve(defaultOutputFolder(), process.env.DATA_DIR || '.local'),
    serviceDir: PROJECT_FOLDER,
    say,
  });
  let baseUrl: string | undefined;
  const call = createHttpServiceCaller(async () => {
    try {
      const serviceAccess = await connectToService();
      ({ baseUrl } = serviceAccess);
      return serviceAccess;
    } catch (error) {
      say(errorMessageOf(error));
      throw error;
    }
  });
  const deps = {
    call,
    baseUrl: () => baseUrl,
    waitMs: MAX_CALL_MS,
    pollDelay: pollDelayOverStdio,
    now: () => performance.now(),
    clock: () => new Date(),
    sleep: (milliseconds: number) => sleep(milliseconds),
    files,
    onFault: (error: unknown) => say(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
  const server = serveStdio(() => createAgentServer(deps));
  // Some clients connect only briefly, to list the tools. The service is started for those that stay connected.
  const prestartTimer = setTimeout(() => void connectToService().catch(() => undefined), PRESTART_MS);
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    signal.addEventListener('abort', () => resolve());
  });
  clearTimeout(prestartTimer);
  await server.close();
  await stop();
}

/** `video mcp`, with its options. */
export const mcpCommand = () =>
  createCommandFromCatalog('mcp')
    .option(
      '--allow-folder <folder>',
      'a folder whose decks the tools may read and in which they may save videos, in addition to the one in which they are started; can be repeated',
      (folder: string, folders: string[]) => [...folders, folder],
      [],
    )
    .addHelpText('after', HELP_EPILOGUE)
    .action((options: Options) => runCommandAndExit((signal) => mcp(options, signal), { untilSignal: true }));

if (import.meta.main) await runNpmScriptCommand('mcp', mcpCommand());
