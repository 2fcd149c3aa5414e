import { inspectMp4 } from '#engine/video/mp4/inspect.ts';

/** How many pictures a video has. */
export const framesOf = async (file: string): Promise<number> => (await inspectMp4(file)).video.samples;
