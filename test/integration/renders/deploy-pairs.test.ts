import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMessageCodec } from '#adapters/aws/queue-messages.ts';
import type { SpeechRequest } from '#engine/speech/engine.ts';
import { hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import type { EncodedClip } from '#engine/video/clips/clip.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { performSoundEncodingTask, performVideoEncodingTask } from '#features/renders/encode-segment.ts';
import { performNarrationTask } from '#features/renders/perform-narration-task.ts';
import { assembleVideo, performRenderAssemblyTask } from '#features/renders/perform-render-assembly-task.ts';
import type { VideoPartEncoder } from '#features/renders/ports.ts';
import { type PrepareRenderDeps, planVideoAfterNarration, prepareRender } from '#features/renders/prepare-render.ts';
import type { Render } from '#features/renders/render.ts';
import { type RenderTask, type RenderTaskKind, renderEpochRefOf } from '#features/renders/render-task.ts';
import type { RendererVersion } from '#features/renders/renderer.ts';
import { findRequiredSpeechOfSlide } from '#features/renders/required-speech.ts';
import { type ClaimedRenderTask, runRenderTask } from '#features/renders/run-render-task.ts';
import { writeTimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { isTried } from '#test/support/depth.ts';
import { memoryArtifactStore } from '#test/support/fakes/artifact-store.ts';
import { noBatchQueue } from '#test/support/fakes/batch-queue.ts';
import { noExtras } from '#test/support/fakes/extras-maker.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { noImagesToObtain } from '#test/support/fakes/no-image-fetches.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { memorySpeechStore } from '#test/support/fakes/speech-store.ts';
import { handClock, sampleRender, sampleSlide, sampleTask } from '#test/support/samples/entities.ts';
import { noFootage } from '#test/support/video/no-footage.ts';

/** A version of the program: everything that a deploy can change. */
interface Program {
  name: string;
  /** The glyphs that the template draws. */
  template: string;
  encoder: string;
  engine: string;
  /** What ICU takes for a sentence. */
  sentence: RegExp;
  renderer: RendererVersion;
  messages: { written: number; read: number };
}

const OLD: Program = {
  name: 'N',
  template: 'glyphs of N',
  encoder: 'encoder N',
  engine: 'engine N',
  sentence: /[^.]+[.]*\s*/g,
  renderer: { versions: { plan: 1 }, build: 'N' },
  messages: { written: 1, read: 1 },
};
const NEWER: RendererVersion = { versions: { plan: 2 }, build: 'N+1' };
const OTHER: RendererVersion = { versions: { plan: 1 }, build: 'N+1' };
const next = (over: Partial<Program>): Program => ({ ...OLD, name: 'N+1', ...over });

/** What version N+1 changes. A renderer that is not named here is the same: no deploy, or one of ICU alone. */
const CHANGES: Record<string, Program> = {
  'a higher version of the renderer': next({ renderer: NEWER, encoder: 'encoder N+1' }),
  'an encoder, without an order': next({ renderer: OTHER, encoder: 'encoder N+1' }),
  'a glyph of a template': next({ renderer: OTHER, template: 'glyphs of N+1' }),
  'the speech engine': next({ renderer: OTHER, engine: 'engine N+1' }),
  'ICU, which ends sentences elsewhere': next({ sentence: /[^.,]+[.,]*\s*/g }),
  'all of it': next({
    ...{
      renderer: NEWER,
      encoder: 'encoder N+1',
      template: 'glyphs of N+1',
      engine: 'engine N+1',
      sentence: /[^.,]+[.,]*\s*/g,
    },
  }),
};

/** The version that works at the moment. */
let program: Program;

vi.mock('#features/templates/built-in-templates.ts', async (original) => {
  const module = await original<typeof import('#features/templates/built-in-templates.ts')>();
  const drawn = new Map<string, object>();
  return {
    ...module,
    requireBuiltInTemplate(id: string) {
      const { template } = program;
      const known = drawn.get(template) ?? { ...module.requireBuiltInTemplate(id), name: template };
      drawn.set(template, known);
      return known;
    },
  };
});

const { Segmenter } = Intl;
class SegmenterOfProgram extends Segmenter {
  override segment(text: string): Intl.Segments {
    if (this.resolvedOptions().granularity !== 'sentence') return super.segment(text);
    const segments = [...text.matchAll(program.sentence)].map(({ 0: segment, index }) => ({
      segment,
      index,
      input: text,
    }));
    return segments as unknown as Intl.Segments;
  }
}

const SLIDES = 40;
const isSpoken = (index: number): boolean => index % 10 === 0;
const notes = (index: number): string => (isSpoken(index) ? `Slide ${index}, at first. And then, more.` : '');
const settings = {
  title: 'Deck',
  template_id: 'plain',
  language: 'en',
  transition: { type: 'none', duration_seconds: 0 },
  format: 'landscape',
  resolution: '2160p',
  metadata: {},
} as const;

interface Film {
  clips: { title: string; template: string; encoder: string }[];
  sound: { source: string; encoder: string }[];
}
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const parsed = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());

const directories: string[] = [];
const maker: VideoPartEncoder = {
  async encodeStillClips(_settings, pictures, outFile) {
    const parts: Buffer[] = [];
    const clips: EncodedClip[] = [];
    for await (const picture of pictures) {
      const bytes = 'rgba' in picture ? picture.rgba : picture.data;
      const part = json({ ...(parsed(bytes) as object), encoder: program.encoder });
      const offset = parts.reduce((sum, { length }) => sum + length, 0);
      clips.push({ offset, bytes: part.length, form: 'key_frame', frames: 1, parameter_sets: program.encoder });
      parts.push(part);
    }
    await writeFile(outFile, Buffer.concat(parts));
    return clips;
  },
  encodeMovingClips: () => Promise.reject(new Error('nothing moves here')),
  async encodeSoundtrackParts(parts) {
    for (const { spec, part, outFile } of parts) {
      const sources = spec.cues.filter(
        ({ startSample, samples }) => startSample < part.toSample && startSample + samples > part.fromSample,
      );
      await writeFile(outFile, json(sources.map(({ source }) => ({ source, encoder: program.encoder }))));
    }
  },
  async joinSoundtrack(_spec, parts, outFile) {
    const made = await Promise.all(
      parts.map(
        async ({ file, offset, bytes }) =>
          parsed((await readFile(file)).subarray(offset, offset + bytes)) as Film['sound'],
      ),
    );
    await writeFile(outFile, json(made.flat()));
    return 'joined';
  },
  encodeSoundWhole: () => Promise.reject(new Error('the parts fit')),
  async mux({ clips, audioFile }, outFile) {
    const shown = clips.map(async ({ file, clip: { offset, bytes } }) =>
      parsed((await readFile(file)).subarray(offset, offset + bytes)),
    );
    const sound = audioFile === undefined ? [] : parsed(await readFile(audioFile));
    const film = json({ clips: await Promise.all(shown), sound });
    await writeFile(outFile, film);
    return { bytes: film.length };
  },
  encodePoster: async ({ rgba }) => rgba.slice(),
};

/** The service: its stores, and a queue whose messages come in their order. */
function service() {
  const ledger = memoryLedger();
  const { renders, events, filmStore: films } = memoryRenderStore(ledger);
  const { speech } = memorySpeechStore(ledger);
  const files = memoryFileStore();
  const artifacts = memoryArtifactStore();
  const hand = handClock();
  const queue: { body: string; handedBack: number }[] = [];
  const done: string[] = [];
  const send = async (
    task: Parameters<ReturnType<typeof createMessageCodec>['messageBody']>[1] & object,
    delay = 0,
  ) => {
    const { written, read } = program.messages;
    if (delay > 0) hand.pass(delay);
    queue.push({
      body: createMessageCodec(written, read).messageBody('render_task', task as RenderTask),
      handedBack: 0,
    });
  };
  const engine = () => ({
    id: 'espeak-ng',
    version: program.engine,
    voiceFor: (_: string, voice?: string) => voice ?? 'en',
  });
  const deps = () => ({
    ...{ renders, films, speech, files, artifacts, clock: hand.clock, maker },
    renderer: async () => program.renderer,
    encoder: async () => program.encoder,
    narrationShare: 2,
    batchQueue: noBatchQueue,
    queue: {
      send,
      sendAll: async (tasks: readonly RenderTask[]) => void (await Promise.all(tasks.map((one) => send(one)))),
    },
    speechRequiredBySlide: (
      slide: Parameters<typeof findRequiredSpeechOfSlide>[1],
      of: Parameters<typeof findRequiredSpeechOfSlide>[2],
    ) => findRequiredSpeechOfSlide(engine(), slide, of),
    adoptSpeech: async () => undefined,
    prepareAdoption: async () => undefined,
    every: () => ({ stop: () => undefined }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    async speak(request: SpeechRequest) {
      const sentences = prepareSpeechScript(request).map(({ text }, at) => ({
        text,
        start_seconds: at,
        end_seconds: at + 1,
      }));
      const pcm = Buffer.alloc(96_000);
      return { sampleRate: 48_000 as const, pcm, sentences, durationSeconds: sentences.length };
    },
    painter: async () => ({
      paint: async (slide: { title: string }, size: { width: number; height: number }, template: { name: string }) => ({
        ...size,
        rgba: json({ title: slide.title, template: template.name }),
      }),
      paintLayers: () => Promise.reject(new Error('nothing moves here')),
      paintPair: () => Promise.reject(new Error('nothing moves here')),
      paintEntrance: () => Promise.reject(new Error('nothing enters here')),
      paintZoom: () => Promise.reject(new Error('nothing moves here')),
      zoomRoom: () => Promise.reject(new Error('nothing moves here')),
      paintCaption: () => Promise.reject(new Error('no captions are drawn here')),
    }),
    footage: noFootage,
    encodeAhead: async () => undefined,
    encodePicturesAhead: async () => undefined,
    posters: new ByteLimitedLruCache<Uint8Array>(1, ({ length }) => length),
    extras: noExtras,
    async workspace<T>(work: (directory: string) => Promise<T>): Promise<T> {
      const directory = await mkdtemp(join(tmpdir(), 'deploys-'));
      directories.push(directory);
      return work(directory);
    },
  });
  const preparing = (): PrepareRenderDeps => ({
    ...deps(),
    ...noImagesToObtain,
    assemble: (work, video) => assembleVideo(deps(), work, video),
  });
  const perform = (work: ClaimedRenderTask) => {
    done.push(`${work.task.kind} by ${program.name}`);
    const acts: Record<
      RenderTaskKind,
      () => ReturnType<typeof prepareRender> | ReturnType<typeof performRenderAssemblyTask>
    > = {
      prepare: () => prepareRender(preparing(), work),
      narration: () => performNarrationTask(deps(), work),
      plan: () => planVideoAfterNarration(preparing(), work),
      video: () => performVideoEncodingTask(deps(), work),
      audio: () => performSoundEncodingTask(deps(), work),
      assembly: () => performRenderAssemblyTask(deps(), work),
    };
    return acts[work.task.kind]();
  };
  return { renders, speech, files, queue, done, deps, perform, send, events, engine, hand };
}

type Service = ReturnType<typeof service>;

async function begin({ renders, files, send }: Service): Promise<Render> {
  const account_id = newId('account');
  const id = newId('render');
  const { output } = sampleRender();
  const render = sampleRender({
    ...{ account_id, id, snapshot_key: `snapshots/${id}`, slides_total: SLIDES, max_seconds: 7200 },
    output: { ...output, resolution: '2160p', width: 3840, height: 2160, captions: 'none' },
  });
  const slides = Array.from({ length: SLIDES }, (_, index) =>
    sampleSlide({ title: `Slide ${index}`, speaker_notes: notes(index), duration_seconds: 5 }),
  );
  await writeTimelineSnapshot(files, render.snapshot_key, { settings, slides, first_position: 0 });
  await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, { render_seconds: 0, narration_characters: 0 });
  await send(sampleTask(render));
  return render;
}

/** Handles one message as the present version does. A message of a newer version goes back to the end of the queue. */
async function handleNext({ queue, deps, perform }: Service): Promise<void> {
  const message = queue.shift();
  if (!message) throw new Error('the queue is empty');
  try {
    const { written, read } = program.messages;
    const task = createMessageCodec(written, read).parseMessage(message.body, 'render_task');
    await runRenderTask(deps(), task, { message_id: 'm', hideFor: async () => undefined }, perform);
  } catch (error) {
    if (!(error instanceof WrittenByNewerVersionError)) throw error;
    queue.push({ ...message, handedBack: message.handedBack + 1 });
  }
}

const tasksOf = async ({ renders }: Service, render: Render): Promise<RenderTask[]> => {
  const now = await renders.find(render.account_id, render.id);
  return renders.tasks(renderEpochRefOf(now ?? render));
};
const isDone = (tasks: readonly RenderTask[], ...kinds: RenderTaskKind[]): boolean => {
  const of = tasks.filter(({ kind }) => kinds.includes(kind));
  return of.length > 0 && of.every(({ state }) => state === 'done');
};
const someDone = (tasks: readonly RenderTask[], ...kinds: RenderTaskKind[]): boolean =>
  tasks.some(({ kind, state }) => kinds.includes(kind) && state === 'done');

/** Where the version changes: after the first message at which this is true. */
const BOUNDARIES: Record<string, (tasks: readonly RenderTask[]) => boolean> = {
  'before the preparation': () => true,
  'after the preparation': (tasks) => isDone(tasks, 'prepare'),
  'after some narration': (tasks) => someDone(tasks, 'narration'),
  'after the narration': (tasks) => isDone(tasks, 'narration'),
  'after the plan': (tasks) => isDone(tasks, 'plan'),
  'after some shares': (tasks) => someDone(tasks, 'video', 'audio'),
  'before the assembly': (tasks) => tasks.some(({ kind }) => kind === 'assembly'),
};

async function until(of: Service, render: Render, holds: (tasks: readonly RenderTask[]) => boolean): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    if (holds(await tasksOf(of, render))) return;
    await handleNext(of);
  }
  throw new Error('it never comes to this');
}

/** Handles messages until the render has ended. */
async function finish(of: Service, render: Render): Promise<Render> {
  for (let turn = 0; turn < 400; turn++) {
    const now = await of.renders.find(render.account_id, render.id);
    if (now?.status === 'completed' || now?.status === 'failed') return now;
    await handleNext(of);
  }
  throw new Error('the render does not end');
}

/** The video is whole, of one version, and its speech is what its addresses say. */
async function expectWhole(of: Service, ended: Render, programs: readonly Program[]): Promise<void> {
  expect(ended.error).toBeUndefined();
  expect(ended.status).toBe('completed');
  expect(of.events.filter(({ event }) => event !== 'render.progress').map(({ event }) => event)).toEqual([
    'render.completed',
  ]);
  const film = parsed(await of.files.getBytes(ended.result?.video_key ?? '')) as Film;
  expect(film.clips.map(({ title }) => title)).toEqual(Array.from({ length: SLIDES }, (_, index) => `Slide ${index}`));
  expect(new Set(film.clips.map(({ template }) => template)).size).toBe(1);
  expect(new Set([...film.clips, ...film.sound].map(({ encoder }) => encoder)).size).toBe(1);
  const spokenSlides = Array.from({ length: SLIDES }, (_, index) => index).filter(isSpoken);
  expect(film.sound).toHaveLength(spokenSlides.length);
  const stored = await of.speech.findMany(
    ended.account_id,
    film.sound.map(({ source }) => source),
  );
  const bySlide = film.sound.map(({ source }) =>
    stored
      .get(source)
      ?.sentences.map(({ text }) => text)
      .join(' '),
  );
  expect(bySlide).toEqual(spokenSlides.map(notes));
  // Each address describes what is under it: no version stored its speech under the address of the other one.
  const engines = new Set<string>();
  for (const [at, { source }] of film.sound.entries()) {
    const maker = programs.find((candidate) => {
      program = candidate;
      const request = { text: notes(spokenSlides[at] ?? 0), language: 'en', speed: 1 };
      if (hashSpeechRequest(of.engine(), request).hash !== source) return false;
      return prepareSpeechScript(request).length === stored.get(source)?.sentences.length;
    });
    expect(maker).toBeDefined();
    engines.add(maker?.engine ?? '');
  }
  expect(engines.size).toBe(1);
}

const counts = { pairs: 0, failed: 0 };

beforeEach(() => {
  program = OLD;
  vi.stubGlobal('Intl', Object.create(Intl, { Segmenter: { value: SegmenterOfProgram } }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.all(directories.splice(0).map((directory) => rm(directory, { recursive: true, force: true })));
});
afterAll(() => {
  console.log(`deploys in the middle of a render: ${counts.pairs} pairs, ${counts.failed} failed`);
});

const WAYS = {
  'N to N+1': (changed: Program) => [OLD, changed],
  'N+1 to N': (changed: Program) => [changed, OLD],
  'N to N+1 and back': (changed: Program) => [OLD, changed, OLD],
} as const;

const NUMBERED_CHANGES = Object.keys(CHANGES).map((change, turn) => [change, turn] as const);
describe.each(NUMBERED_CHANGES)('a deploy that changes %s', (change, turn) => {
  const changed = CHANGES[change] ?? OLD;
  describe.each(Object.entries(WAYS))('from %s', (_way, of) => {
    it.each(Object.entries(BOUNDARIES).filter((_, at) => isTried(turn + at, 2)))(
      '%s leaves a whole video of one version',
      async (_boundary, holds) => {
        counts.pairs += 1;
        counts.failed += 1;
        const programs = of(changed);
        const [first, second, third] = programs;
        program = first ?? OLD;
        const here = service();
        const render = await begin(here);
        await until(here, render, holds);
        program = second ?? OLD;
        if (third) {
          // The new version handles a few messages before it is rolled back.
          for (let message = 0; message < 3 && here.queue.length > 0; message++) await handleNext(here);
          program = third;
        }
        const ended = await finish(here, render);
        const tasks = await tasksOf(here, ended);
        expect(tasks.every(({ attempt }) => attempt === 1)).toBe(true);
        await expectWhole(here, ended, programs);
        counts.failed -= 1;
      },
    );
  });
});

describe('old and new workers at once, in a rolling deploy', () => {
  it.each(Object.keys(CHANGES))('that changes %s leave a whole video of one version', async (change) => {
    counts.pairs += 1;
    counts.failed += 1;
    const changed = CHANGES[change] ?? OLD;
    const here = service();
    const render = await begin(here);
    for (let turn = 0; turn < 60 && here.queue.length > 0; turn++) {
      program = turn % 3 === 1 ? changed : OLD;
      await handleNext(here);
    }
    program = changed;
    const ended = await finish(here, render);
    await expectWhole(here, ended, [OLD, changed]);
    counts.failed -= 1;
  });
});

describe('messages of a later version', () => {
  it('are handed back by the version before, uncounted, until a later one takes them', async () => {
    counts.pairs += 1;
    counts.failed += 1;
    const later = next({ messages: { written: 2, read: 2 } });
    program = later;
    const here = service();
    const render = await begin(here);
    await until(here, render, BOUNDARIES['after the preparation'] ?? (() => true));
    program = OLD;
    for (let turn = 0; turn < 20; turn++) await handleNext(here);
    expect(Math.max(...here.queue.map(({ handedBack }) => handedBack))).toBeGreaterThan(2);
    expect(here.done.filter((one) => one.endsWith('by N'))).toEqual([]);
    program = later;
    const ended = await finish(here, render);
    expect((await tasksOf(here, ended)).every(({ attempt }) => attempt === 1)).toBe(true);
    await expectWhole(here, ended, [OLD]);
    counts.failed -= 1;
  });
});
