import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { ServiceRequestFailedError } from '#emulators/host/command-errors.ts';
import { pipeToFile } from '#emulators/host/pipe-to-file.ts';

/** Downloads a file to `path`. An incomplete download does not change `path`. @throws ServiceRequestFailedError for an error answer */
export async function downloadToFile(url: string, path: string, signal: AbortSignal): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const response = await fetch(url, { signal });
  if (!response.ok || response.body === null)
    throw new ServiceRequestFailedError(
      `The download was answered ${response.status}: ${(await response.text()).slice(0, 300)}`,
    );
  const partialPath = `${path}.part`;
  try {
    await pipeToFile(Readable.fromWeb(response.body), createWriteStream(partialPath), signal);
    await rename(partialPath, path);
  } finally {
    await rm(partialPath, { force: true });
  }
}
