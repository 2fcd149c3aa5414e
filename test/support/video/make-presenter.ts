import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpokenSentence } from '#engine/speech/engine.ts';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { MP4, madeByFfmpeg } from './make-clip.ts';

/** A recording of somebody: a head that moves, and the voice of espeak-ng. */
export interface MadePresenter {
  file: Buffer<ArrayBuffer>;
  /** What is said, with times in the recording. */
  sentences: readonly SpokenSentence[];
  /** The seconds of the recording. */
  seconds: number;
}

/** The middle of the head, as parts of the picture. */
export const HEAD = { x: 0.7, y: 0.42 } as const;
/** Colours of the head, before and from a sentence on, and of the wall behind it. */
const [PALE, DARK, WALL] = ['0xe0ac85', '0x9c6b4a', '0x40506a'] as const;

/**
 * Makes a recording of a disc with the colour of skin that sways a little before a wall, and becomes darker in the frame at which a sentence
 * starts.
 * @param darker the sentence, from 0
 */
export async function makePresenter(text: string, darker: number): Promise<MadePresenter> {
  const { pcm, sentences } = await createEspeakEngine().speak({ text, language: 'en', speed: 1 });
  const wav = join(tmpdir(), `presenter-${process.pid}.wav`);
  await writeFile(wav, encodeWav(pcm, 48_000));
  const seconds = pcm.length / 2 / 48_000;
  const at = Math.round((sentences[darker]?.start_seconds ?? 0) * 25) / 25;
  // One frame, which `overlay` repeats: each pixel of each frame would be computed again.
  const disc = (color: string) =>
    `color=${color}:s=160x160:r=25:d=0.04,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lte(hypot(X-80,Y-80),72),255,0)'`;
  const place = `x='${HEAD.x}*W-80+14*sin(2*t)':y='${HEAD.y}*H-80'`;
  try {
    const file = await madeByFfmpeg(
      [
        ...['-f', 'lavfi', '-i', `color=${WALL}:s=640x360:r=25:d=${seconds}`],
        ...['-f', 'lavfi', '-i', disc(PALE), '-f', 'lavfi', '-i', disc(DARK), '-i', wav],
        '-filter_complex',
        `[0:v][1:v]overlay=${place}:enable='lt(t,${at - 0.01})'[a];[a][2:v]overlay=${place}:enable='gte(t,${at - 0.01})'[v]`,
        ...['-map', '[v]', '-map', '3:a', ...MP4, '-crf', '12'],
      ],
      'mp4',
    );
    return { file, sentences, seconds };
  } finally {
    await rm(wav, { force: true });
  }
}
