import { realpathSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import type { AgentFileAccess } from '#front/agents/define-agent-tool.ts';
import { ServiceRefusal } from '#front/agents/service-caller.ts';
import { downloadToFile } from './download-to-file.ts';
import { explainError } from './explain-error.ts';
import { assertPathWritable } from './writable-folder.ts';

/** The largest file that is read, in bytes: it has to fit into a request. */
const MAX_FILE_BYTES = 4 * 2 ** 20;
const VIDEO_EXTENSIONS = new Set(['.mp4', '.webm']);

const invalidArgumentError = (param: string, message: string) =>
  new ServiceRefusal('validation_failed', `${param}: ${message}`, [{ param, message }]);

const isWithin = (folder: string, path: string): boolean => {
  const relativePath = relative(folder, path);
  return !(relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath));
};

/** The path with symbolic links resolved; undefined if nothing exists there. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The path with the symbolic links of its existing part resolved. */
function canonicalPathOf(path: string): string {
  const parent = dirname(path);
  return realPathOf(path) ?? (parent === path ? path : join(canonicalPathOf(parent), basename(path)));
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
export function createAgentFileAccess({
  workingFolder,
  allowedFolders,
  signal,
}: AgentFileAccessOptions): AgentFileAccess {
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
  const isAllowed = (canonicalPath: string): boolean => folders.some((folder) => isWithin(folder, canonicalPath));
  const outsideError = (param: 'file' | 'save_to'): ServiceRefusal =>
    invalidArgumentError(
      param,
      folders.length === 0
        ? NO_FOLDER_ADVICE[param]
        : `Must be within ${folders.join(' or ')}. The user can allow another folder by starting the tools with --allow-folder.`,
    );

  /** The canonical path to which a video is written. @throws ServiceRefusal for a path that is not allowed, or is not one of a video */
  async function resolveVideoTarget(path: string): Promise<string> {
    const absolutePath = resolve(workingFolder, path);
    if (!VIDEO_EXTENSIONS.has(extname(absolutePath).toLowerCase()))
      throw invalidArgumentError('save_to', 'Must end with .mp4 or .webm.');
    const folder = realPathOf(dirname(absolutePath));
    const targetPath =
      folder === undefined
        ? canonicalPathOf(absolutePath)
        : (realPathOf(absolutePath) ?? join(folder, basename(absolutePath)));
    if (!isAllowed(targetPath)) throw outsideError('save_to');
    // The folder must exist: a path that does not exist yet could become a link to the outside before it is used.
    if (folder === undefined) throw invalidArgumentError('save_to', 'There is no such folder.');
    if (!VIDEO_EXTENSIONS.has(extname(targetPath).toLowerCase()))
      throw invalidArgumentError('save_to', 'Is a link to a file that is not a video.');
    return targetPath;
  }

  return {
    async read(path) {
      const absolutePath = resolve(workingFolder, path);
      const realPath = realPathOf(absolutePath);
      // The error for a file outside is the same whether it exists or not.
      if (!isAllowed(realPath ?? canonicalPathOf(absolutePath))) throw outsideError('file');
      const stats = realPath === undefined ? undefined : await stat(realPath);
      if (realPath === undefined || !stats?.isFile()) throw invalidArgumentError('file', 'There is no such file.');
      if (stats.size > MAX_FILE_BYTES)
        throw invalidArgumentError('file', `The file is larger than ${MAX_FILE_BYTES / 2 ** 20} MiB. Pass url.`);
      return Uint8Array.from(await readFile(realPath));
    },
    async checkPlace(path) {
      const targetPath = await resolveVideoTarget(path);
      try {
        assertPathWritable(targetPath);
      } catch (error) {
        throw invalidArgumentError('save_to', explainError(error));
      }
    },
    async save(url, path) {
      const targetPath = await resolveVideoTarget(path);
      try {
        await downloadToFile(url, targetPath, signal);
      } catch (error) {
        throw new ServiceRefusal('unavailable', `The video was not saved: ${explainError(error)}`);
      }
      return targetPath;
    },
  };
}
