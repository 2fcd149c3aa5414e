/** `npm run -s mcp`: the tools for agents over stdio (Model Context Protocol). */
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { agentServer } from '../../lib/agents/agent-server.ts';
import { callOverHttp, ServiceRefusal } from '../../lib/agents/service-caller.ts';
import { agentAccess } from '../cli/agent-access.ts';
import { runCommand } from '../cli/command.ts';
import { newCommand, runScript } from '../cli/program.ts';

const SETTINGS = `
A client of that protocol starts it, by npm run -s mcp: lib/docs/guides/agents.md shows how. Settings come from the environment:
  VIDEO_API_URL  a service, such as http://localhost:3000/v1; by default the one on DATA_DIR, which is started when none runs
  VIDEO_API_KEY  an API key of it; by default an account of the local service is made
  DATA_DIR       the folder of the local service (.local)`;

const serviceDir = join(import.meta.dirname, '../..');

/** Clients give up after a minute, unless they are told otherwise. In milliseconds. */
const WAIT_MS = 50_000;

/** What a request takes. In bytes. */
const MAX_FILE = 4 * 2 ** 20;

/** In milliseconds. */
const SETTLED_MS = 3000;

const wrong = (message: string) =>
  new ServiceRefusal('validation_failed', `file: ${message}`, [{ param: 'file', message }]);

async function fileOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = await stat(resolve(path)).catch(() => {
    throw wrong('There is no such file.');
  });
  if (size > MAX_FILE) throw wrong(`At most ${MAX_FILE / 2 ** 20} MB. Use url.`);
  return Uint8Array.from(await readFile(resolve(path)));
}

// Standard output belongs to the protocol.
const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function mcp(signal: AbortSignal): Promise<void> {
  const { access, stop } = agentAccess({
    url: process.env.VIDEO_API_URL || undefined,
    key: process.env.VIDEO_API_KEY || undefined,
    dataDir: resolve(serviceDir, process.env.DATA_DIR || '.local'),
    serviceDir,
    say,
  });
  const call = callOverHttp(async () => {
    try {
      return await access();
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
      throw error;
    }
  });
  const deps = {
    call,
    waitMs: WAIT_MS,
    now: () => performance.now(),
    sleep: (milliseconds: number) => sleep(milliseconds),
    readFile: fileOf,
    onFault: (error: unknown) => say(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
  const server = serveStdio(() => agentServer(deps));
  // Clients look at a server for a moment before they use it: a service is started for those that stay.
  const warming = setTimeout(() => void access().catch(() => undefined), SETTLED_MS);
  await new Promise<void>((done) => {
    process.stdin.once('end', done).once('close', done);
    signal.addEventListener('abort', () => done());
  });
  clearTimeout(warming);
  await server.close();
  await stop();
}

/** `video mcp`, with its options. */
export const mcpCommand = () =>
  newCommand('mcp')
    .addHelpText('after', SETTINGS)
    .action(() => runCommand(mcp, { untilSignal: true }));

if (import.meta.main) await runScript('mcp', mcpCommand());
