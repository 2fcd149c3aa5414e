import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import { childrenOf } from '../processes/children.ts';
import { type OwnService, until } from '../service/start-service.ts';

/** An ffmpeg that waits before it starts for as long as a test has it: the worker that waits for it is at work until then. */
export interface HeldFfmpeg {
  /** For FFMPEG_PATH. */
  path: string;
  /** Has all that a function starts from now on. @returns what lets them start */
  hold(functionName: string): () => void;
}

/** @param folder an empty one, which is made */
export function makeHeldFfmpeg(folder: string): HeldFfmpeg {
  const holds = join(folder, 'holds');
  mkdirSync(holds, { recursive: true });
  // The name of its process, too.
  const path = join(folder, 'ffmpeg');
  const held = `${JSON.stringify(`${holds}/`)}"$AWS_LAMBDA_FUNCTION_NAME"`;
  // A file that is gone lets all start, in whatever order they look at it: a signal could come before the look.
  writeFileSync(
    path,
    `#!/bin/sh\nwhile [ -f ${held} ]; do sleep 0.05; done\nexec ${JSON.stringify(ffmpegPath)} "$@"\n`,
  );
  chmodSync(path, 0o755);
  return {
    path,
    hold(functionName) {
      const file = join(holds, functionName);
      writeFileSync(file, '');
      return () => rmSync(file, { force: true });
    },
  };
}

export interface AtWork {
  worker: number;
  /** Its ffmpeg, which is held. */
  encoder: number;
}

/** The first worker of a function whose ffmpeg is held. @param passed workers that do not count */
export async function whoEncodes(service: OwnService, name: string, passed: readonly number[] = []): Promise<AtWork> {
  const atWork = async () =>
    (service.stack.workers()[name] ?? [])
      .filter((worker) => !passed.includes(worker))
      .flatMap((worker) => childrenOf(worker, 'ffmpeg').map((encoder) => ({ worker, encoder })));
  const [first] = await until(atWork, ({ length }) => length > 0, 120);
  if (!first) throw new Error(`no worker of ${name} is encoding`);
  return first;
}
