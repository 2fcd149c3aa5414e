import { realpathSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import type { AgentFiles } from '#front/agents/define-agent-tool.ts';
import { ServiceRefusal } from '#front/agents/service-caller.ts';
import { downloadToFile } from './download-to-file.ts';
import { explainError } from './explain-error.ts';
import { assertPathWritable } from './writable-folder.ts';

/** The largest file that can be sent in a request, in bytes. */
const MAX_FILE_BYTES = 4 * 2 ** 20;
const VIDEO_EXTENSIONS = new Set(['.mp4', '.webm']);

const invalidArgument = (param: string, message: string) =>
  new ServiceRefusal('validation_failed', `${param}: ${message}`, [{ param, message }]);

const isWithin = (folder: string, path: string): boolean => {
  const relativePath = relative(folder, path);
  return !(relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath));
};

/** The canonical path, with symbolic links resolved; undefined if nothing exists at the path. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Reports whether a folder is too broad to be allowed: the root or the home folder, in which clients often start servers. */
const isTooBroad = (folder: string): boolean => folder === parse(folder).root || folder === realPathOf(homedir());

/** The advice for an agent where no folder is allowed, by the parameter with the path. */
const NO_FOLDER_ADVICE = {
  file: 'The tools may not read files here. The user can start them with --allow-folder and a folder; or pass url or markdown.',
  save_to: 'The tools may not write files here. The user can start them with --allow-folder and a folder.',
} as const;

/** Options of `createAgentFileAccess`. */
export interface AgentFileAccessOptions {
  /** The folder in which the client started the tools. */
  workingFolder: string;
  /** Further folders that the user allows. */
  allowedFolders: readonly string[];
  signal: AbortSignal;
}

/**
 * Access of the tools to files within the working folder and the allowed ones, after resolving symbolic links. Without these limits, a text
 * that an agent reads could make it send any file of the machine to a service (prompt injection).
 * @throws CommandError for an allowed folder that does not exist
 */
export function createAgentFileAccess({ workingFolder, allowedFolders, signal }: AgentFileAccessOptions): AgentFiles {
  const realWorkingFolder = realPathOf(workingFolder);
  const realAllowedFolders = allowedFolders.map((folder) => {
    const realPath = realPathOf(resolve(workingFolder, folder));
    if (realPath === undefined || !statSync(realPath).isDirectory())
      throw new CommandError(`--allow-folder ${folder}: there is no such folder.`);
    return realPath;
  });
  const folders = [
    ...(realWorkingFolder === undefined || isTooBroad(realWorkingFolder) ? [] : [realWorkingFolder]),
    ...realAllowedFolders,
  ];
  const isAllowed = (realPath: string): boolean => folders.some((folder) => isWithin(folder, realPath));
  const outsideError = (param: 'file' | 'save_to'): ServiceRefusal =>
    invalidArgument(
      param,
      folders.length === 0
        ? NO_FOLDER_ADVICE[param]
        : `Must be within ${folders.join(' or ')}. The user can allow another folder by starting the tools with --allow-folder.`,
    );

  /** The canonical path to which a video is written. @throws ServiceRefusal for a path that is not allowed, or is not one of a video */
  async function resolveVideoTarget(path: string): Promise<string> {
    const absolutePath = resolve(workingFolder, path);
    if (!VIDEO_EXTENSIONS.has(extname(absolutePath).toLowerCase()))
      throw invalidArgument('save_to', 'Must end with .mp4 or .webm.');
    // The folder must exist: a path that does not exist yet could become a link to the outside before it is used.
    const folder = realPathOf(dirname(absolutePath));
    const target =
      folder === undefined ? undefined : (realPathOf(absolutePath) ?? join(folder, basename(absolutePath)));
    if (target !== undefined && !isAllowed(target)) throw outsideError('save_to');
    if (target === undefined)
      throw isAllowed(absolutePath) ? invalidArgument('save_to', 'There is no such folder.') : outsideError('save_to');
    if (!VIDEO_EXTENSIONS.has(extname(target).toLowerCase()))
      throw invalidArgument('save_to', 'Is a link to another file.');
    return target;
  }

  return {
    async read(path) {
      const absolutePath = resolve(workingFolder, path);
      const realPath = realPathOf(absolutePath);
      // The error for a file outside is the same whether it exists or not.
      if (realPath === undefined ? !isAllowed(absolutePath) : !isAllowed(realPath)) throw outsideError('file');
      const stats = realPath === undefined ? undefined : await stat(realPath);
      if (realPath === undefined || !stats?.isFile()) throw invalidArgument('file', 'There is no such file.');
      if (stats.size > MAX_FILE_BYTES)
        throw invalidArgument('file', `At most ${MAX_FILE_BYTES / 2 ** 20} MB. Use url.`);
      return Uint8Array.from(await readFile(realPath));
    },
    async checkPlace(path) {
      const absolutePath = await resolveVideoTarget(path);
      try {
        assertPathWritable(absolutePath);
      } catch (error) {
        throw invalidArgument('save_to', explainError(error));
      }
    },
    async save(url, path) {
      const absolutePath = await resolveVideoTarget(path);
      try {
        await downloadToFile(url, absolutePath, signal);
      } catch (error) {
        throw new ServiceRefusal('unavailable', `The video was not saved: ${explainError(error)}`);
      }
      return absolutePath;
    },
  };
}
