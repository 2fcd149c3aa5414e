import { beforeEach, describe, expect, it } from 'vitest';
import { type CreateRenderDeps, createRender } from '../../../lib/renders/create-render.ts';
import type { Render } from '../../../lib/renders/render.ts';
import type { Slide } from '../../../lib/timelines/slide.ts';
import { notesHash, type UploadedAudio } from '../../../lib/timelines/slide-audio.ts';
import { START, samplePrincipal, sampleSlide, sampleTimeline } from '../../support/samples/entities.ts';

const principal = samplePrincipal({ plan: 'pro' });
let slides: Slide[];
let inserted: Render[];

const unused = async (): Promise<never> => {
  throw new Error('not used here');
};

const deps: Parameters<typeof createRender>[0] = {
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
    insert: async (render: Render) => {
      inserted.push(render);
      return 'inserted';
    },
  } as Partial<CreateRenderDeps['renders']> as CreateRenderDeps['renders'],
  files: { putBytes: async () => undefined } as Partial<CreateRenderDeps['files']> as CreateRenderDeps['files'],
  queue: { send: async () => undefined },
  clock: () => START,
  availableCodecs: async () => ['h264'],
  prepareReceiver: unused,
};

beforeEach(() => {
  inserted = [];
});

const recording: UploadedAudio = {
  account_id: principal.account_id,
  timeline_id: 'tl_1',
  slide_id: 'sl_1',
  job: 'j',
  source: 'uploaded',
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
const render = (narration: Render['narration']) =>
  createRender(deps, principal, {
    timeline_id: 'tl_1',
    output: { codec: 'h264', fps: 30, quality: 'standard', captions: 'sidecar' },
    narration,
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
