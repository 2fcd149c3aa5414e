import { realpathSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import type { AgentFiles } from '#front/agents/agent-tool.ts';
import { ServiceRefusal } from '#front/agents/service-caller.ts';
import { download } from './download.ts';
import { explainError } from './explain-error.ts';
import { assertWritable } from './writable-folder.ts';

/** Largest file that a request takes, in bytes. */
const MAX_FILE = 4 * 2 ** 20;
const FILMS = new Set(['.mp4', '.webm']);

const wrong = (param: string, message: string) =>
  new ServiceRefusal('validation_failed', `${param}: ${message}`, [{ param, message }]);

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
};

/** Real path of a path, links followed; undefined: nothing exists there. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** A whole disk, or all that a person has, is no working folder: clients start servers there. */
const isTooMuch = (folder: string): boolean => folder === parse(folder).root || folder === realOf(homedir());

export interface AgentFilesOptions {
  /** Folder in which the client was started. */
  workingFolder: string;
  /** Folders that the person who started the tools allows, besides. */
  allowed: readonly string[];
  signal: AbortSignal;
}

/**
 * The files that the tools may read and write: within the working folder and the allowed ones, links followed. What an agent reads can tell
 * it to name any file of the machine, and a service elsewhere would get it.
 * @throws CommandError for an allowed folder that is not there
 */
export function agentFiles({ workingFolder, allowed, signal }: AgentFilesOptions): AgentFiles {
  const working = realOf(workingFolder);
  const named = allowed.map((folder) => {
    const real = realOf(resolve(workingFolder, folder));
    if (real === undefined || !statSync(real).isDirectory())
      throw new CommandError(`--allow-folder ${folder}: there is no such folder.`);
    return real;
  });
  const folders = [...(working === undefined || isTooMuch(working) ? [] : [working]), ...named];
  const isAllowed = (real: string): boolean => folders.some((folder) => isWithin(folder, real));
  const outside = (param: string): ServiceRefusal =>
    wrong(
      param,
      folders.length === 0
        ? 'The tools may not read files here. The user can start them with --allow-folder and a folder; or pass url or markdown.'
        : `Must be within ${folders.join(' or ')}. The user can allow another folder by starting the tools with --allow-folder.`,
    );

  async function placeOf(path: string): Promise<string> {
    const place = resolve(workingFolder, path);
    if (!FILMS.has(extname(place).toLowerCase())) throw wrong('save_to', 'Must end with .mp4 or .webm.');
    // The folder must be there: one that has to be made could lead outside by the time it is.
    const folder = realOf(dirname(place));
    const target = folder === undefined ? undefined : (realOf(place) ?? join(folder, basename(place)));
    if (target !== undefined && !isAllowed(target)) throw outside('save_to');
    if (target === undefined)
      throw isAllowed(place) ? wrong('save_to', 'There is no such folder.') : outside('save_to');
    if (!FILMS.has(extname(target).toLowerCase())) throw wrong('save_to', 'Is a link to another file.');
    return target;
  }

  return {
    async read(path) {
      const place = resolve(workingFolder, path);
      const real = realOf(place);
      // A file outside is not distinguished from one that is not there.
      if (real === undefined ? !isAllowed(place) : !isAllowed(real)) throw outside('file');
      const found = real === undefined ? undefined : await stat(real);
      if (real === undefined || !found?.isFile()) throw wrong('file', 'There is no such file.');
      if (found.size > MAX_FILE) throw wrong('file', `At most ${MAX_FILE / 2 ** 20} MB. Use url.`);
      return Uint8Array.from(await readFile(real));
    },
    async checkPlace(path) {
      const place = await placeOf(path);
      try {
        assertWritable(place);
      } catch (error) {
        throw wrong('save_to', explainError(error));
      }
    },
    async save(url, path) {
      const place = await placeOf(path);
      try {
        await download(url, place, signal);
      } catch (error) {
        throw new ServiceRefusal('unavailable', `The video was not saved: ${explainError(error)}`);
      }
      return place;
    },
  };
}
