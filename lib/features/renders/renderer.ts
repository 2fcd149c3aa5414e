import { ownValue } from '#kernel/shared/own-value.ts';
import { MAX_HAND_BACKS } from '#platform/leases/public.ts';

/**
 * The version of the program as far as it decides the bytes of a video and how its work is shared out: the worker of a task
 * must have the same as the worker that started the epoch, or shares, addresses and pictures do not fit together.
 */
export interface RendererVersion {
  /** Versions that are raised by hand in the code: numbers that only rise. */
  versions: Readonly<Record<string, number>>;
  /** A hash over what has no order: the encoder's binary, the templates, the speech engine. */
  build: string;
}

/**
 * Compares the program of this worker with the one that started an epoch. `newer`: none of its versions is lower, and one is
 * higher. `other`: older, or without an order.
 */
export function compareRenderers(own: RendererVersion, begun: RendererVersion): 'same' | 'newer' | 'other' {
  const names = [...new Set([...Object.keys(own.versions), ...Object.keys(begun.versions)])];
  const steps = names.map((name) =>
    Math.sign((ownValue(own.versions, name) ?? 0) - (ownValue(begun.versions, name) ?? 0)),
  );
  if (steps.every((step) => step === 0)) return own.build === begun.build ? 'same' : 'other';
  return steps.every((step) => step >= 0) ? 'newer' : 'other';
}

/** A render is started at most this often. After that, tasks of another version are given back until they fail. */
export const MAX_EPOCHS = 8;

/**
 * Decides what a worker does with a task of an epoch that `begun` makes. A newer worker restarts the work at once, because
 * the workers of the epoch are being replaced. Another one first gives the task back: in a rolling deploy the workers of the epoch are on their way,
 * and only after a rollback they never come.
 * @param handedBack how often the task was given back
 */
export function versionDecision(
  own: RendererVersion,
  begun: RendererVersion | undefined,
  { epoch, handedBack }: { epoch: number; handedBack: number },
): 'perform' | 'hand_back' | 'begin_again' {
  const relation = begun === undefined ? 'same' : compareRenderers(own, begun);
  if (relation === 'same') return 'perform';
  if (epoch >= MAX_EPOCHS) return 'hand_back';
  return relation === 'newer' || handedBack >= MAX_HAND_BACKS ? 'begin_again' : 'hand_back';
}
