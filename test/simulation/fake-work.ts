import type { SpeechEngineIdentity, SpeechRequest, SynthesizedSpeech } from '#engine/speech/engine.ts';
import type { EncodedClip } from '#engine/video/clips/clip.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import type { SlidePainter, VideoPartEncoder, WithTemporaryDirectory } from '#features/renders/ports.ts';
import type { RendererVersion } from '#features/renders/renderer.ts';
import type { Machine } from './machine.ts';
import { readFile, writeFile } from './substitutes/files.ts';

/**
 * What takes processors in reality takes virtual time here. Its result says what it was made of and by which version
 * of the program, so that a video made of parts that do not belong together is seen.
 */

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const read = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());

/** What a picture of a slide shows. */
export const pictureOf = (slide: Pick<DrawableSlide, 'title' | 'bullet_points'>, image: string | undefined): string =>
  JSON.stringify([slide.title, slide.bullet_points, image ?? null]);

/** A clip, as its bytes say. */
export interface MadeClip {
  picture: string;
  encoder: string;
}
/** A part of the sound, or the whole of it. */
export interface MadeSound {
  said: string[];
  encoders: string[];
}
/** A finished video, as its bytes say. */
export interface MadeFilm {
  clips: MadeClip[];
  sound: MadeSound | undefined;
}

/** The identity of the encoder that a version of the program brings. */
export const encoderOf = (version: number): string => `encoder-${version}`;

/** Whether workers can tell which of two versions is newer. */
export type KindOfDeploy = 'newer' | 'other';

/** The version of the program as renders compare it. */
export const rendererOf = (version: number, kind: KindOfDeploy): RendererVersion => ({
  versions: { clips: kind === 'newer' ? version : 1 },
  build: `build-${version}`,
});

/** The words and the engine of speech, as its bytes say. */
export interface SpokenText {
  text: string;
  engine: string;
}

/** Offset of the samples in a WAV file. */
const WAV_HEADER = 44;
/** What a stored file of speech says. */
export const spokenIn = (wav: Uint8Array): SpokenText => read(wav.subarray(WAV_HEADER)) as SpokenText;

/** What a recording that a client sent says, as samples. @returns an even number of bytes */
export function recordedSpeech(text: string): Buffer {
  const said = JSON.stringify({ text, engine: 'client' } satisfies SpokenText);
  return Buffer.from(said.padEnd(said.length + (said.length % 2)));
}

/** The speech engine of a version of the program. */
export function engineOf(version: number): SpeechEngineIdentity {
  return {
    id: 'simulated',
    version: `engine-${version}`,
    voiceFor: (_language, voice) => voice ?? 'voice',
    takesSpeed: () => true,
    voices: () => [],
  };
}

/** Speaks in virtual time. */
export const speakOn =
  (machine: Machine) =>
  (request: SpeechRequest, signal: AbortSignal): Promise<SynthesizedSpeech> =>
    machine.call(
      'work',
      'speak',
      async () => {
        const said: SpokenText = { text: request.text, engine: `engine-${machine.version}` };
        const durationSeconds = 1 + request.text.length / 16;
        return {
          sampleRate: 48_000,
          pcm: bytesOf(said),
          sentences: [{ text: request.text, start_seconds: 0, end_seconds: durationSeconds }],
          durationSeconds,
        };
      },
      { signal },
    );

/** Draws at once: drawing is part of the encoder's work. */
export const painter: SlidePainter = {
  async paint(slide, size): Promise<RawPicture> {
    const image = slide.image && Buffer.from(slide.image.bytes).toString();
    return { ...size, rgba: Buffer.from(pictureOf(slide, image)) };
  },
  async paintLayers() {
    throw new Error('nothing moves in the simulation');
  },
  async paintPair() {
    throw new Error('nothing moves in the simulation');
  },
  async paintEntrance() {
    throw new Error('nothing enters in the simulation');
  },
  async paintZoom() {
    throw new Error('nothing moves in the simulation');
  },
  async zoomRoom() {
    throw new Error('nothing moves in the simulation');
  },
  async paintCaption() {
    throw new Error('no captions are drawn in the simulation');
  },
};

/** Encodes in virtual time. @param started is called for each piece of work that starts */
export function makerOn(machine: Machine): VideoPartEncoder {
  const encoder = encoderOf(machine.version);
  const work = <Result>(what: string, signal: AbortSignal, act: () => Promise<Result>): Promise<Result> =>
    machine.call('work', what, act, { signal });
  const recordings = async (fileOf: (source: string) => string, sources: readonly string[]): Promise<MadeSound> => ({
    said: await Promise.all(sources.map(async (source) => spokenIn(await readFile(fileOf(source))).text)),
    encoders: [encoder],
  });
  return {
    encodeStillClips: async (_settings, pictures, outFile, signal) => {
      const drawn: string[] = [];
      for await (const picture of pictures)
        drawn.push(Buffer.from('rgba' in picture ? picture.rgba : picture.data).toString());
      return work('encode stills', signal, async () => {
        const clips: EncodedClip[] = [];
        const parts: Buffer[] = [];
        let offset = 0;
        for (const picture of drawn) {
          const part = bytesOf({ picture, encoder } satisfies MadeClip);
          clips.push({ offset, bytes: part.length, form: 'key_frame', frames: 1, parameter_sets: encoder });
          parts.push(part);
          offset += part.length;
        }
        await writeFile(outFile, Buffer.concat(parts));
        return clips;
      });
    },
    encodeMovingClips: async () => {
      throw new Error('nothing moves in the simulation');
    },
    encodeSoundtrackParts: (parts, fileOf, signal) =>
      work('encode sound', signal, async () => {
        for (const { spec, part, outFile } of parts) {
          const sources = spec.cues
            .filter(
              ({ startSample, samples }) => startSample < part.toSample && startSample + samples > part.fromSample,
            )
            .map(({ source }) => source);
          await writeFile(outFile, bytesOf(await recordings(fileOf, sources)));
        }
      }),
    joinSoundtrack: (_spec, parts, outFile, signal) =>
      work('join sound', signal, async () => {
        const made = await Promise.all(
          parts.map(
            async ({ file, offset, bytes }) =>
              read((await readFile(file)).subarray(offset, offset + bytes)) as MadeSound,
          ),
        );
        const joined: MadeSound = {
          said: made.flatMap(({ said }) => said),
          encoders: [...new Set(made.flatMap(({ encoders }) => encoders))],
        };
        await writeFile(outFile, bytesOf(joined));
        return 'joined' as const;
      }),
    encodeSoundWhole: (spec, fileOf, outFile, signal) =>
      work('encode whole sound', signal, async () => {
        const made = await recordings(
          fileOf,
          spec.cues.map(({ source }) => source),
        );
        await writeFile(outFile, bytesOf(made));
      }),
    mux: (film, outFile, signal) =>
      work('mux', signal, async () => {
        const clips = await Promise.all(
          film.clips.map(async ({ file, clip }) => {
            const bytes = await readFile(file);
            return read(bytes.subarray(clip.offset, clip.offset + clip.bytes)) as MadeClip;
          }),
        );
        const sound = film.audioFile === undefined ? undefined : (read(await readFile(film.audioFile)) as MadeSound);
        const made = bytesOf({ clips, sound } satisfies MadeFilm);
        await writeFile(outFile, made);
        return { bytes: made.length };
      }),
    encodePoster: async ({ rgba }) => rgba.slice(),
  };
}

/** What a stored video says. */
export const filmIn = (bytes: Uint8Array): MadeFilm => read(bytes) as MadeFilm;

/** Directories in memory, below that of the process, with which they go. */
export const workspaceOn =
  (machine: Machine): WithTemporaryDirectory =>
  (work) =>
    work(machine.newDirectory());
