import { Presets, SingleBar } from 'cli-progress';
import type { RenderResponse } from './api-client.ts';

/** Fields of a render that a progress display shows. */
export type Progress = Pick<RenderResponse, 'progress' | 'stage' | 'status'>;

export interface ProgressDisplay {
  /** News may come late and out of order: a percentage below the one shown is passed over. */
  update(progress: Progress): void;
  stop(): void;
}

export interface ProgressStream extends NodeJS.WritableStream {
  isTTY?: boolean;
}

const WORDS: Readonly<Record<RenderResponse['stage'], string>> = {
  queued: 'waiting',
  narrating: 'narrating',
  encoding: 'drawing and encoding',
  assembling: 'assembling',
  done: 'done',
};

/** A bar on a terminal, a line for every 10 % elsewhere. */
export function createProgress(stream: ProgressStream): ProgressDisplay {
  const display = stream.isTTY ? bar(stream) : lines(stream);
  let shown = -1;
  return {
    update(progress) {
      if (progress.progress < shown) return;
      shown = progress.progress;
      display.update(progress);
    },
    stop: display.stop,
  };
}

function bar(stream: ProgressStream): ProgressDisplay {
  const single = new SingleBar(
    // The library's own signal handling would end the process before it has cleaned up.
    { stream, format: '  {bar} {percentage} %  {stage}', hideCursor: null, gracefulExit: false },
    Presets.shades_classic,
  );
  single.start(100, 0, { stage: WORDS.queued });
  return {
    update: ({ progress, stage }) => single.update(progress, { stage: WORDS[stage] }),
    stop: () => single.stop(),
  };
}

function lines(stream: ProgressStream): ProgressDisplay {
  let printed = -1;
  return {
    update({ progress, stage }) {
      const step = Math.floor(progress / 10);
      if (step <= printed) return;
      printed = step;
      stream.write(`  ${String(progress).padStart(3)} %  ${WORDS[stage]}\n`);
    },
    stop() {},
  };
}
