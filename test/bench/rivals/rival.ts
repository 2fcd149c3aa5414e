import type { PictureDimensions } from '#engine/video/format.ts';

/** The video that a rival makes: a picture for each slide, and the sound of the whole. */
export interface RivalFilm {
  /** Paths of PNG files, in order. */
  pictures: readonly string[];
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

/** How an installed rival makes the video: one command, which is what is measured. */
export interface RivalCommand {
  program: string;
  options: readonly string[];
  /** What made it, such as "Remotion 4.0.1, Chromium 100". */
  version: string;
  environment?: Readonly<Record<string, string>>;
  /** False where processes are killed before their time is added to that of their parent, as browsers do. */
  isCpuKnown: boolean;
}

/** Another program that makes a video of the same pictures and sound. */
export interface Rival {
  id: string;
  name: string;
  /** Installs it into the folder of the video. @throws Error when it cannot be installed here */
  install(film: RivalFilm): Promise<RivalCommand>;
}
