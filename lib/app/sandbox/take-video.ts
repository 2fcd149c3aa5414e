import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { canEncodeDifferentlyAfterError } from '#engine/video/bits/stream-errors.ts';
import { pcmInputOptions } from '#engine/video/ffmpeg/audio-arguments.ts';
import {
  footageFilters,
  footagePictureOutputOptions,
  footageSoundOutputOptions,
  singlePngOutputOptions,
} from '#engine/video/ffmpeg/footage-arguments.ts';
import {
  annexBInputOptions,
  keyFramesOnlyInputOptions,
  rawYuvOutputOptions,
} from '#engine/video/ffmpeg/picture-arguments.ts';
import { streamFfmpegOutput } from '#engine/video/ffmpeg/run.ts';
import { splitBytesIntoYuvPictures } from '#engine/video/footage/decode-footage-excerpt.ts';
import {
  findHumanFaceInFrames,
  footageGroupsForFaceSearch,
  type HeadInFootage,
} from '#engine/video/footage/find-human-face-in-frames.ts';
import { type FootageIndex, framesPerFootageGroup, MAX_FOOTAGE_SECONDS } from '#engine/video/footage/footage.ts';
import { footageGroupsForTones, footageTones } from '#engine/video/footage/footage-tones.ts';
import { firstPictureSizeIn, indexFootage } from '#engine/video/footage/index-footage.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import type { ReencodedImage } from '#features/images/ports.ts';
import { levelSoundToFlac } from '#features/music/level-sound-to-flac.ts';
import { openAnimatedPicture } from './open-animated-picture.ts';
import { parseVideoProbe } from './probe-video.ts';
import { type IsolatedFfmpegResult, type IsolatedFfmpegRun, runIsolatedFfmpeg } from './sealed-ffmpeg.ts';
import { videoFormatOf } from './uploaded-video-format.ts';
import {
  type AcceptedVideoFacts,
  ALLOWED_FFMPEG_DECODERS,
  CLIENT_VIDEO_STREAM_LIMITS,
  checkVideoProbe,
  invalidVideoError,
  tooLongVideoError,
} from './video-rules.ts';
import type { StepProcessLimits } from './watch-process-limits.ts';

/** The files that are made of a client's video, in its folder, and facts about them. */
export interface ReencodedVideo {
  fps: number;
  /** The stream of footage. */
  footageFile: string;
  /** The sound as FLAC; absent: the video is silent. */
  sound?: { file: string; samples: number; channels: 1 | 2 } | undefined;
  poster: ReencodedImage;
  /** The head of a person in the video; absent: none was found. */
  face?: HeadInFootage | undefined;
  /** Its tones over time. */
  tones: string;
}

/** The parameters of the decoding of a client's video. */
export interface ReencodeVideoJob {
  /** Path of the client's file. */
  file: string;
  /** The folder of the file, which receives all output. */
  folder: string;
  ffmpegPath: string;
  /** The only variables that the processes get. */
  environment: Readonly<Record<string, string>>;
  /** As in `StepProcessLimits`. */
  cpuTimeFactor?: number | undefined;
}

/** Limits of the process that reads only the description of a file. */
const PROBE_LIMITS: StepProcessLimits = {
  stepCpuSeconds: 20,
  stepSeconds: 30,
  seconds: 30,
  memoryBytes: 512 * 2 ** 20,
};
/** Limits of the process that decodes, within the time of its function. Frames of 4096 × 4096 have 25 MB each. */
const DECODE_LIMITS: StepProcessLimits = {
  stepCpuSeconds: 5400,
  stepSeconds: 740,
  seconds: 740,
  memoryBytes: 2048 * 2 ** 20,
};

/** The most pixels of a picture. */
const MAX_PIXELS = CLIENT_VIDEO_STREAM_LIMITS.side ** 2;

/** The options before a client's file: its demuxer, a few tracks, few pixels, known decoders. */
const inputOptions = (demuxer: string): string[] => [
  '-max_streams',
  String(CLIENT_VIDEO_STREAM_LIMITS.tracks),
  '-max_pixels',
  String(MAX_PIXELS),
  '-codec_whitelist',
  ALLOWED_FFMPEG_DECODERS.join(','),
  '-probesize',
  '20M',
  '-analyzeduration',
  '20M',
  '-f',
  demuxer,
];

/** The second of a video at which its poster is taken, unless the video is shorter than three times that. */
const POSTER_SECONDS = 1;

const REFUSALS = {
  time: 'The video takes too long to decode. Make it shorter or smaller.',
  memory: 'The video takes too much memory to decode. Make its pictures smaller.',
} as const;

/** Reads the first 16 bytes of a file, or all of a shorter one. */
async function readHead(path: string): Promise<Uint8Array> {
  await using handle = await open(path);
  const head = Buffer.alloc(16);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  return head.subarray(0, bytesRead);
}

/** The size of a file in bytes; 0 if there is none. */
async function sizeOfFile(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

type FfmpegRunner = (run: Pick<IsolatedFfmpegRun, 'options' | 'limits' | 'input'>) => Promise<IsolatedFfmpegResult>;

/** Reads the description of a container, and checks it. @throws ServiceError `video_invalid` */
async function acceptContainer(run: FfmpegRunner, demuxer: string): Promise<AcceptedVideoFacts> {
  const { report, cause } = await run({ options: [...inputOptions(demuxer), '-i', 'video'], limits: PROBE_LIMITS });
  if (cause === 'time' || cause === 'memory') throw invalidVideoError(REFUSALS[cause]);
  return checkVideoProbe(parseVideoProbe(report));
}

/**
 * Decodes a container: pictures, and sound if there is any. Damage at its end costs only the end.
 * @param size the size that all pictures get; absent: they keep theirs
 * @throws ServiceError `video_invalid`
 */
async function decodeContainer(
  run: FfmpegRunner,
  demuxer: string,
  folder: string,
  { size, ...facts }: AcceptedVideoFacts & { size?: PictureDimensions },
): Promise<void> {
  const { fps, hasSound, channels } = facts;
  const filters = footageFilters({ ...facts, ...(size ? { size } : {}) });
  const pictureOptions = [
    '-map',
    '0:V:0',
    ...footagePictureOutputOptions(filters, framesPerFootageGroup(fps)),
    join(folder, 'pictures'),
  ];
  const soundOptions = hasSound
    ? ['-map', '0:a:0', ...footageSoundOutputOptions(channels), join(folder, 'samples')]
    : [];
  const result = await run({
    options: ['-y', '-v', 'error', ...inputOptions(demuxer), '-i', 'video', ...pictureOptions, ...soundOptions],
    limits: DECODE_LIMITS,
  });
  if (result.cause === 'time' || result.cause === 'memory') throw invalidVideoError(REFUSALS[result.cause]);
}

/** The facts of a video that are used after it was decoded. */
type DecodedVideoFacts = Pick<AcceptedVideoFacts, 'fps' | 'hasSound' | 'channels'>;

/** Encodes the pictures of an animation. @throws ServiceError `video_invalid` */
async function decodeAnimation(run: FfmpegRunner, file: string, folder: string): Promise<DecodedVideoFacts> {
  const { width, height, fps, frames } = await openAnimatedPicture(file);
  const input = [
    '-f',
    'rawvideo',
    '-pixel_format',
    'rgb24',
    '-video_size',
    `${width}x${height}`,
    '-framerate',
    String(fps),
  ];
  const filters = footageFilters({ fps, isHdr: false });
  const { cause } = await run({
    options: [
      '-y',
      '-v',
      'error',
      ...input,
      '-i',
      'pipe:0',
      ...footagePictureOutputOptions(filters, framesPerFootageGroup(fps)),
      join(folder, 'pictures'),
    ],
    limits: DECODE_LIMITS,
    input: frames(),
  });
  if (cause) throw invalidVideoError(cause === 'failure' ? 'The animation is damaged.' : REFUSALS[cause]);
  return { fps, hasSound: false, channels: 1 };
}

/**
 * Makes footage of the encoded pictures, and its index.
 * @returns undefined if the pictures change their form
 * @throws ServiceError `video_invalid` without pictures, and for too many
 */
async function indexPictures(folder: string, fps: number, footageFile: string): Promise<FootageIndex | undefined> {
  if ((await sizeOfFile(join(folder, 'pictures'))) === 0)
    throw invalidVideoError(
      'No picture of the video can be decoded: it is damaged or not whole. Export it again as MP4 (H.264).',
    );
  try {
    const index = await indexFootage(join(folder, 'pictures'), fps, footageFile);
    if (index.frames > MAX_FOOTAGE_SECONDS * fps) throw tooLongVideoError();
    return index;
  } catch (error) {
    if (canEncodeDifferentlyAfterError(error)) return undefined;
    throw error;
  }
}

/** Decodes a container, and a second time with one size if its pictures change theirs, as recordings of a window do. */
async function decodeContainerToFootage(
  run: FfmpegRunner,
  demuxer: string,
  { folder, footageFile }: { folder: string; footageFile: string },
) {
  const facts = await acceptContainer(run, demuxer);
  await decodeContainer(run, demuxer, folder, facts);
  const index = await indexPictures(folder, facts.fps, footageFile);
  if (index) return { facts, index };
  const size = await firstPictureSizeIn(join(folder, 'pictures'));
  await decodeContainer(run, demuxer, folder, { ...facts, size });
  return { facts, index: await indexPictures(folder, facts.fps, footageFile) };
}

/** Encodes the pictures of an animation as footage. */
async function encodeAnimationAsFootage(
  run: FfmpegRunner,
  file: string,
  { folder, footageFile }: { folder: string; footageFile: string },
) {
  const facts = await decodeAnimation(run, file, folder);
  return { facts, index: await indexPictures(folder, facts.fps, footageFile) };
}

/** Makes the poster of footage: its picture at `POSTER_SECONDS`, or at a third of a shorter video. */
async function makePoster(
  { fps, frames, offsets }: FootageIndex,
  footageFile: string,
  { ffmpegPath, signal }: { ffmpegPath: string; signal: AbortSignal },
): Promise<ReencodedImage> {
  const frameIndex = Math.min(POSTER_SECONDS * fps, Math.floor(frames / 3));
  // The poster is in the first group of frames.
  const stream = createReadStream(footageFile, { end: (offsets[1] ?? 1) - 1 });
  const bytes = streamFfmpegOutput(
    [{ at: stream, options: annexBInputOptions(fps) }],
    singlePngOutputOptions(frameIndex),
    {
      ffmpegPath,
      signal,
    },
  );
  const { reencodeImage } = await import('#features/images/reencode.ts');
  return reencodeImage(await buffer(Readable.from(bytes)));
}

/** The width, in pixels, of the small pictures in which faces and tones are searched. */
const SMALL_PICTURE_WIDTH = 128;

/** The bytes of some groups of frames of footage. */
async function* bytesOfGroups({ offsets }: FootageIndex, footageFile: string, groups: readonly number[]) {
  for (const group of groups) {
    const [start = 0, end = 0] = [offsets[group], offsets[group + 1]];
    yield* createReadStream(footageFile, { start, end: end - 1 });
  }
}

/** Small pictures of footage. */
interface SmallFootagePictures {
  /** The first of each group of frames in which a head is looked for. */
  forFace: YuvPicture[];
  /** The first of groups of frames at equal intervals, and the last of all. */
  forTones: YuvPicture[];
}

/** Decodes small pictures of footage. */
async function readSmallPictures(
  index: FootageIndex,
  footageFile: string,
  { ffmpegPath, signal }: { ffmpegPath: string; signal: AbortSignal },
): Promise<SmallFootagePictures> {
  const { width, height, fps, offsets } = index;
  const size = {
    width: SMALL_PICTURE_WIDTH,
    height: 4 * Math.max(1, Math.round((SMALL_PICTURE_WIDTH * height) / width / 4)),
  };
  const scale = `scale=${size.width}:${size.height}:flags=area`;
  const decodePictures = async (
    groups: readonly number[],
    options: string[],
    maxPictures: number,
  ): Promise<YuvPicture[]> => {
    const stream = Readable.from(bytesOfGroups(index, footageFile, groups));
    const bytes = streamFfmpegOutput([{ at: stream, options }], rawYuvOutputOptions(scale, maxPictures), {
      ffmpegPath,
      signal,
    });
    const decodedPictures: YuvPicture[] = [];
    for await (const picture of splitBytesIntoYuvPictures(bytes, size)) decodedPictures.push(picture);
    return decodedPictures;
  };
  const faceGroups = footageGroupsForFaceSearch(index);
  const toneGroups = footageGroupsForTones(index);
  const groups = [...new Set([...faceGroups, ...toneGroups])].sort((a, b) => a - b);
  const [firstPictures, lastPictures] = await Promise.all([
    decodePictures(groups, keyFramesOnlyInputOptions(fps), groups.length),
    decodePictures([offsets.length - 2], annexBInputOptions(fps), framesPerFootageGroup(fps)),
  ]);
  const firstPictureOfGroup = new Map(groups.map((group, i) => [group, firstPictures[i]]));
  const firstPicturesOf = (wantedGroups: readonly number[]): YuvPicture[] =>
    wantedGroups.flatMap((group) => firstPictureOfGroup.get(group) ?? []);
  return {
    forFace: firstPicturesOf(faceGroups),
    forTones: [...firstPicturesOf(toneGroups), ...lastPictures.slice(-1)],
  };
}

/** Levels the sound and encodes it as FLAC; undefined for a silent video. */
async function levelSound(
  { hasSound, channels }: DecodedVideoFacts,
  { folder, ffmpegPath, signal }: { folder: string; ffmpegPath: string; signal: AbortSignal },
): Promise<ReencodedVideo['sound']> {
  const samplesFile = join(folder, 'samples');
  if (!hasSound || (await sizeOfFile(samplesFile)) === 0) return undefined;
  const file = join(folder, 'sound.flac');
  const input = () => ({ at: createReadStream(samplesFile), options: pcmInputOptions(channels) });
  const samples = await levelSoundToFlac({ input, channels, mayBeLimited: true }, file, { ffmpegPath, signal });
  return samples === undefined ? undefined : { file, samples, channels };
}

/**
 * Decodes a client's video within limits and encodes it again: pictures as footage, sound levelled as FLAC, a poster. Containers are parsed
 * by processes that have no variables and no addresses, animations by this process, like images.
 * @throws ServiceError `video_invalid`; the signal's reason after an abort
 */
export async function reencodeVideo(video: ReencodeVideoJob, signal: AbortSignal): Promise<ReencodedVideo> {
  const { file, folder, ffmpegPath, environment, cpuTimeFactor } = video;
  const format = videoFormatOf(await readHead(file));
  if (!format)
    throw invalidVideoError(
      'This is not a video of an accepted format (MP4, MOV, WebM, animated GIF or WebP). Convert it to MP4 (H.264).',
    );
  const run: FfmpegRunner = ({ limits, ...ffmpegRun }) =>
    runIsolatedFfmpeg({ ...ffmpegRun, limits: { ...limits, cpuTimeFactor }, ffmpegPath, folder, environment }, signal);
  const footageFile = join(folder, 'footage');
  const { facts, index } =
    format === 'animation'
      ? await encodeAnimationAsFootage(run, file, { folder, footageFile })
      : await decodeContainerToFootage(run, format, { folder, footageFile });
  if (!index)
    throw invalidVideoError(
      'The pictures of the video change their form while it plays. Export it again as MP4 (H.264).',
    );
  await rm(join(folder, 'pictures'));
  const runtime = { ffmpegPath, signal };
  const [poster, smallPictures, sound] = await Promise.all([
    makePoster(index, footageFile, runtime),
    readSmallPictures(index, footageFile, runtime),
    levelSound(facts, { folder, ...runtime }),
  ]);
  const face = findHumanFaceInFrames(smallPictures.forFace);
  const { fps } = facts;
  return {
    fps,
    footageFile,
    poster,
    tones: footageTones(smallPictures.forTones),
    ...(face ? { face } : {}),
    ...(sound ? { sound } : {}),
  };
}
