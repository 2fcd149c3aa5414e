import { beforeEach, describe, expect, it } from 'vitest';
import { newRenderItem, renderCodec } from '#adapters/aws/renders/render-items.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import type { MonthlyAmounts } from '#features/accounts/usage.ts';
import { createRenderContract } from '#features/renders/contract.ts';
import { type CreateRenderBody, type CreateRenderDeps, createRender } from '#features/renders/create-render.ts';
import type { Render } from '#features/renders/render.ts';
import { toRenderAnswer } from '#features/renders/view.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { notesHash, type UploadedAudio } from '#features/timelines/slide-audio.ts';
import type { LoadedTimeline, TimelineSettings } from '#features/timelines/timeline.ts';
import { DependencyUnavailableError, WriteConflictError } from '#kernel/shared/errors.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { START, sampleImage, samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const principal = samplePrincipal({ plan: 'pro' });
let slides: Slide[];
let inserted: Render[];
let reserved: MonthlyAmounts[];
/** What was made in one write with each render that was tried; undefined: nothing. */
let timelinesMade: (LoadedTimeline | undefined)[];
let outcome: Awaited<ReturnType<CreateRenderDeps['renders']['insert']>>;

const unused = async (): Promise<never> => {
  throw new Error('not used here');
};

const deps: Parameters<typeof createRender>[0] = {
  templates: noOwnTemplates,
  imageFetches: noImageFetches,
  timelines: {
    load: async () => ({
      timeline: sampleTimeline(slides, { account_id: principal.account_id }),
      slides,
    }),
    list: unused,
    insert: unused,
    save: unused,
    remove: unused,
  },
  renders: {
    insert: async (render: Render, _first, _limits, amounts: MonthlyAmounts, _answer, made) => {
      if (outcome === 'inserted') inserted.push(render);
      timelinesMade.push(made?.loaded);
      reserved.push(amounts);
      return outcome;
    },
    slots: async () => ({ running: [], waiting: [], limit: 0, batches: [] }),
  } as Partial<CreateRenderDeps['renders']> as CreateRenderDeps['renders'],
  files: { putBytes: async () => undefined, remove: async () => undefined } as Partial<
    CreateRenderDeps['files']
  > as CreateRenderDeps['files'],
  queue: { send: async () => undefined },
  clock: () => START,
  codecs: ['h264'],
  voices: espeakIdentity,
  prepareReceiver: unused,
  speech: { findMany: async () => new Map() },
  speechRequiredBySlide: ({ speaker_notes }) => (speaker_notes === '' ? undefined : { hash: speaker_notes }),
};

beforeEach(() => {
  inserted = [];
  reserved = [];
  timelinesMade = [];
  outcome = 'inserted';
});

const recording: UploadedAudio = {
  account_id: principal.account_id,
  timeline_id: 'tl_1',
  slide_id: 'sl_1',
  job: 'j',
  source: 'uploaded',
  size_bytes: 44,
  status: 'ready',
  format: 'wav',
  notes_hash: notesHash(''),
  speech_hash: 'recorded',
  key: 'recording.wav',
  duration_seconds: 15,
  attempt: 0,
  enqueued_at: START.toISOString(),
  created_at: START.toISOString(),
};

/** A hundred slides that take 43 s each to read: more than the 30 minutes of the plan. */
const deck = (content: Partial<Slide>) =>
  Array.from({ length: 100 }, () =>
    sampleSlide({ title: '', bullet_points: Array.from({ length: 12 }, () => 'x'.repeat(60)), ...content }),
  );
const render = (
  narration: Render['narration'],
  over: Partial<CreateRenderDeps> = {},
  slide_range?: { from: number; to: number },
) =>
  createRender({ ...deps, ...over }, principal, {
    timeline_id: 'tl_1',
    output: { codec: 'h264', fps: 30, quality: 'standard', captions: 'sidecar' },
    narration,
    slide_range,
    metadata: {},
  });

describe('a render of many slides that take long to read', () => {
  it.each(['auto', 'existing'] as const)(
    'is taken with recordings that are short (narration: %s)',
    async (narration) => {
      slides = deck({ audio: recording });
      await render(narration);
      expect(inserted).toHaveLength(1);
    },
  );

  it('is taken with notes, which may be said fast', async () => {
    slides = deck({ speaker_notes: 'Short.' });
    await render('auto');
    expect(inserted).toHaveLength(1);
  });

  it.each<[string, Partial<Slide>, Render['narration']]>([
    ['nothing to say', {}, 'auto'],
    ['recordings that are not to be heard', { audio: recording }, 'none'],
    ['notes that are not to be said', { speaker_notes: 'Short.' }, 'none'],
    ['recordings that are too long', { audio: { ...recording, duration_seconds: 60 } }, 'auto'],
  ])('is refused with %s', async (_, content, narration) => {
    slides = deck(content);
    await expect(render(narration)).rejects.toMatchObject({
      code: 'entitlement_required',
      details: { param: 'timeline_id' },
    });
    expect(inserted).toEqual([]);
  });
});

describe('a render that is to make no narration', () => {
  const narrated = (speaker_notes: string) => sampleSlide({ speaker_notes });

  it('is refused at once when narration is missing, with the slides that lack it', async () => {
    slides = [narrated(''), narrated('Not said yet.'), sampleSlide({ audio: recording }), narrated('Nor this.')];
    const named = [2, 4].map((number) => `slide ${number} (${slides[number - 1]?.id})`);
    await expect(render('existing')).rejects.toMatchObject({
      code: 'narration_missing',
      message: `These slides have speaker notes, but no ready, up-to-date narration: ${named.join(', ')}.`,
      details: {
        param: 'narration',
        faults: named.map((slide) => ({
          param: 'narration',
          message: `There is no ready, up-to-date narration of ${slide}.`,
        })),
      },
    });
    expect(inserted).toEqual([]);
  });

  it('names at most 50 slides', async () => {
    slides = Array.from({ length: 60 }, () => narrated('Not said yet.'));
    const error: unknown = await render('existing').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'narration_missing', message: expect.stringMatching(/ and more\.$/) });
    expect(error).toHaveProperty('details.faults.length', 50);
  });

  it('is taken when all that its slides say was said before, with another render too', async () => {
    slides = [narrated('Said before.')];
    const said = { hash: 'Said before.', key: 'k', duration_seconds: 1, sentences: [] };
    const speech = { ...deps.speech, findMany: async () => new Map([[said.hash, said]]) };
    await render('existing', { speech });
    expect(inserted).toHaveLength(1);
  });

  it('asks for the narration of the slides in its range only, and names their numbers in the timeline', async () => {
    slides = [narrated('Not said yet.'), narrated(''), narrated('Nor this.')];
    await render('existing', {}, { from: 1, to: 1 });
    expect(inserted).toHaveLength(1);
    await expect(render('existing', {}, { from: 1, to: 2 })).rejects.toThrow('slide 3');
  });

  it('freezes the sections of the whole timeline with a part of its slides', async () => {
    slides = [sampleSlide({ title: 'Tides' }), sampleSlide({ title: 'Sun', layout: 'section', bullet_points: [] })];
    const frozen: string[] = [];
    const files = {
      ...deps.files,
      putBytes: async (_: string, bytes: Uint8Array) => void frozen.push(Buffer.from(bytes).toString()),
    };
    await render('none', { files }, { from: 0, to: 0 });
    await render('none', { files });
    expect(frozen.map((snapshot) => JSON.parse(snapshot).outline)).toEqual([
      { count: 2, sections: [{ position: 1, title: 'Sun' }] },
      undefined,
    ]);
  });

  it('with `auto` or `none` is taken', async () => {
    slides = [narrated('Not said yet.')];
    await render('auto');
    await render('none');
    expect(inserted).toHaveLength(2);
  });
});

describe('a render reserves', () => {
  const request = (text: string) => ({ text, language: 'en', speed: 1 });
  const speechRequiredBySlide: CreateRenderDeps['speechRequiredBySlide'] = (slide) => {
    if (slide.audio?.source === 'uploaded')
      return { hash: 'r', recording: { hash: 'r', key: 'k', duration_seconds: 15, sentences: [] } };
    const { speaker_notes: text } = slide;
    return text === '' ? undefined : { hash: text, request: request(text) };
  };
  const said = { hash: 'Said before.', key: 'k', duration_seconds: 2, sentences: [] };
  const over: Partial<CreateRenderDeps> = {
    speechRequiredBySlide,
    speech: { findMany: async () => new Map([[said.hash, said]]) },
  };

  it('the characters of speech that does not exist, each once, and its length, as far as it is known', async () => {
    slides = [
      sampleSlide({ speaker_notes: 'Said before.' }),
      sampleSlide({ speaker_notes: 'x'.repeat(150) }),
      sampleSlide({ speaker_notes: 'x'.repeat(150) }),
      sampleSlide({ audio: recording }),
      sampleSlide({ duration_seconds: 4.0004 }),
    ];
    await render('auto', over);
    expect(reserved).toEqual([{ narration_characters: 150, render_seconds: 3 + 2 * 11 + 16 + 4 }]);
  });

  it('no characters and no time for what is not to be said', async () => {
    slides = [sampleSlide({ speaker_notes: 'x'.repeat(150), duration_seconds: 3 })];
    await render('none', over);
    expect(reserved).toEqual([{ narration_characters: 0, render_seconds: 3 }]);
  });

  it('no more seconds than its video may have', async () => {
    slides = Array.from({ length: 10 }, (_, index) => sampleSlide({ speaker_notes: `${index}${'y '.repeat(2000)}` }));
    await render('auto', over);
    expect(reserved).toMatchObject([{ render_seconds: 1800 }]);
  });

  it.each([
    [
      'render_seconds',
      'render_seconds_per_month',
      "This month's limit of 36000 seconds of video has no room for 5 more. The month ends at 2026-04-01T00:00:00.000Z.",
    ],
    [
      'narration_characters',
      'narration_characters_per_month',
      "This month's limit of 500000 characters of new narration has no room for 60 more. The month ends at 2026-04-01T00:00:00.000Z.",
    ],
  ] as const)('and is refused when the month has too little left: %s', async (refused, param, message) => {
    slides = [sampleSlide({ speaker_notes: 'x'.repeat(60), duration_seconds: 4.6 })];
    outcome = { refused };
    await expect(render('auto', over)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message,
      details: { param, headers: { 'retry-after': '3600' } },
    });
    expect(inserted).toEqual([]);
  });

  it('nothing when it cannot be said in the time of the plan at any speed', async () => {
    slides = Array.from({ length: 12 }, () => sampleSlide({ speaker_notes: 'x'.repeat(5000) }));
    await expect(render('auto', over)).rejects.toMatchObject({ code: 'entitlement_required' });
    expect(reserved).toEqual([]);
  });
});

it('a render whose message cannot be sent now is there all the same: the sweeper sends it', async () => {
  slides = [sampleSlide({})];
  const send = async (): Promise<never> => {
    throw new DependencyUnavailableError('throttled');
  };
  const created = await render('none', { queue: { send } });
  expect(inserted).toEqual([created.render]);
});

it('a render freezes every setting of its timeline', async () => {
  slides = [sampleSlide()];
  const settings = {
    title: 'Tides',
    format: 'square',
    resolution: '720p',
    template_id: 'midnight',
    language: 'de',
    voice: 'de',
    lexicon: [{ word: 'SQL', say: 'sequel' }],
    transition: { type: 'fade', duration_seconds: 1 },
    slide_numbers: true,
    lead_seconds: 0,
    pause_seconds: 1.5,
    min_slide_seconds: 10,
    metadata: { a: 'b' },
  } satisfies Partial<TimelineSettings>;
  const written: string[] = [];
  await createRender(
    {
      ...deps,
      timelines: {
        ...deps.timelines,
        load: async () => ({
          timeline: sampleTimeline(slides, { account_id: principal.account_id, ...settings }),
          slides,
        }),
      },
      files: {
        putBytes: async (_, bytes) => void written.push(Buffer.from(bytes).toString()),
      } as Partial<CreateRenderDeps['files']> as CreateRenderDeps['files'],
    },
    principal,
    createRenderContract.body?.parse({ timeline_id: 'tl_1' }) as Parameters<typeof createRender>[2],
    async () => undefined,
  );
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ settings });
});

describe('the snapshot of a render', () => {
  const world = (insert: CreateRenderDeps['renders']['insert']) => {
    slides = [sampleSlide({ title: 'x' })];
    const files = memoryFileStore();
    return { files, made: render('none', { files, renders: { ...deps.renders, insert } }) };
  };

  it('stays when the render was admitted', async () => {
    const { files, made } = world(async () => 'inserted');
    const { render: admitted } = await made;
    expect([...files.files.keys()]).toEqual([admitted.snapshot_key]);
    expect(admitted.snapshot_key).toBe(`snapshots/${principal.account_id}/${admitted.timeline_id}/${admitted.id}.json`);
  });

  it.each<[string, CreateRenderDeps['renders']['insert']]>([
    ['the queue is full', async () => 'queue_full'],
    ['the account was deleted meanwhile', async () => 'account_deleted'],
    ['the month is used up', async () => ({ refused: 'render_seconds' })],
    ['another request has the same idempotency key', async () => Promise.reject(new WriteConflictError('taken'))],
  ])('goes when the render is not admitted: %s', async (_, insert) => {
    const { files, made } = world(insert);
    await expect(made).rejects.toThrow();
    expect(files.files.size).toBe(0);
  });

  it('stays when it is unknown whether the render was admitted: its worker may be reading it', async () => {
    const { files, made } = world(async () => Promise.reject(new Error('the connection broke')));
    await expect(made).rejects.toThrow('the connection broke');
    expect(files.files.size).toBe(1);
  });
});

describe('a render of a timeline that is sent along', () => {
  const inOneCall = (timeline: object, over: object = {}) =>
    createRender(deps, principal, createRenderContract.body?.parse({ timeline, ...over }) as CreateRenderBody);

  it('makes both in one write, with what `POST /timelines` would make', async () => {
    const { render: made } = await inOneCall({ title: 'Deck', slides: [{ title: 'One' }, { speaker_notes: 'Two.' }] });
    expect(timelinesMade).toMatchObject([
      {
        timeline: { id: made.timeline_id, account_id: principal.account_id, title: 'Deck', version: 1 },
        slides: [{ title: 'One' }, { speaker_notes: 'Two.' }],
      },
    ]);
    expect(made).toMatchObject({ timeline_version: 1, slides_total: 2 });
    expect(made.timeline_id).toMatch(/^tl_/);
  });

  it('makes none for one that exists', async () => {
    slides = [sampleSlide()];
    await render('auto');
    expect(timelinesMade).toEqual([undefined]);
  });

  it.each<[string, object, object, object]>([
    [
      'without slides',
      { title: 'Deck' },
      {},
      { code: 'timeline_empty', message: expect.stringContaining('POST /timelines/{id}/slides') },
    ],
    [
      'with a template that does not exist',
      { title: 'Deck', template_id: 'nope', slides: [{}] },
      {},
      { code: 'validation_failed', details: { param: 'timeline.template_id' } },
    ],
    [
      'with a voice that does not exist',
      { title: 'Deck', voice: 'nope', slides: [{}] },
      {},
      { code: 'validation_failed', details: { param: 'timeline.voice' } },
    ],
    [
      'beside the id of another',
      { title: 'Deck', slides: [{}] },
      { timeline_id: 'tl_1' },
      { code: 'validation_failed', details: { param: 'timeline_id' } },
    ],
  ])('is refused %s, and nothing is made', async (_, timeline, over, refusal) => {
    await expect(inOneCall(timeline, over)).rejects.toMatchObject(refusal);
    expect(timelinesMade).toEqual([]);
  });

  it('is refused where the account has no room for another timeline', async () => {
    outcome = 'too_many_timelines';
    await expect(inOneCall({ title: 'Deck', slides: [{}] })).rejects.toMatchObject({
      code: 'entitlement_required',
      details: { param: 'timelines' },
    });
  });

  it('is one of the two: neither is refused', async () => {
    const body = createRenderContract.body?.parse({}) as CreateRenderBody;
    await expect(createRender(deps, principal, body)).rejects.toMatchObject({ details: { param: 'timeline_id' } });
  });
});

describe('hours of moving images in the largest size', () => {
  const max = samplePrincipal({ plan: 'max' });
  const order = (output: Partial<CreateRenderBody['output']>, over: Partial<Slide> = {}) => {
    const image = sampleImage({ width: 3840, height: 2160 });
    slides = Array.from({ length: 48 }, () =>
      sampleSlide({ title: '', duration_seconds: 300, image, image_motion: 'zoom_in', ...over }),
    );
    return createRender(deps, max, {
      timeline_id: 'tl_1',
      output: { codec: 'h264', fps: 30, quality: 'standard', captions: 'sidecar', ...output },
      narration: 'none',
      metadata: {},
    });
  };

  it('are refused with what to change, and nothing is made', async () => {
    await expect(order({ resolution: '2160p', fps: 60 })).rejects.toMatchObject({
      code: 'entitlement_required',
      message: expect.stringMatching(/Choose a smaller resolution, fewer frames per second/),
      details: { param: 'output.resolution' },
    });
    expect(inserted).toEqual([]);
  });

  it('are taken when the same images stand', async () => {
    await order({ resolution: '2160p', fps: 60 }, { image_motion: 'none' });
    expect(inserted).toHaveLength(1);
  });

  it('are taken in a size that a worker has room for', async () => {
    await order({ resolution: '480p', fps: 24 });
    expect(inserted).toHaveLength(1);
  });
});

describe('the look of captions', () => {
  const { body: schema } = createRenderContract;
  const order = (output: object) => {
    slides = [sampleSlide({ speaker_notes: '' })];
    const body = schema?.parse({ timeline_id: 'tl_1', output }) as CreateRenderBody;
    return createRender(deps, principal, body);
  };

  it.each([{}, { captions: 'sidecar' }, { captions: 'none' }, { captions: 'embedded' }])(
    'is refused where captions are not in the picture: %j',
    async (captions) => {
      await expect(order({ ...captions, caption_style: { preset: 'outline' } })).rejects.toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining('Send `captions: "burned_in"`'),
        details: { param: 'output.caption_style' },
      });
      expect(inserted).toEqual([]);
    },
  );

  it('is stored with its render, complete, and shown', async () => {
    const { render: made } = await order({
      captions: 'burned_in',
      caption_style: { preset: 'karaoke', background: '#ABCDEF80' },
    });
    const style = { preset: 'karaoke', size: 'medium', position: 'auto', uppercase: false, max_lines: 2 };
    expect(renderCodec.parse(newRenderItem(made)).output.caption_style).toEqual({ ...style, background: '#abcdef80' });
    const files = { presignGet: async () => 'https://example.com' };
    const { output } = await toRenderAnswer(made, files, START);
    expect(output.caption_style).toEqual({ ...style, color: null, background: '#abcdef80', highlight: null });
    const { render: usual } = await order({ captions: 'burned_in' });
    expect((await toRenderAnswer(usual, files, START)).output.caption_style).toMatchObject({ preset: 'box' });
    const { render: files_only } = await order({});
    expect((await toRenderAnswer(files_only, files, START)).output.caption_style).toBeNull();
  });

  it('has times of words only where there are files of captions', async () => {
    await expect(order({ captions: 'none', caption_words: true })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { param: 'output.caption_words' },
    });
    const { render: made } = await order({ caption_words: true });
    expect(renderCodec.parse(newRenderItem(made)).output.caption_words).toBe(true);
    const files = { presignGet: async (key: string) => `https://example.com/${key}` };
    const result = { video_key: 'v', words_key: 'w', size_bytes: 1, duration_seconds: 1 };
    const { output } = await toRenderAnswer({ ...made, status: 'completed', result }, files, START);
    expect(output).toMatchObject({ caption_words: true, captions: { words_url: 'https://example.com/w' } });
    const { render: without } = await order({ caption_words: false });
    expect(without.output).not.toHaveProperty('caption_words');
  });
});
