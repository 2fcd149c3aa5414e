import type { PictureDimensions } from '#engine/video/format.ts';

/** A part of a slide that fades in and rises to its place. */
export interface RisingPart {
  /** Path of a PNG file of the part in its place, with the ground behind it. */
  file: string;
  /** Its place on the slide, in pixels. */
  x: number;
  y: number;
  /** When it starts to appear, in seconds of the slide. */
  at: number;
}

/** How slides move: each fades in over the one before it, and then its parts rise one after another. */
export interface RivalMotion {
  fadeSeconds: number;
  riseSeconds: number;
  /** Pixels from where parts start to their place. */
  risePixels: number;
  /** The parts of each slide, in order. */
  parts: readonly (readonly RisingPart[])[];
}

/** The video that a rival makes: a picture for each slide, and the sound of the whole. */
export interface RivalFilm {
  /** Paths of PNG files, in order; with motion, each is the slide before its first part appears. */
  pictures: readonly string[];
  /** Absent: nothing moves. */
  motion?: RivalMotion | undefined;
  /** Path of a WAV file as long as the video. */
  wav: string;
  size: PictureDimensions;
  fps: number;
  secondsPerSlide: number;
  /** An empty folder to install into, removed at the end. */
  folder: string;
  /** Where the MP4 is to be. */
  video: string;
}

/** The paths of all files of a video. */
export const filesOf = ({ pictures, motion, wav }: RivalFilm): string[] => [
  ...pictures,
  ...(motion?.parts.flat() ?? []).map(({ file }) => file),
  wav,
];

/** How an installed rival makes the video: one command, which is what is measured. */
export interface RivalCommand {
  program: string;
  options: readonly string[];
  /** What made it, such as "Remotion 4.0.1, Chromium 100". */
  version: string;
  environment?: Readonly<Record<string, string>>;
}

/** Another program that makes a video of the same pictures and sound. */
export interface Rival {
  id: string;
  name: string;
  /** Installs it into the folder of the video. @throws Error when it cannot be installed here */
  install(film: RivalFilm): Promise<RivalCommand>;
}
