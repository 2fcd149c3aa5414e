import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EncodedSoundtrackPart } from '#engine/video/audio/join-soundtrack.ts';
import { splitSoundtrack } from '#engine/video/audio/soundtrack-parts.ts';
import type { ClipOnTimeLine } from '#engine/video/clips/clip.ts';
import { slowZoomFactorOfFrame } from '#engine/video/motion/slow-zoom.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { runAllOrAbort } from '#kernel/shared/concurrency.ts';
import type { BackgroundUploads } from './background-uploads.ts';
import { listVideoPartContentAddresses, videoSettingsOfRender } from './build-render-plan.ts';
import { artifactOfClip, cacheArtifacts } from './cache-artifacts.ts';
import { type CachedArtifact, type FreshArtifactsByName, findFreshCachedArtifacts } from './cached-artifact.ts';
import type { PictureDrawer } from './draw-pictures.ts';
import type { EncodeVideoPartsDeps } from './encode-segment.ts';
import { encodeShotClips } from './encode-shot-clips.ts';
import { type DownloadedArtifact, fetchArtifacts } from './fetch-artifacts.ts';
import { createSoundFileFetcher, fetchAndEncodeSoundParts, type SoundFileFetcher } from './make-sound.ts';
import type { RenderPlan, ShotWithClipAddress, SoundtrackPlan } from './plan/render-plan.ts';
import { isSideEntryTransition, isTransitionBlendedByDecoder, type VideoShot } from './plan/video-shot.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import type { TimelineSnapshot } from './timeline-snapshot.ts';

/** The inputs of the assembly of a video. */
export interface VideoToAssemble {
  plan: RenderPlan;
  snapshot: TimelineSnapshot;
  /** The artifacts that are known to exist; absent: they are looked up. */
  knownArtifacts?: FreshArtifactsByName | undefined;
}

/** The parts of a video in local files. */
export interface LocalVideoParts {
  clips: ClipOnTimeLine[];
  /** Path of the joined sound; absent for a silent video. */
  audioFile?: string | undefined;
}

/** One shot of each clip that is not available. */
const shotsOfMissingClips = (
  shots: readonly ShotWithClipAddress[],
  has: (name: string) => boolean,
): ShotWithClipAddress[] => [
  ...new Map(shots.filter(({ clip }) => !has(clip)).map((shot) => [shot.clip, shot])).values(),
];

/** The slow zoom of a shot's image; empty without one. */
function slowZoomOfShot(shot: VideoShot, fps: number): Pick<ClipOnTimeLine, 'zoom'> {
  if ((shot.kind !== 'still' && shot.kind !== 'transition') || !shot.zooms) return {};
  const { zooms } = shot;
  const frames = Array.from({ length: shot.frames }, (_, frame) => slowZoomFactorOfFrame(zooms, frame, fps));
  if (shot.kind === 'still') return { zoom: { picture: shot.picture.zoom ?? 1, frames } };
  return { zoom: { picture: shot.to.zoom ?? 1, before: shot.from.zoom ?? 1, frames } };
}

/** A clip in a local file, with its display in the video. */
const clipOnTimeLine = (
  { artifact, file }: DownloadedArtifact,
  shot: VideoShot,
  output: Pick<VideoSettings, 'codec' | 'width' | 'fps'>,
): ClipOnTimeLine => {
  if (!artifact.clip) throw new Error(`the artifact ${artifact.name} is not a clip`);
  const clip = { ...artifact.clip, offset: artifact.offset, bytes: artifact.bytes };
  const placedClip = { file, clip, shown: shot.frames, ...slowZoomOfShot(shot, output.fps) };
  if (!isTransitionBlendedByDecoder(shot, output)) return placedClip;
  const { type, direction } = shot;
  return {
    ...placedClip,
    fadesIn: true,
    ...(type === 'spring' ? { springs: true } : {}),
    ...(isSideEntryTransition(type) ? { movesIn: { type, direction } } : {}),
  };
};

/** Artifacts that are being fetched into local files. */
interface ArtifactFetch {
  requestedNames: ReadonlySet<string>;
  /** The fetched artifacts by name. Others of `names` are missing because their stored file no longer exists. */
  fetched: Promise<Map<string, DownloadedArtifact>>;
}

/** Collects all clips: makes missing ones while the others are fetched, then those that could not be fetched. */
async function collectClips(
  deps: EncodeVideoPartsDeps,
  claimedTask: ClaimedRenderTask,
  plan: RenderPlan,
  drawer: PictureDrawer,
  { requestedNames, fetched }: ArtifactFetch,
  directory: string,
  uploads: BackgroundUploads,
): Promise<ClipOnTimeLine[]> {
  const availableClips = new Map<string, DownloadedArtifact>();
  const encodeMissing = async (missingShots: readonly ShotWithClipAddress[], folder: string): Promise<void> => {
    if (missingShots.length === 0) return;
    await mkdir(folder, { recursive: true });
    const clipFiles = await encodeShotClips(
      deps.maker,
      drawer,
      videoSettingsOfRender(claimedTask.render),
      missingShots,
      folder,
      claimedTask.signal,
    );
    for (const { file, clips } of clipFiles) {
      const artifacts = clips.map(({ name, clip }) => artifactOfClip(name, clip));
      // It is in a local file only: it has no stored file yet.
      for (const artifact of artifacts)
        availableClips.set(artifact.name, { artifact: { ...artifact, key: '', made_at: '' }, file });
      uploads.add(cacheArtifacts(deps, claimedTask, file, artifacts));
    }
  };
  await encodeMissing(
    shotsOfMissingClips(plan.shots, (name) => requestedNames.has(name)),
    directory,
  );
  for (const [name, artifact] of await fetched) availableClips.set(name, artifact);
  await encodeMissing(
    shotsOfMissingClips(plan.shots, (name) => availableClips.has(name)),
    join(directory, 'lost'),
  );
  return plan.shots.map((shot) => {
    const artifact = availableClips.get(shot.clip);
    if (!artifact) throw new Error(`the clip ${shot.clip} was neither found nor made`);
    return clipOnTimeLine(artifact, shot, claimedTask.render.output);
  });
}

/** Collects the sound: the cached joined sound of an earlier render; else joins it, and caches it for the next render. @returns its path */
async function cachedOrJoinedSound(
  deps: EncodeVideoPartsDeps,
  claimedTask: ClaimedRenderTask,
  sound: SoundtrackPlan,
  artifactFetch: ArtifactFetch,
  directory: string,
  uploads: BackgroundUploads,
): Promise<string> {
  const fetchedArtifacts = await artifactFetch.fetched;
  const cachedTrack = fetchedArtifacts.get(sound.track);
  if (!cachedTrack) {
    const joinedFile = await joinSound(deps, claimedTask, sound, fetchedArtifacts, directory, uploads);
    const { size } = await stat(joinedFile);
    const artifact = { name: sound.track, offset: 0, bytes: size };
    uploads.add(cacheArtifacts(deps, claimedTask, joinedFile, [artifact]));
    return joinedFile;
  }
  const { size } = await stat(cachedTrack.file);
  // Joined sound is mostly a file by itself, which needs no copy.
  if (cachedTrack.artifact.offset === 0 && cachedTrack.artifact.bytes === size) return cachedTrack.file;
  const audioFile = join(directory, 'sound');
  await copyArtifactToFile(cachedTrack, audioFile);
  return audioFile;
}

/** Joins the parts of the sound into a file, after making missing ones. @returns the path of the file */
async function joinSound(
  deps: EncodeVideoPartsDeps,
  claimedTask: ClaimedRenderTask,
  sound: SoundtrackPlan,
  fetchedArtifacts: Map<string, DownloadedArtifact>,
  directory: string,
  uploads: BackgroundUploads,
): Promise<string> {
  const { maker } = deps;
  const soundFiles = createSoundFileFetcher(deps.files, sound, directory);
  // Equal parts have the same name, and are made once.
  const missingIndexes = sound.parts.flatMap((name, index) =>
    fetchedArtifacts.has(name) || sound.parts.indexOf(name) !== index ? [] : [index],
  );
  const availableArtifacts = new Map(fetchedArtifacts);
  if (missingIndexes.length > 0) {
    const encodedParts = await fetchAndEncodeSoundParts(
      maker,
      soundFiles,
      sound,
      missingIndexes,
      directory,
      claimedTask.signal,
    );
    for (const artifact of encodedParts.parts)
      availableArtifacts.set(artifact.name, {
        artifact: { ...artifact, key: '', made_at: '' },
        file: encodedParts.file,
      });
    uploads.add(cacheArtifacts(deps, claimedTask, encodedParts.file, encodedParts.parts));
  }
  const parts = splitSoundtrack(sound.spec).map((part): EncodedSoundtrackPart => {
    const { artifact, file } = availableArtifacts.get(sound.parts[part.index] ?? '') ?? {};
    if (!artifact || file === undefined) throw new Error(`part ${part.index} of the sound was neither found nor made`);
    return { ...part, file, offset: artifact.offset, bytes: artifact.bytes };
  });
  const audioFile = join(directory, 'sound');
  await joinOrEncodeSound(deps, claimedTask, sound, parts, soundFiles, audioFile);
  return audioFile;
}

/** Copies an artifact out of a local file with several. */
async function copyArtifactToFile({ artifact, file }: DownloadedArtifact, path: string): Promise<void> {
  const { offset: start, bytes } = artifact;
  await pipeline(createReadStream(file, { start, end: start + bytes - 1 }), createWriteStream(path));
}

/** Joins the parts of the sound; if that is not possible, encodes the sound as a whole. */
async function joinOrEncodeSound(
  { maker }: EncodeVideoPartsDeps,
  { signal }: ClaimedRenderTask,
  { spec, sound_files: filesBySource }: SoundtrackPlan,
  parts: readonly EncodedSoundtrackPart[],
  soundFiles: SoundFileFetcher,
  outFile: string,
): Promise<void> {
  if ((await maker.joinSoundtrack(spec, parts, outFile, signal)) === 'joined') return;
  await soundFiles.fetch(Object.keys(filesBySource));
  await maker.encodeSoundWhole(spec, soundFiles.fileOf, outFile, signal);
}

/** Looks up which artifacts of a video exist. */
async function lookUpArtifacts(
  { artifacts, clock }: EncodeVideoPartsDeps,
  { render }: ClaimedRenderTask,
  { shots, sound }: RenderPlan,
): Promise<FreshArtifactsByName> {
  const names = listVideoPartContentAddresses(
    shots.map(({ clip }) => clip),
    sound,
  );
  return findFreshCachedArtifacts({ artifacts, now: clock() }, render, names);
}

/** The artifacts to fetch: all, except the parts of the sound if the joined sound is cached. */
function artifactsToFetch(found: FreshArtifactsByName, { sound }: RenderPlan): CachedArtifact[] {
  const foundArtifacts = [...found.values()];
  if (!sound || !found.has(sound.track)) return foundArtifacts;
  const parts = new Set(sound.parts);
  return foundArtifacts.filter(({ name }) => !parts.has(name));
}

/**
 * Collects all parts of a video in local files: fetches cached parts, and makes and caches the others. Pictures and sound are made at the
 * same time; when one of them fails, the other is aborted.
 * @param drawer draws the pictures of the snapshot
 * @param directory receives the fetched and the made files
 * @param uploads of made parts into the cache, which continue when this function returns
 */
export async function fetchOrEncodeVideoParts(
  deps: EncodeVideoPartsDeps,
  claimedTask: ClaimedRenderTask,
  { plan, knownArtifacts }: VideoToAssemble,
  drawer: PictureDrawer,
  directory: string,
  uploads: BackgroundUploads,
): Promise<LocalVideoParts> {
  const artifacts = artifactsToFetch(knownArtifacts ?? (await lookUpArtifacts(deps, claimedTask, plan)), plan);
  const artifactFetch: ArtifactFetch = {
    requestedNames: new Set(artifacts.map(({ name }) => name)),
    fetched: fetchArtifacts(deps.files, artifacts, directory),
  };
  const { sound } = plan;
  const [clips, audioFile] = await runAllOrAbort<[ClipOnTimeLine[], string | undefined, unknown]>(
    claimedTask.signal,
    (signal) => collectClips(deps, { ...claimedTask, signal }, plan, drawer, artifactFetch, directory, uploads),
    async (signal) =>
      sound && cachedOrJoinedSound(deps, { ...claimedTask, signal }, sound, artifactFetch, directory, uploads),
    // Waited for even when the others fail, because it writes into the directory.
    () => artifactFetch.fetched,
  );
  return { clips, audioFile };
}
