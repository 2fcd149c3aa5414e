import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { SpeechError } from '#engine/speech/engine.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import type { SpeechStore } from '#features/narration/ports.ts';
import { completeRender } from '#features/renders/complete-render.ts';
import type { VideoToAssemble } from '#features/renders/fetch-or-encode-video-parts.ts';
import { type NarrationTaskDeps, performNarrationTask } from '#features/renders/perform-narration-task.ts';
import { plannedVideoSeconds, type RenderPlan } from '#features/renders/plan/render-plan.ts';
import type { RenderStore } from '#features/renders/ports.ts';
import { type PrepareRenderDeps, planVideoAfterNarration, prepareRender } from '#features/renders/prepare-render.ts';
import type { Render } from '#features/renders/render.ts';
import { type RenderTaskKind, type RenderTaskRef, renderEpochRefOf } from '#features/renders/render-task.ts';
import { type ClaimedRenderTask, type RunRenderTaskDeps, runRenderTask } from '#features/renders/run-render-task.ts';
import { readRenderPlan, readTimelineSnapshot, writeTimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { newId } from '#kernel/shared/ids.ts';
import { memoryArtifactStore } from '#test/support/fakes/artifact-store.ts';
import { noBatchQueue } from '#test/support/fakes/batch-queue.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { type MemoryLedger, memoryLedger } from '#test/support/fakes/ledger.ts';
import { noImagesToObtain } from '#test/support/fakes/no-image-fetches.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { memorySpeechStore } from '#test/support/fakes/speech-store.ts';
import { watched } from '#test/support/fakes/watched.ts';
import { handClock, NOTHING_RESERVED, sampleRender, sampleSlide, sampleTask } from '#test/support/samples/entities.ts';

let renders: RenderStore;
let ledger: MemoryLedger;
let speech: SpeechStore;
let sent: RenderTaskRef[];
/** Small videos, as they were handed over to be assembled, by render. */
let assembled: Map<string, VideoToAssemble>;
let deps: PrepareRenderDeps & RunRenderTaskDeps & { speech: SpeechStore };
let speak: NarrationTaskDeps['speak'];
/** The clips that were encoded before the plan. */
let ahead: string[][];
/** How many speeches were encoded at a time. */
let spokenAhead: number[];
/** How many of them before their worker is killed. */
let encodesAhead: number;
/** What was to become the audio of slides. */
let adopted: Parameters<PrepareRenderDeps['adoptSpeech']>[0 | 1][][];

/** A file that was stored just now. */
const storedNow = () => ({ key: 'k', made_at: deps.clock().toISOString() });

beforeEach(() => {
  ledger = memoryLedger();
  let films: PrepareRenderDeps['films'];
  ({ renders, filmStore: films } = memoryRenderStore(ledger));
  assembled = new Map();
  ({ speech } = memorySpeechStore(ledger));
  [sent, adopted, ahead, spokenAhead, encodesAhead] = [[], [], [], [], Number.POSITIVE_INFINITY];
  const { clock } = handClock();
  deps = {
    renders,
    speech,
    clock,
    files: memoryFileStore(),
    artifacts: memoryArtifactStore(),
    films,
    async assemble(work, video) {
      assembled.set(work.render.id, video);
      const { plan } = video;
      const result = {
        video_key: `video of ${work.render.id}`,
        size_bytes: 1,
        duration_seconds: plannedVideoSeconds(plan),
      };
      await deps.files.putBytes(result.video_key, Buffer.from(plan.film), 'video/mp4');
      return completeRender(deps, work, { result, slides_reused: plan.slides_reused, madeAs: plan.film });
    },
    encoder: async () => 'test',
    renderer: async () => ({ versions: {}, build: 'test' }),
    narrationShare: 12,
    ...noImagesToObtain,
    adoptSpeech: async (ref, heard) => void adopted.push([ref, heard]),
    async encodePicturesAhead({ render: { account_id, timeline_id } }, _snapshot, shots) {
      // After the speech was asked for, so that others speak meanwhile.
      expect(sent.map(({ kind }) => kind)).toContain('narration');
      ahead.push(shots.map(({ kind, clip }) => `${kind} ${clip}`));
      await deps.artifacts.keep(
        { account_id, timeline_id },
        storedNow(),
        shots.slice(0, encodesAhead).map(({ clip: name }) => ({ name, offset: 0, bytes: 1 })),
      );
    },
    batchQueue: noBatchQueue,
    queue: { send: async (ref) => void sent.push(ref), sendAll: async (refs) => void sent.push(...refs) },
    speechRequiredBySlide: ({ speaker_notes: text }) =>
      text === ''
        ? undefined
        : { hash: createHash('sha256').update(text).digest('hex'), request: { text, language: 'en', speed: 1 } },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    every: () => ({ stop: () => undefined }),
  };
  speak = async ({ text }) => ({
    sampleRate: 48_000,
    pcm: Buffer.alloc(48_000 * 2),
    sentences: [{ text, start_seconds: 0, end_seconds: 1 }],
    durationSeconds: 1,
  });
});

const settings = {
  title: 'Deck',
  template_id: 'plain',
  language: 'en',
  transition: { type: 'none', duration_seconds: 0 },
  format: 'landscape',
  resolution: '1080p',
  metadata: {},
} as const;

async function begun(
  notes: readonly string[],
  over: Partial<Render> = {},
  content: (index: number) => Partial<Slide> = () => ({}),
  first_position = 0,
  limits = ENTITLEMENTS.max,
  narration_characters = notes.join('').length,
): Promise<Render> {
  const account_id = over.account_id ?? newId('account');
  const id = newId('render');
  const render = sampleRender({ ...over, account_id, id, snapshot_key: `snapshots/${id}`, slides_total: notes.length });
  const slides = notes.map((speaker_notes, index) => sampleSlide({ speaker_notes, ...content(index) }));
  await writeTimelineSnapshot(deps.files, render.snapshot_key, { settings, slides, first_position });
  await renders.insert(render, sampleTask(render), limits, { ...NOTHING_RESERVED, narration_characters });
  sent.push(sampleTask(render));
  return render;
}
const act = (task: RenderTaskRef, toolsNow = deps): Promise<void> =>
  runRenderTask(toolsNow, task, { message_id: 'm', hideFor: async () => undefined }, (work) => {
    if (task.kind === 'prepare') return prepareRender(toolsNow, work);
    if (task.kind === 'plan') return planVideoAfterNarration(toolsNow, work);
    return performNarrationTask(
      {
        ...toolsNow,
        speak,
        encodeAhead: async (_, spoken) => void spokenAhead.push(spoken.length),
        prepareAdoption: async () => undefined,
      },
      work,
    );
  });
/** Runs what was sent, and what that sends, up to the tasks of the encoder. */
async function run(toolsNow = deps): Promise<string[]> {
  const ran: string[] = [];
  for (let task = sent.shift(); task; task = sent.shift()) {
    if (task.kind === 'video' || task.kind === 'audio' || task.kind === 'assembly') continue;
    ran.push(`${task.kind}#${task.index}`);
    await act(task, toolsNow);
  }
  return ran;
}
/** The plan of a render, which its tasks name unless it was small. */
const planOf = async (render: Render): Promise<RenderPlan> => {
  const small = assembled.get(render.id);
  if (small) return small.plan;
  const tasks = await renders.tasks(renderEpochRefOf(render));
  return readRenderPlan(deps.files, { plan_key: tasks.flatMap((task) => task.result?.plan_key ?? [])[0] });
};
const unitsOf = async (render: Render): Promise<string[]> =>
  (await renders.tasks(renderEpochRefOf(render))).map(({ kind, index, state }) => `${kind}#${index} ${state}`).sort();
const placeOf = async (render: Render, position: number) => ({
  slide_id: (await readTimelineSnapshot(deps.files, render)).slides[position]?.id,
  position,
});
const statusOf = async (render: Render) => {
  const { status, error } = (await renders.find(render.account_id, render.id)) ?? {};
  return error ? `${status} ${error.code}` : status;
};

describe('a render', () => {
  it('that is small is made by its preparation', async () => {
    const render = await begun(['', '', ''], {}, (index) => ({ title: `Slide ${index}` }));
    expect(await run()).toEqual(['prepare#0']);
    expect(await unitsOf(render)).toEqual(['prepare#0 done']);
    expect(await statusOf(render)).toBe('completed');
    const plan = await planOf(render);
    expect(plan.sound).toBeUndefined();
    expect(plan.missing).toEqual({ shots: [0, 1, 2], parts: [] });
  });

  it('ends a day after it starts, however long it waited for others', async () => {
    const render = await begun([''], { deadline: '2999-01-01T00:00:00.000Z' });
    await run();
    const { started_at, deadline } = (await renders.find(render.account_id, render.id)) ?? {};
    expect(Date.parse(deadline ?? '') - Date.parse(started_at ?? '')).toBe(24 * 3_600_000);
  });

  it('that is large has its pictures and its sound dealt out, each kind in shares that hold all that is missing', async () => {
    const notes = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? `spoken ${i}` : ''));
    const render = await begun(notes, { max_seconds: 7200 }, (i) => ({ title: `Slide ${i}`, duration_seconds: 10 }));
    await run();
    const tasks = await renders.tasks(renderEpochRefOf(render));
    const plan = await planOf(render);
    const dealt = (kind: string) =>
      tasks
        .filter((task) => task.kind === kind)
        .sort((one, two) => one.index - two.index)
        .flatMap(({ share }) => (share ? Array.from({ length: share.count }, (_, i) => share.first + i) : []));
    expect(dealt('video')).toEqual(plan.missing.shots.map((_, i) => i));
    expect(plan.missing.shots.length).toBeGreaterThan(100);
    expect(dealt('audio')).toEqual(plan.missing.parts.map((_, i) => i));
    expect(plan.missing.parts.length).toBeGreaterThan(1);
    expect(tasks.filter(({ kind }) => kind === 'assembly')).toEqual([]);
  });

  it('makes only what no earlier render of the account had made, and counts the slides of which everything was there', async () => {
    const titled = (i: number) => ({ title: `Slide ${i}` });
    const first = await begun(['', '', ''], {}, titled);
    await run();
    const { shots } = await planOf(first);
    const kept = shots.slice(0, 2).map(({ clip: name }) => ({ name, offset: 0, bytes: 1 }));
    await deps.artifacts.keep(first, storedNow(), kept);
    const edited = (i: number) => (i === 2 ? { title: 'Another title' } : titled(i));
    const second = await begun(['', '', ''], { account_id: first.account_id }, edited);
    await run();
    expect(await planOf(second)).toMatchObject({ missing: { shots: [2] }, slides_reused: 2 });
    const foreign = await begun(['', '', ''], {}, titled);
    await run();
    expect(await planOf(foreign)).toMatchObject({ missing: { shots: [0, 1, 2] }, slides_reused: 0 });
  });

  it('has each missing speech made once, whatever slides say the same, and then its parts', async () => {
    const render = await begun(['one', '', 'two', 'one', 'two']);
    expect(await run()).toEqual(['prepare#0', 'narration#0', 'narration#2', 'plan#0']);
    expect(await unitsOf(render)).toEqual(['narration#0 done', 'narration#2 done', 'plan#0 done', 'prepare#0 done']);
    const plan = await planOf(render);
    const starts = plan.sound?.spec.cues.map(({ startSample }) => startSample / 48_000) ?? [];
    expect(starts).toHaveLength(4);
    // Each on a frame of the sound: half of one away at most.
    [0.3, 8.3, 11.3, 14.3].forEach((wanted, i) => {
      expect(Math.abs((starts[i] ?? 0) - wanted)).toBeLessThan(0.0107);
    });
    expect(Object.keys(plan.sound?.sound_files ?? {})).toHaveLength(2);
    expect(plan.frames).toBe(Math.round((4 * 3 + 5) * 30));
  });

  it('has several speeches made by one task when there are more than workers, and plans with all of them', async () => {
    deps.narrationShare = 2;
    const render = await begun(['one', '', 'two', 'three', 'one', 'four']);
    expect(await run()).toEqual(['prepare#0', 'narration#0', 'narration#3', 'plan#0']);
    const tasks = (await renders.tasks(renderEpochRefOf(render))).filter(({ kind }) => kind === 'narration');
    expect(tasks.map(({ share, slide }) => ({ ...share, slide }))).toEqual([
      { first: 0, count: 2, slide: 'one of slides 1 to 3' },
      { first: 2, count: 2, slide: 'one of slides 4 to 6' },
    ]);
    expect((await planOf(render)).sound?.spoken_on).toEqual(
      Object.fromEntries(
        [
          ['one', 1],
          ['two', 3],
          ['three', 4],
          ['four', 6],
        ].map(([text, slide]) => [createHash('sha256').update(`${text}`).digest('hex'), `slide ${slide}`]),
      ),
    );
  });

  it('has the speech of a task kept and encoded together, once its files are stored', async () => {
    deps.narrationShare = 1;
    const { keepAll } = deps.speech;
    const kept: number[] = [];
    deps.speech.keepAll = async (spoken) => {
      for (const one of spoken) await deps.files.getBytes(one.speech.key);
      kept.push(spoken.length);
      await keepAll(spoken);
    };
    await begun(['one', 'two', 'three', 'four', 'five']);
    await run();
    expect([kept, spokenAhead]).toEqual([[5], [5]]);

    // Less of long speech: what a worker which is killed has spoken is spoken again.
    await begun(['six', 'seven', 'eight', 'nine', 'ten'].map((word) => `${word} `.repeat(80).slice(0, 400)));
    await run();
    expect([kept, spokenAhead]).toEqual([
      [5, 2, 2, 1],
      [5, 5],
    ]);
  });

  it('continues after a speech that failed, says no other one again, and names the slide when no attempt is left', async () => {
    deps.narrationShare = 1;
    const said: string[] = [];
    const asSpoken = speak;
    let failures = 1;
    speak = async (request, signal) => {
      if (request.text === 'two' && failures-- > 0) throw new SpeechError('engine_failed', 'it crashed');
      said.push(request.text);
      return asSpoken(request, signal);
    };
    const render = await begun(['one', 'two', 'three']);
    await act(sent.shift() as RenderTaskRef);
    const narration = sent.shift() as RenderTaskRef;
    await expect(act(narration)).rejects.toThrow('the speech of slide 2 failed');
    expect(said).toEqual(['one']);
    sent.push(narration);
    await run();
    expect(said).toEqual(['one', 'two', 'three']);
    expect(await statusOf(render)).toBe('completed');

    failures = Number.POSITIVE_INFINITY;
    const hopeless = await begun(['four', 'two', 'five']);
    await act(sent.shift() as RenderTaskRef);
    const task = sent.shift() as RenderTaskRef;
    for (let attempt = 1; attempt <= 3; attempt++) await act(task).catch(() => undefined);
    expect((await renders.find(hopeless.account_id, hopeless.id))?.error).toEqual({
      code: 'narration_failed',
      message: 'The narration of slide 2 could not be made.',
      ...(await placeOf(hopeless, 1)),
    });
  });

  it('has the pictures encoded that do not depend on the speech while that is made, and does not count them as reused', async () => {
    const named = (index: number) => ({
      title: `Slide ${index}`,
      transition: { type: index === 2 ? ('wipe' as const) : ('none' as const), duration_seconds: 0.5 },
    });
    const render = await begun(['one', '', 'two', 'three'], {}, named);
    await run();
    const { shots, missing, slides_reused } = await planOf(render);
    expect(ahead).toEqual([shots.map(({ kind, clip }) => `${kind} ${clip}`)]);
    expect(shots.map(({ kind }) => kind)).toEqual(['still', 'still', 'transition', 'still', 'still']);
    expect([missing.shots, slides_reused]).toEqual([[], 0]);

    await begun(['one', '', 'two', 'four'], { account_id: render.account_id }, named);
    await run();
    expect(ahead[1]).toEqual([]);
  });

  it('has what was not encoded meanwhile encoded after the plan', async () => {
    encodesAhead = 1;
    const render = await begun(['one', 'two', 'three'], {}, (index) => ({ title: `Slide ${index}` }));
    await run();
    expect(await planOf(render)).toMatchObject({ missing: { shots: [1, 2] }, slides_reused: 0 });
  });

  it('whose preparation was killed while it encoded continues with what is left of the same pictures', async () => {
    const render = await begun(['one', 'two', 'three'], {}, (index) => ({ title: `Slide ${index}` }));
    const [first] = sent;
    const { encodePicturesAhead } = deps;
    deps.encodePicturesAhead = async (...shots) => {
      encodesAhead = 2;
      await encodePicturesAhead(...shots);
      throw new Error('killed');
    };
    await expect(act(first as RenderTaskRef)).rejects.toThrow('killed');
    deps.encodePicturesAhead = encodePicturesAhead;
    encodesAhead = Number.POSITIVE_INFINITY;
    await run();
    const { shots, missing, slides_reused } = await planOf(render);
    expect(ahead[1]).toEqual(shots.slice(2).map(({ kind, clip }) => `${kind} ${clip}`));
    expect([missing.shots, slides_reused]).toEqual([[], 0]);
  });

  it('leaves to other workers what one does not encode in a few seconds, and what shows captions', async () => {
    const many = Array.from({ length: 200 }, (_, index) => (index === 0 ? 'spoken' : ''));
    const render = await begun(many, {}, (index) => ({ title: `Slide ${index}` }));
    await run();
    expect(ahead[0]?.length).toBeGreaterThan(50);
    const { missing } = await planOf(render);
    expect(missing.shots.length).toBe(200 - (ahead[0]?.length ?? 0));
    const { output } = sampleRender();
    await begun(['spoken'], { output: { ...output, captions: 'burned_in' } });
    await run();
    expect(ahead[1]).toEqual([]);
  });

  it('makes nothing again that an earlier render of the account had made', async () => {
    const { account_id } = await begun(['one', 'two']);
    await run();
    await begun(['two', 'one'], { account_id });
    expect(await run()).toEqual(['prepare#0']);
    await begun(['two', 'one']);
    expect(await run()).toEqual(['prepare#0', 'narration#0', 'narration#1', 'plan#0']);
  });

  it('whose preparation was killed half-way misses no speech, although some of it was made meanwhile by another', async () => {
    const render = await begun(['one', 'two', 'three']);
    const [prepare] = sent.splice(0);
    // Killed after the first and the last task were added, before any message was sent.
    const killed: typeof deps = {
      ...deps,
      renders: {
        ...renders,
        addTasks: async (tasks) => {
          await renders.addTasks(tasks.filter((_, i) => i !== 1));
          throw new Error('killed');
        },
      },
    };
    await expect(act(prepare as RenderTaskRef, killed)).rejects.toThrow('killed');
    await begun(['one'], { account_id: render.account_id });
    await run();

    sent.push(prepare as RenderTaskRef);
    await run();
    // The sweeper sends again what was added and never sent.
    for (const task of await renders.tasks(renderEpochRefOf(render))) if (task.state === 'pending') sent.push(task);
    await run();

    expect(await statusOf(render)).toBe('completed');
    expect((await planOf(render)).sound?.spec.cues).toHaveLength(3);
  });

  it('prepared twice, even from its beginning, has each of its tasks once', async () => {
    const notes = Array.from({ length: 400 }, (_, i) => (i === 0 ? 'one' : ''));
    const render = await begun(notes, { max_seconds: 7200 }, (i) => ({ title: `Slide ${i}`, duration_seconds: 10 }));
    await run();
    const before = await unitsOf(render);
    const [found] = [await renders.find(render.account_id, render.id)];
    const again = async (kind: RenderTaskKind): Promise<ClaimedRenderTask> => {
      const task = await renders.task({ ...renderEpochRefOf(render), kind, index: 0 });
      if (!found || !task) throw new Error(`there is no ${kind}`);
      return { render: found, task, lease: { task, token: 'x' }, signal: new AbortController().signal };
    };
    await prepareRender(deps, await again('prepare'));
    await planVideoAfterNarration(deps, await again('plan'));
    expect(await unitsOf(render)).toEqual(before);
    expect(await statusOf(render)).toBe('rendering');
  });

  it('hands what it heard to its slides before their tasks start, unless it was to make no narration', async () => {
    const account_id = newId('account');
    const auto = await begun(['one', '', 'one', 'two'], { account_id });
    await run();
    const { slides } = await readTimelineSnapshot(deps.files, auto);
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(adopted).toEqual([
      [
        expect.objectContaining({ account_id, timeline_id: auto.timeline_id }),
        [
          { slide: slides[0], speech: expect.objectContaining({ hash: hashOf('one'), duration_seconds: 1 }) },
          { slide: slides[2], speech: expect.objectContaining({ hash: hashOf('one') }) },
          { slide: slides[3], speech: expect.objectContaining({ hash: hashOf('two') }) },
        ],
      ],
    ]);
    adopted = [];
    await begun(['one'], { account_id, narration: 'existing' });
    await run();
    expect(adopted).toEqual([[expect.anything(), []]]);
  });

  it('that was to use existing narration fails at once when there is none, and names the slide', async () => {
    const render = await begun(['', 'one'], { narration: 'existing' });
    await run();
    expect(await statusOf(render)).toBe('failed narration_failed');
    expect((await renders.find(render.account_id, render.id))?.error?.message).toContain('slide 2');
  });

  it('takes the recording of a slide from its own file, and asks no engine to speak it', async () => {
    const recording = {
      hash: 'recorded',
      key: 'recording.wav',
      duration_seconds: 3,
      sentences: [{ text: 'As I said.', start_seconds: 0.1, end_seconds: 2.9 }],
    };
    const { speechRequiredBySlide } = deps;
    deps.speechRequiredBySlide = (slide, settingsNow) =>
      slide.speaker_notes === 'mine' ? { hash: 'recorded', recording } : speechRequiredBySlide(slide, settingsNow);
    const render = await begun(['one', 'mine'], { narration: 'existing' });
    await run();
    expect((await renders.find(render.account_id, render.id))?.error?.message).toContain('slide 1');
    const auto = await begun(['one', 'mine']);
    expect(await run()).toEqual(['prepare#0', 'narration#0', 'plan#0']);
    const { sound, captions } = await planOf(auto);
    expect(sound?.sound_files).toMatchObject({ recorded: 'recording.wav' });
    expect(sound?.spoken_on).toMatchObject({ recorded: 'slide 2' });
    expect(JSON.stringify(captions)).toContain('As I said.');
  });

  it('fails for what nothing can make again, and names the slide by its place in the timeline', async () => {
    deps.speechRequiredBySlide = ({ speaker_notes }) => (speaker_notes === '' ? undefined : { hash: 'gone' });
    const render = await begun(['', 'mine'], {}, undefined, 4);
    expect(await run()).toEqual(['prepare#0']);
    expect(await statusOf(render)).toBe('failed narration_failed');
    expect((await renders.find(render.account_id, render.id))?.error?.message).toContain('slide 6');
  });

  it('says what was listened to where that exists, and makes the words of today where it is gone, if it may', async () => {
    const { speechRequiredBySlide } = deps;
    deps.speechRequiredBySlide = (slide, settingsNow) => {
      const { hash = '', request } = speechRequiredBySlide(slide, settingsNow) ?? {};
      return request && { hash: `heard ${slide.speaker_notes}`, fallback: { hash, request } };
    };
    const account_id = newId('account');
    const heard = { hash: 'heard one', key: 'heard.wav', duration_seconds: 3, sentences: [] };
    await speech.keep({ kind: 'render', ...sampleRender({ account_id }), claim: 1, slide: 0 }, heard, 0);
    const existing = await begun(['one', 'two'], { account_id, narration: 'existing' });
    expect(await run()).toEqual(['prepare#0']);
    expect((await renders.find(account_id, existing.id))?.error?.message).toContain('slide 2');
    const auto = await begun(['one', 'two'], { account_id });
    expect(await run()).toEqual(['prepare#0', 'narration#1', 'plan#0']);
    const { sound } = await planOf(auto);
    expect(sound?.spoken_on).toMatchObject({ 'heard one': 'slide 1' });
    expect(Object.values(sound?.sound_files ?? {})).toContain('heard.wav');
    expect(sound?.spec.cues).toHaveLength(2);
  });

  it('that was to have no narration has none made', async () => {
    const render = await begun(['one'], { narration: 'none' });
    expect(await run()).toEqual(['prepare#0']);
    expect((await planOf(render)).sound).toBeUndefined();
  });

  it('that would be longer than the plan allows fails before anything is encoded', async () => {
    const render = await begun(['', ''], { max_seconds: 9.9 });
    await run();
    expect(await statusOf(render)).toBe('failed too_long');
    const exact = await begun(['', ''], { max_seconds: 10 });
    await run();
    expect(await statusOf(exact)).toBe('completed');
  });
});

describe('a layout whose worker is killed before its commit', () => {
  /** Its tasks are added and sent by then. */
  const killedAt = (kind: RenderTaskKind): typeof deps => ({
    ...deps,
    renders: {
      ...renders,
      commit: async (lease, result, at) => {
        if (lease.task.kind === kind) throw new Error('killed');
        return renders.commit(lease, result, at);
      },
    },
  });
  /** Runs what was sent up to the task of this kind, and that one until it is killed. */
  async function runUntilKilled(kind: RenderTaskKind): Promise<RenderTaskRef> {
    for (let task = sent.shift(); task; task = sent.shift()) {
      if (task.kind !== kind) await act(task);
      else {
        await expect(act(task, killedAt(kind))).rejects.toThrow('killed');
        return task;
      }
    }
    throw new Error(`no ${kind} was sent`);
  }
  const keep = (render: Render, names: readonly string[]) =>
    deps.artifacts.keep(
      render,
      storedNow(),
      names.map((name) => ({ name, offset: 0, bytes: 1 })),
    );
  /** By task of encoding, the artifacts that it would make now. */
  async function artifactsByTask(render: Render): Promise<Record<string, string[]>> {
    const { shots, sound, missing } = await planOf(render);
    const tasks = await renders.tasks(renderEpochRefOf(render));
    return Object.fromEntries(
      tasks.flatMap(({ kind, index, share }) => {
        if (!share || (kind !== 'video' && kind !== 'audio')) return [];
        const names = kind === 'video' ? shots.map(({ clip }) => clip) : (sound?.parts ?? []);
        const places = missing[kind === 'video' ? 'shots' : 'parts'].slice(share.first, share.first + share.count);
        return [[`${kind}#${index}`, places.map((place) => names[place] ?? '')]];
      }),
    );
  }
  const large = (notes: (index: number) => string) =>
    begun(
      Array.from({ length: 400 }, (_, i) => notes(i)),
      { max_seconds: 7200 },
      (i) => ({
        title: `Slide ${i}`,
        duration_seconds: 10,
      }),
    );

  it.each([
    ['prepare', () => ''],
    ['plan', (index: number) => (index % 4 === 0 ? `spoken ${index}` : '')],
  ] as const)(
    'continues with its plan at the second attempt of %s, whatever was kept meanwhile',
    async (kind, notes) => {
      const render = await large(notes);
      const task = await runUntilKilled(kind);
      const before = await artifactsByTask(render);
      expect(Object.keys(before).length).toBeGreaterThan(4);
      // One has done its share, another a half.
      const [done = [], half = []] = [before['video#0'], before['video#2']];
      await keep(render, [...done, ...half.slice(0, half.length / 2), ...(before['audio#0'] ?? [])]);

      sent.push(task);
      await run();

      expect(await artifactsByTask(render)).toEqual(before);
      expect((await planOf(render)).slides_reused).toBe(0);
      const tasks = await renders.tasks(renderEpochRefOf(render));
      const committed = tasks.find((one) => one.kind === kind);
      expect(committed).toMatchObject({ state: 'done', result: { parts: Object.keys(before).length } });
      expect(tasks.filter((one) => one.kind === 'assembly')).toEqual([]);
    },
  );

  it('deals out at the second attempt what was not added at the first', async () => {
    const render = await large(() => '');
    const [prepare] = sent.splice(0);
    const killed: typeof deps = {
      ...deps,
      renders: {
        ...renders,
        addTasks: async (tasks) => {
          await renders.addTasks(tasks.slice(0, 2));
          throw new Error('killed');
        },
      },
    };
    await expect(act(prepare as RenderTaskRef, killed)).rejects.toThrow('killed');
    const first = await artifactsByTask(render);
    expect(Object.keys(first)).toEqual(['video#0', 'video#1']);
    await keep(render, first['video#0'] ?? []);

    sent.push(prepare as RenderTaskRef);
    await run();

    const all = await artifactsByTask(render);
    expect(all).toMatchObject(first);
    const { shots } = await planOf(render);
    expect(Object.values(all).flat().sort()).toEqual(shots.map(({ clip }) => clip).sort());
  });

  it('makes no other plan where its own cannot be read for the moment', async () => {
    const render = await large(() => '');
    const task = await runUntilKilled('prepare');
    const plan = await planOf(render);
    const { files } = deps;
    const written: string[] = [];
    deps.files = {
      ...files,
      getBytes: async (key) => {
        if (key.endsWith('-plan.json')) throw new Error('the storage is away');
        return files.getBytes(key);
      },
      putBytes: async (key) => void written.push(key),
    };
    await expect(act(task)).rejects.toThrow('the storage is away');
    deps.files = files;
    expect(written).toEqual([]);
    await act(task);
    expect(await planOf(render)).toEqual(plan);
  });

  it('whose lease was lost writes no plan over that of the worker that took over', async () => {
    const render = await large(() => '');
    const controller = new AbortController();
    const now = deps.clock().toISOString();
    // Its lease ends at once: another worker takes the task over.
    const ends = { token: 'x', now, leaseUntil: '2000-01-01T00:00:00.000Z', messageId: 'late' };
    const lease = { task: (await renders.claim(sampleTask(render), ends)).task, token: 'x' };
    const encoder = async () => {
      // While it lay still another did all of it.
      await run();
      const { 'video#0': made = [] } = await artifactsByTask(render);
      await keep(render, made);
      controller.abort(new Error('the lease is lost'));
      return 'test';
    };
    const late = prepareRender({ ...deps, encoder }, { render, task: lease.task, lease, signal: controller.signal });
    await expect(late).rejects.toThrow('the lease is lost');
    expect((await planOf(render)).missing.shots).toHaveLength(400);
  });
});

describe('a small video', () => {
  const titled = (i: number) => ({ title: `Slide ${i}` });
  const assembling = (fault: Error): typeof deps => ({ ...deps, assemble: () => Promise.reject(fault) });

  it('is made by the task that planned it, which knows all that exists', async () => {
    const render = await begun(['', ''], {}, titled);
    await run();
    const { plan, snapshot, knownArtifacts: found } = assembled.get(render.id) ?? {};
    expect(plan?.missing.shots).toEqual([0, 1]);
    expect(snapshot).toEqual(await readTimelineSnapshot(deps.files, render));
    expect([...(found ?? [])]).toEqual([]);
  });

  it('counts as reused at the next attempt what the first one found, whatever that one cached', async () => {
    const render = await begun(['', ''], {}, titled);
    const [prepare] = sent.splice(0);
    const fault = new Error('the disk is full');
    const attempt = act(prepare as RenderTaskRef, {
      ...deps,
      async assemble(work, { plan }) {
        expect(work.render.id).toBe(render.id);
        const made = plan.shots.map(({ clip: name }) => ({ name, offset: 0, bytes: 1 }));
        await deps.artifacts.keep(render, storedNow(), made);
        throw fault;
      },
    });
    await expect(attempt).rejects.toThrow(fault);
    await act(prepare as RenderTaskRef);
    expect(assembled.get(render.id)?.plan.missing.shots).toEqual([]);
    expect(await renders.find(render.account_id, render.id)).toMatchObject({ slides_reused: 0, slides_rendered: 2 });
  });

  it('fails as one that the encoder could not make when its last attempt has failed', async () => {
    const render = await begun(['', '']);
    const [prepare] = sent.splice(0);
    const fault = new Error('the disk is full');
    for (let attempt = 1; attempt <= 3; attempt++)
      await expect(act(prepare as RenderTaskRef, assembling(fault))).rejects.toThrow(fault);
    expect(await statusOf(render)).toBe('failed encoder_failed');
  });
});

describe('a render that is the same as an earlier one of its account', () => {
  const titled = (i: number) => ({ title: `Slide ${i}` });
  const twice = async (first: Partial<Render> = {}, second: Partial<Render> = first) => {
    const account_id = newId('account');
    const one = await begun(['one', ''], { ...first, account_id }, titled);
    await run();
    assembled.delete(one.id);
    const other = await begun(['one', ''], { ...second, account_id }, titled);
    await run();
    const ended = async ({ id }: Render) => (await renders.find(account_id, id)) ?? one;
    return { one: await ended(one), other: await ended(other) };
  };
  const present = (render: Render) => deps.files.getBytes(render.result?.video_key ?? '');

  it('is completed with copies of its files, and nothing is joined', async () => {
    const looked: string[][] = [];
    const { findMany } = deps.artifacts;
    deps.artifacts.findMany = async (account, names) => {
      looked.push([...names]);
      return findMany(account, names);
    };
    const { one, other } = await twice();
    expect(assembled.size).toBe(0);
    // Both by the first one: before its narration and after it.
    expect(looked).toHaveLength(2);
    expect(other).toMatchObject({ status: 'completed', slides_reused: 2, slides_rendered: 0, progress: 100 });
    expect(other.result).toEqual({ ...one.result, video_key: other.result?.video_key });
    expect(await present(other)).toEqual(await present(one));
    expect(await unitsOf(other)).toEqual(['prepare#0 done']);
  });

  it('reads its snapshot and its video, and is completed: no other call is made for it', async () => {
    const account_id = newId('account');
    await begun(['', ''], { account_id }, titled);
    await run();
    const again = await begun(['', ''], { account_id }, titled);
    const calls: string[] = [];
    const noting = { ...deps };
    for (const name of ['renders', 'files', 'films', 'artifacts', 'speech'] as const)
      Object.assign(noting, { [name]: watched(deps[name], (method) => void calls.push(`${name}.${method}`)) });
    const task = await renders.task({ ...renderEpochRefOf(again), kind: 'prepare', index: 0 });
    const lease = {
      token: 't',
      now: deps.clock().toISOString(),
      leaseUntil: '2999-01-01T00:00:00.000Z',
      messageId: 'm',
    };
    if (!task) throw new Error('there is no task');
    const { task: claimed } = await renders.claim(task, lease);
    const { signal } = new AbortController();
    await prepareRender(noting, { render: again, task: claimed, lease: { task: claimed, token: 't' }, signal });
    expect(calls.toSorted()).toEqual([
      ...['files.copy', 'files.getBytes', 'films.find'],
      ...['renders.complete', 'renders.enterStage', 'renders.reserve'],
    ]);
  });

  it('counts its seconds like any other, and gives back what it had reserved', async () => {
    const { one, other } = await twice();
    const { render_seconds } = ledger.counted(other.account_id, other.created_at);
    expect(render_seconds).toBe(2 * (one.result?.duration_seconds ?? 0));
    expect(ledger.booked(other.account_id, other.created_at).render_seconds).toBe(render_seconds);
  });

  it('has its own files: those of either may go', async () => {
    const { one, other } = await twice();
    expect(other.result?.video_key).not.toBe(one.result?.video_key);
    await deps.files.remove(one.result?.video_key ?? '');
    expect((await present(other)).length).toBeGreaterThan(0);
  });

  it('is joined where the files of the earlier one are gone, or older than their record may be', async () => {
    const { one, other } = await twice();
    await deps.files.remove(one.result?.video_key ?? '');
    const third = await begun(['one', ''], { account_id: one.account_id }, titled);
    await run();
    expect(assembled.has(third.id)).toBe(true);
    expect(await statusOf(third)).toBe('completed');
    // It left its own video.
    const fourth = await begun(['one', ''], { account_id: one.account_id }, titled);
    await run();
    expect(assembled.has(fourth.id)).toBe(false);
    const { clock } = deps;
    deps.clock = () => new Date(clock().getTime() + 25 * 86_400_000);
    const late = await begun(
      ['one', ''],
      { account_id: other.account_id, deadline: '2999-01-01T00:00:00.000Z' },
      titled,
    );
    await run();
    expect(assembled.has(late.id)).toBe(true);
  });

  it('is joined for another account, another output, or by another version of the program', async () => {
    const { output } = sampleRender();
    const { other } = await twice({}, { output: { ...output, quality: 'high' } });
    expect(assembled.has(other.id)).toBe(true);
    const foreign = await begun(['one', ''], {}, titled);
    await run();
    expect(assembled.has(foreign.id)).toBe(true);
    const { renderer } = deps;
    deps.renderer = async () => ({ ...(await renderer()), build: 'another' });
    const newer = await begun(['one', ''], { account_id: foreign.account_id }, titled);
    await run();
    expect(assembled.has(newer.id)).toBe(true);
  });
});

describe('narration', () => {
  it('that the engine did not manage is tried again', async () => {
    const render = await begun(['one']);
    const working = speak;
    let calls = 0;
    speak = async (request, signal) => {
      calls += 1;
      if (calls < 3) throw new SpeechError('engine_failed', 'it crashed');
      return working(request, signal);
    };
    await act(sent.shift() as RenderTaskRef);
    const narration = sent.shift() as RenderTaskRef;
    await expect(act(narration)).rejects.toThrow('it crashed');
    await expect(act(narration)).rejects.toThrow('it crashed');
    expect(await statusOf(render)).toBe('processing');
    await act(narration);
    await run();
    expect(await statusOf(render)).toBe('completed');
  });

  it('that was made by somebody else in the meantime is not made again', async () => {
    const render = await begun(['one']);
    const working = speak;
    const said: string[] = [];
    speak = async (request, signal) => {
      said.push(request.text);
      return working(request, signal);
    };
    await act(sent.shift() as RenderTaskRef);
    const other = await begun(['one'], { account_id: render.account_id });
    const [narration, ...rest] = sent.splice(0);
    sent.push(...rest);
    await run();
    await act(narration as RenderTaskRef);
    await run();
    expect(said).toEqual(['one']);
    expect([await statusOf(render), await statusOf(other)]).toEqual(['completed', 'completed']);
  });

  it('that the engine never manages fails the render, and the slide is named', async () => {
    const render = await begun(['', 'one']);
    speak = async () => {
      throw new SpeechError('engine_failed', 'it crashed');
    };
    await act(sent.shift() as RenderTaskRef);
    const narration = sent.shift() as RenderTaskRef;
    for (let attempt = 1; attempt <= 3; attempt++) await expect(act(narration)).rejects.toThrow('it crashed');
    expect(await statusOf(render)).toBe('failed narration_failed');
    expect((await renders.find(render.account_id, render.id))?.error?.message).toContain('slide 2');
  });

  it('that would last too long fails the render at the first attempt, which says so of the slide', async () => {
    const render = await begun(['', 'one']);
    speak = async () => {
      throw new SpeechError('too_long', 'hours of it');
    };
    await run();
    expect((await renders.find(render.account_id, render.id))?.error).toEqual({
      code: 'narration_failed',
      message: 'The narration of slide 2 would last longer than 30 minutes.',
      ...(await placeOf(render, 1)),
    });
  });

  it.each([
    ['Joana', 'there is no voice "Joana" for the language "en"'],
    [undefined, 'there is no voice for the language "en"'],
  ])('by a voice that does not exist (%s) fails the render, which says so of the slide', async (voice, why) => {
    const { speechRequiredBySlide } = deps;
    deps.speechRequiredBySlide = (slide, settingsNow) => {
      const address = speechRequiredBySlide(slide, settingsNow);
      return address?.request && { ...address, request: { ...address.request, voice } };
    };
    const render = await begun(['', 'one']);
    speak = async () => {
      throw new SpeechError('voice_unknown', 'no such voice');
    };
    await run();
    expect((await renders.find(render.account_id, render.id))?.error).toEqual({
      code: 'narration_failed',
      message: `The narration of slide 2 could not be made: ${why}; GET /voices lists those there are.`,
      ...(await placeOf(render, 1)),
    });
  });

  it('by an engine that is busy is made later, however often it was', async () => {
    const render = await begun(['one']);
    const working = speak;
    let busy = 5;
    speak = async (request, signal) => {
      if (busy-- > 0) throw new SpeechError('busy', 'throttled');
      return working(request, signal);
    };
    expect(await run()).toEqual(['prepare#0', ...Array.from({ length: 6 }, () => 'narration#0'), 'plan#0']);
    expect(await statusOf(render)).toBe('completed');
  });

  it('that can never be made fails the render at the first attempt', async () => {
    const render = await begun(['one']);
    speak = async () => {
      throw new SpeechError('text_refused', 'not this text');
    };
    await run();
    expect(await statusOf(render)).toBe('failed narration_failed');
  });
});

describe('what a render reserves of the month', () => {
  const slides = ['one', 'one', 'three', ''];
  const atMost = (over: Partial<typeof ENTITLEMENTS.max>) => ({ ...ENTITLEMENTS.max, ...over });
  const booked = ({ account_id, created_at }: Render) => ledger.booked(account_id, created_at);
  const counted = ({ account_id, created_at }: Render) => ledger.counted(account_id, created_at);

  it('is the missing speech before it is spoken, and the exact length before it is encoded', async () => {
    const render = await begun(slides);
    await act(sent.shift() as RenderTaskRef);
    expect(booked(render)).toEqual({ render_seconds: 0, narration_characters: 8 });
    const { assemble } = deps;
    const before: object[] = [];
    deps.assemble = async (...video) => {
      before.push(booked(render), counted(render));
      return assemble(...video);
    };
    await run();
    // Three slides of 1 s of speech, which are shown for 3 s, and one that is read.
    const exact = { render_seconds: 3 * 3 + 5, narration_characters: 8 };
    expect(before).toEqual([exact, { render_seconds: 0, narration_characters: 8 }]);
    expect(counted(render)).toEqual(exact);
  });

  it('is the same when its preparation runs twice', async () => {
    const render = await begun(slides);
    const prepare = sent[0] as RenderTaskRef;
    const die = async () => Promise.reject(new Error('killed'));
    const killed = { ...deps, queue: { send: die, sendAll: die } };
    await expect(act(prepare, killed)).rejects.toThrow('killed');
    expect(booked(render)).toEqual({ render_seconds: 0, narration_characters: 8 });
    await act(prepare);
    expect(booked(render)).toEqual({ render_seconds: 0, narration_characters: 8 });
  });

  it('is never more characters than at its admission: a new version speaks what it misses unpaid', async () => {
    const render = await begun(slides, {}, undefined, 0, atMost({ narration_characters_per_month: 5 }), 5);
    await run();
    expect(await statusOf(render)).toBe('completed');
    expect(booked(render)).toMatchObject({ narration_characters: 5 });
    expect(counted(render)).toMatchObject({ narration_characters: 5 });
  });

  it('is counted once when another version starts the render again, and speaks all of it again', async () => {
    const render = await begun(slides, {}, undefined, 0, atMost({ narration_characters_per_month: 8 }), 8);
    for (const kind of ['prepare', 'narration', 'narration']) {
      expect(sent[0]?.kind).toBe(kind);
      await act(sent.shift() as RenderTaskRef);
    }
    expect(counted(render)).toMatchObject({ narration_characters: 8 });
    const { speechRequiredBySlide } = deps;
    const next = {
      ...deps,
      renderer: async () => ({ versions: { speech: 9 }, build: 'next' }),
      speechRequiredBySlide: (...args: Parameters<typeof speechRequiredBySlide>) => {
        const wanted = speechRequiredBySlide(...args);
        return wanted && { ...wanted, hash: `next ${wanted.hash}` };
      },
    };
    let said = 0;
    const say = speak;
    speak = async (...args) => {
      said += 1;
      return say(...args);
    };
    await run(next);
    expect(said).toBe(2);
    expect(await statusOf(render)).toBe('completed');
    expect(booked(render)).toMatchObject({ narration_characters: 8 });
    expect(counted(render)).toMatchObject({ narration_characters: 8 });
  });

  it('fails a render that turns out longer than the month has left before anything is encoded', async () => {
    const render = await begun(slides, {}, undefined, 0, atMost({ render_seconds_per_month: 9 }));
    await run();
    expect(await statusOf(render)).toBe('failed quota_exceeded');
    expect((await renders.tasks(renderEpochRefOf(render))).map(({ kind }) => kind)).not.toContain('video');
    expect(booked(render)).toEqual({ render_seconds: 0, narration_characters: 8 });
  });

  it('is not counted for speech that the engine could not make', async () => {
    const render = await begun(slides);
    speak = async () => {
      throw new SpeechError('text_refused', 'no');
    };
    await run();
    expect(await statusOf(render)).toBe('failed narration_failed');
    expect([booked(render), counted(render)]).toEqual([NOTHING_RESERVED, NOTHING_RESERVED]);
  });
});
