import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { CommandError } from '#emulators/host/command-errors.ts';

const runProgram = promisify(execFile);

async function tar(args: readonly string[], signal: AbortSignal): Promise<void> {
  try {
    await runProgram('tar', args, { signal });
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new CommandError('There is no program "tar" here. Name a folder, not a .tar file.');
    throw signal.aborted ? error : new CommandError(`tar failed: ${stderr?.trim() || String(error)}`);
  }
}

/** Writes the content of a folder into a .tar file, which appears only when it is complete. @throws CommandError */
export async function writeFolderAsTar(folder: string, file: string, signal: AbortSignal): Promise<void> {
  const unfinishedFile = `${file}.unfinished`;
  try {
    await tar(['-cf', unfinishedFile, '-C', folder, '.'], signal);
    await rename(unfinishedFile, file);
  } finally {
    await rm(unfinishedFile, { force: true });
  }
}

/** Unpacks a .tar file into a new folder, readable only by its owner. @throws CommandError */
export async function unpackTarIntoFolder(file: string, folder: string, signal: AbortSignal): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await tar(['-xf', file, '-C', folder], signal);
}
