import { Presets, SingleBar } from 'cli-progress';
import type { RenderResponse } from './cli-api-client.ts';

/** Fields of a render that a progress display shows. */
export type RenderProgress = Pick<RenderResponse, 'progress' | 'stage' | 'status'>;

/** A display of the progress of a render. */
export interface ProgressDisplay {
  /** Shows a state. States may arrive late and out of order: a percentage below the one shown is ignored. */
  update(progress: RenderProgress): void;
  stop(): void;
}

/** A stream that may be a terminal. */
export interface ProgressStream extends NodeJS.WritableStream {
  isTTY?: boolean;
}

const STAGE_LABELS: Readonly<Record<RenderResponse['stage'], string>> = {
  queued: 'waiting',
  narrating: 'narrating',
  encoding: 'drawing and encoding',
  assembling: 'assembling',
  done: 'done',
};

/** A display: a bar on a terminal, else a line for each 10 %. */
export function createProgressDisplay(stream: ProgressStream): ProgressDisplay {
  const display = stream.isTTY ? createBar(stream) : createLines(stream);
  let shownPercent = -1;
  return {
    update(progress) {
      if (progress.progress < shownPercent) return;
      shownPercent = progress.progress;
      display.update(progress);
    },
    stop: display.stop,
  };
}

function createBar(stream: ProgressStream): ProgressDisplay {
  const progressBar = new SingleBar(
    // With `gracefulExit`, the library would end the process at a signal before the command has cleaned up.
    { stream, format: '  {bar} {percentage} %  {stage}', hideCursor: null, gracefulExit: false },
    Presets.shades_classic,
  );
  progressBar.start(100, 0, { stage: STAGE_LABELS.queued });
  return {
    update: ({ progress, stage }) => progressBar.update(progress, { stage: STAGE_LABELS[stage] }),
    stop: () => progressBar.stop(),
  };
}

function createLines(stream: ProgressStream): ProgressDisplay {
  let printedTens = -1;
  return {
    update({ progress, stage }) {
      const tens = Math.floor(progress / 10);
      if (tens <= printedTens) return;
      printedTens = tens;
      stream.write(`  ${String(progress).padStart(3)} %  ${STAGE_LABELS[stage]}\n`);
    },
    stop() {},
  };
}
