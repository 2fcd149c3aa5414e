import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { allOrAbort } from '../shared/concurrency.ts';
import type { EncodedSoundtrackPart } from '../video/audio/join-soundtrack.ts';
import { splitSoundtrack } from '../video/audio/soundtrack-parts.ts';
import type { PlacedClip } from '../video/clips/clip.ts';
import { videoSettingsOf } from './build-render-plan.ts';
import { cacheArtifacts, clipArtifact } from './cache-artifacts.ts';
import { type CachedArtifact, isFresh } from './cached-artifact.ts';
import { createDrawer, type Drawer } from './draw-pictures.ts';
import type { EncodeDeps } from './encode-segment.ts';
import { type FetchedArtifact, fetchArtifacts } from './fetch-artifacts.ts';
import { makeClips } from './make-clips.ts';
import { createSoundFiles, makeSoundParts, type SoundFiles } from './make-sound.ts';
import type { PendingUploads } from './pending-uploads.ts';
import type { NamedShot, RenderPlan, SoundtrackPlan } from './plan/render-plan.ts';
import type { Work } from './run-task.ts';
import type { Snapshot } from './snapshot.ts';

/** Everything of a video in local files. */
export interface VideoParts {
  clips: PlacedClip[];
  audioFile?: string | undefined;
  drawer: Drawer;
}

const firstOfEach = (shots: readonly NamedShot[], has: (name: string) => boolean): NamedShot[] => [
  ...new Map(shots.filter(({ clip }) => !has(clip)).map((shot) => [shot.clip, shot])).values(),
];

const placed = ({ artifact, file }: FetchedArtifact, shown: number): PlacedClip => {
  if (!artifact.clip) throw new Error(`the artifact ${artifact.name} is no clip`);
  return { file, shown, clip: { ...artifact.clip, offset: artifact.offset, bytes: artifact.bytes } };
};

async function collectClips(
  deps: EncodeDeps,
  work: Work,
  plan: RenderPlan,
  drawer: Drawer,
  found: Map<string, FetchedArtifact>,
  directory: string,
  uploads: PendingUploads,
): Promise<PlacedClip[]> {
  const missing = firstOfEach(plan.shots, (name) => found.has(name));
  const made =
    missing.length > 0
      ? await makeClips(deps.maker, drawer, videoSettingsOf(work.render), missing, directory, work.signal)
      : [];
  const all = new Map(found);
  for (const { file, clips } of made) {
    const artifacts = clips.map(({ name, clip }) => clipArtifact(name, clip));
    for (const artifact of artifacts) all.set(artifact.name, { artifact: { ...artifact, key: '', made_at: '' }, file });
    uploads.add(cacheArtifacts(deps, work, file, artifacts));
  }
  return plan.shots.map(({ clip, frames }) => {
    const artifact = all.get(clip);
    if (!artifact) throw new Error(`the clip ${clip} was neither found nor made`);
    return placed(artifact, frames);
  });
}

/** The sound as it was joined for an earlier render; otherwise it is joined, and cached for the next one. */
async function collectTrack(
  deps: EncodeDeps,
  work: Work,
  sound: SoundtrackPlan,
  found: Map<string, FetchedArtifact>,
  directory: string,
  uploads: PendingUploads,
): Promise<string> {
  const cached = found.get(sound.track);
  if (!cached) {
    const joined = await collectSound(deps, work, sound, found, directory, uploads);
    const { size } = await stat(joined);
    const artifact = { name: sound.track, offset: 0, bytes: size };
    uploads.add(cacheArtifacts(deps, work, joined, [artifact]));
    return joined;
  }
  const audioFile = join(directory, 'sound');
  await copyOut(cached, audioFile);
  return audioFile;
}

/** Joins the parts of the sound, making those that were not found. */
async function collectSound(
  deps: EncodeDeps,
  work: Work,
  sound: SoundtrackPlan,
  found: Map<string, FetchedArtifact>,
  directory: string,
  uploads: PendingUploads,
): Promise<string> {
  const { maker } = deps;
  const soundFiles = createSoundFiles(deps.files, sound, directory);
  const missing = sound.parts.flatMap((name, index) =>
    found.has(name) || sound.parts.indexOf(name) !== index ? [] : [index],
  );
  const all = new Map(found);
  if (missing.length > 0) {
    const made = await makeSoundParts(maker, soundFiles, sound, missing, directory, work.signal);
    for (const artifact of made.parts)
      all.set(artifact.name, { artifact: { ...artifact, key: '', made_at: '' }, file: made.file });
    uploads.add(cacheArtifacts(deps, work, made.file, made.parts));
  }
  const parts = splitSoundtrack(sound.spec).map((part): EncodedSoundtrackPart => {
    const { artifact, file } = all.get(sound.parts[part.index] ?? '') ?? {};
    if (!artifact || file === undefined) throw new Error(`part ${part.index} of the sound was neither found nor made`);
    return { ...part, file, offset: artifact.offset, bytes: artifact.bytes };
  });
  const audioFile = join(directory, 'sound');
  await joinOrEncode(deps, work, sound, parts, soundFiles, audioFile);
  return audioFile;
}

async function copyOut({ artifact, file }: FetchedArtifact, path: string): Promise<void> {
  const { offset: start, bytes } = artifact;
  await pipeline(createReadStream(file, { start, end: start + bytes - 1 }), createWriteStream(path));
}

async function joinOrEncode(
  { maker }: EncodeDeps,
  { signal }: Work,
  { spec, sound_files: named }: SoundtrackPlan,
  parts: readonly EncodedSoundtrackPart[],
  soundFiles: SoundFiles,
  outFile: string,
): Promise<void> {
  if ((await maker.joinSoundtrack(spec, parts, outFile, signal)) === 'joined') return;
  await soundFiles.fetch(Object.keys(named));
  await maker.encodeSoundWhole(spec, soundFiles.fileOf, outFile, signal);
}

/** The cached artifacts of a video. The parts of a sound that is cached as a whole are left out. */
async function cachedArtifacts(
  { artifacts, clock }: EncodeDeps,
  { render }: Work,
  plan: RenderPlan,
): Promise<CachedArtifact[]> {
  const now = clock();
  const { track, parts = [] } = plan.sound ?? {};
  const names = new Set([...plan.shots.map(({ clip }) => clip), ...parts, ...(track === undefined ? [] : [track])]);
  const cached = await artifacts.findMany(render.account_id, [...names]);
  const fresh = [...cached.values()].filter((artifact) => isFresh(artifact, now));
  const isWhole = fresh.some(({ name }) => name === track);
  return isWhole ? fresh.filter(({ name }) => !parts.includes(name)) : fresh;
}

/**
 * Brings all parts of a video into local files: cached ones from storage, the others by making them here and caching them.
 * Pictures and sound are made at the same time. When one of the two fails, the other is stopped.
 */
export async function fetchOrMakeParts(
  deps: EncodeDeps,
  work: Work,
  plan: RenderPlan,
  snapshot: Snapshot,
  directory: string,
  uploads: PendingUploads,
): Promise<VideoParts> {
  const found = await fetchArtifacts(deps.files, await cachedArtifacts(deps, work, plan), directory);
  const drawer = createDrawer(deps, work, snapshot);
  const { sound } = plan;
  const [clips, audioFile] = await allOrAbort<[PlacedClip[], string | undefined]>(
    work.signal,
    (signal) => collectClips(deps, { ...work, signal }, plan, drawer, found, directory, uploads),
    async (signal) => sound && collectTrack(deps, { ...work, signal }, sound, found, directory, uploads),
  );
  return { clips, audioFile, drawer };
}
