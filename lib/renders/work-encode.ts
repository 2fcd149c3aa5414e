import { createDrawer, type DrawTools } from './draw-pictures.ts';
import { clipPiece, type KeepTools, keepPieces } from './keep-pieces.ts';
import { settingsOf } from './lay-out.ts';
import { makeClips } from './make-clips.ts';
import { createRecordings, makeSoundParts } from './make-sound.ts';
import type { VideoMaker, Workspace } from './ports.ts';
import type { Work } from './run-unit.ts';
import { readPlan, readSnapshot } from './snapshot.ts';
import type { UnitResult } from './unit.ts';

export interface EncodeTools extends DrawTools, KeepTools {
  maker: VideoMaker;
  workspace: Workspace;
}

const run = <T>(list: readonly T[], share: { first: number; count: number } | undefined): T[] =>
  share ? list.slice(share.first, share.first + share.count) : [];

/** Draws and encodes its share of the clips that were missing, and keeps them. */
export async function encodeVideo(tools: EncodeTools, work: Work): Promise<UnitResult> {
  const { render, unit, signal } = work;
  const [snapshot, plan] = await Promise.all([readSnapshot(tools.files, render), readPlan(tools.files, render)]);
  const shots = run(plan.missing.shots, unit.share).flatMap((place) => plan.shots[place] ?? []);
  const drawer = createDrawer(tools, work, snapshot);
  await tools.workspace(async (directory) => {
    const made = await makeClips(tools.maker, drawer, settingsOf(render), shots, directory, signal);
    for (const { file, clips } of made)
      await keepPieces(
        tools,
        work,
        file,
        clips.map(({ name, clip }) => clipPiece(name, clip)),
      );
  });
  return {};
}

/** Encodes its share of the parts of the sound that were missing, and keeps them. */
export async function encodeAudio(tools: EncodeTools, work: Work): Promise<UnitResult> {
  const { render, unit, signal } = work;
  const { sound, missing } = await readPlan(tools.files, render);
  if (!sound) return {};
  await tools.workspace(async (directory) => {
    const recordings = createRecordings(tools.files, sound, directory);
    const places = run(missing.parts, unit.share);
    const { file, parts } = await makeSoundParts(tools.maker, recordings, sound, places, directory, signal);
    await keepPieces(tools, work, file, parts);
  });
  return {};
}
