import { videoSettingsOfRender } from './build-render-plan.ts';
import { artifactOfClip, type CacheArtifactsDeps, cacheArtifacts } from './cache-artifacts.ts';
import { createPictureDrawer, type DrawPicturesDeps } from './draw-pictures.ts';
import { encodeShotClips } from './encode-shot-clips.ts';
import { createSoundFileFetcher, fetchAndEncodeSoundParts } from './make-sound.ts';
import type { ShotWithClipAddress } from './plan/render-plan.ts';
import type { FileStore, VideoPartEncoder, WithTemporaryDirectory } from './ports.ts';
import type { RenderTaskResult } from './render-task.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import { readRenderPlan, readTimelineSnapshot, type TimelineSnapshot } from './timeline-snapshot.ts';

/** Dependencies of encoding a task's share of a video: the clips of its shots, or the parts of its sound. */
export interface EncodeVideoPartsDeps extends DrawPicturesDeps, CacheArtifactsDeps {
  files: FileStore;
  maker: VideoPartEncoder;
  workspace: WithTemporaryDirectory;
}

/** The items of a task's share of a list; none without a share. */
const itemsOf = <T>(list: readonly T[], share: { first: number; count: number } | undefined): T[] =>
  share ? list.slice(share.first, share.first + share.count) : [];

/** Draws and encodes the clips of some shots, and caches them. */
export async function encodeClipsOfShots(
  deps: EncodeVideoPartsDeps,
  work: ClaimedRenderTask,
  snapshot: TimelineSnapshot,
  shots: readonly ShotWithClipAddress[],
): Promise<void> {
  const { render, signal } = work;
  const drawer = createPictureDrawer(deps, work, snapshot);
  await deps.workspace(async (directory) => {
    const clipFiles = await encodeShotClips(
      deps.maker,
      drawer,
      videoSettingsOfRender(render),
      shots,
      directory,
      signal,
    );
    for (const { file, clips } of clipFiles)
      await cacheArtifacts(
        deps,
        work,
        file,
        clips.map(({ name, clip }) => artifactOfClip(name, clip)),
      );
  });
}

/** Performs a `video` task: draws and encodes the clips of its share, and caches them. */
export async function performVideoEncodingTask(
  deps: EncodeVideoPartsDeps,
  work: ClaimedRenderTask,
): Promise<RenderTaskResult> {
  const { render, task } = work;
  const [snapshot, plan] = await Promise.all([
    readTimelineSnapshot(deps.files, render),
    readRenderPlan(deps.files, task),
  ]);
  const shots = itemsOf(plan.missing.shots, task.share).flatMap((index) => plan.shots[index] ?? []);
  await encodeClipsOfShots(deps, work, snapshot, shots);
  return {};
}

/** Performs an `audio` task: encodes the parts of the sound of its share, and caches them. */
export async function performSoundEncodingTask(
  deps: EncodeVideoPartsDeps,
  work: ClaimedRenderTask,
): Promise<RenderTaskResult> {
  const { task, signal } = work;
  const { sound, missing } = await readRenderPlan(deps.files, task);
  if (!sound) return {};
  await deps.workspace(async (directory) => {
    const soundFiles = createSoundFileFetcher(deps.files, sound, directory);
    const indexes = itemsOf(missing.parts, task.share);
    const { file, parts } = await fetchAndEncodeSoundParts(deps.maker, soundFiles, sound, indexes, directory, signal);
    await cacheArtifacts(deps, work, file, parts);
  });
  return {};
}
