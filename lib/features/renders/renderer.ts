import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { MAX_RETURNS_BY_OTHER_VERSIONS } from '#platform/leases/public.ts';

/**
 * The version of the program as far as it affects the bytes of a video and the distribution of its work. The worker of a task must have the
 * same version as the worker that started the epoch, else shares, addresses and pictures would not fit together.
 */
export interface RendererVersion {
  /** Versions in the code, which are raised by hand and never fall. */
  versions: Readonly<Record<string, number>>;
  /** A hash over everything that has no version number: the encoder's build, the templates, the speech engine. */
  build: string;
}

/**
 * Compares the version of this program with that which started an epoch. `newer`: no version number is lower, and at least one is higher.
 * `other`: older, or not comparable.
 */
export function classifyRendererVersionChange(
  programVersion: RendererVersion,
  epochVersion: RendererVersion,
): 'same' | 'newer' | 'other' {
  const names = [...new Set([...Object.keys(programVersion.versions), ...Object.keys(epochVersion.versions)])];
  const differences = names.map((name) =>
    Math.sign(
      (ownPropertyValue(programVersion.versions, name) ?? 0) - (ownPropertyValue(epochVersion.versions, name) ?? 0),
    ),
  );
  if (differences.every((step) => step === 0)) return programVersion.build === epochVersion.build ? 'same' : 'other';
  return differences.every((step) => step >= 0) ? 'newer' : 'other';
}

/** The most epochs of a render. In the last one, tasks of another version are handed back until they fail. */
export const MAX_RENDER_EPOCHS = 8;

/**
 * Decides what a worker does with a task of an epoch that the version `epochVersion` started. A newer worker starts the render again at once,
 * because the workers of the epoch's version are being replaced. Any other worker first hands the task back. During a deployment, workers
 * of the epoch's version will take it. After a rollback there are no such workers, so after some returns any other worker also starts the
 * render again. In epoch `MAX_RENDER_EPOCHS`, a worker of another version always hands the task back.
 * `handedBack` is the number of times that the task was handed back.
 * @param epochVersion undefined: it counts as the version of this program
 */
export function decideTaskHandlingByRendererVersion(
  programVersion: RendererVersion,
  epochVersion: RendererVersion | undefined,
  { epoch, handedBack }: { epoch: number; handedBack: number },
): 'perform' | 'hand_back' | 'begin_again' {
  const relation = epochVersion === undefined ? 'same' : classifyRendererVersionChange(programVersion, epochVersion);
  if (relation === 'same') return 'perform';
  if (epoch >= MAX_RENDER_EPOCHS) return 'hand_back';
  return relation === 'newer' || handedBack >= MAX_RETURNS_BY_OTHER_VERSIONS ? 'begin_again' : 'hand_back';
}
