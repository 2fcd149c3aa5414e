import type { Principal } from '#features/accounts/account.ts';
import { type Batch, MAX_BATCH_ROW_WAIT_SECONDS } from '#features/renders/batches/batch.ts';
import type { Render } from '#features/renders/render.ts';
import type { RenderTask } from '#features/renders/render-task.ts';
import type { SlideInput } from '#features/timelines/contract.ts';
import type { Slide } from '#features/timelines/slide.ts';
import type { SlideImage } from '#features/timelines/slide-image.ts';
import type { Timeline } from '#features/timelines/timeline.ts';
import type { Webhook } from '#features/webhooks/webhook.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';

/** The time at which a test starts, unless it says otherwise. */
export const START = new Date('2026-03-04T05:06:07.890Z');

export const secondsAfter = (seconds: number, from: Date = START): Date => new Date(from.getTime() + seconds * 1000);

/** A clock that stands still until it is moved. */
export function handClock(from: Date = START) {
  let now = from;
  return {
    clock: () => now,
    pass: (seconds: number) => {
      now = secondsAfter(seconds, now);
    },
  };
}

export const samplePrincipal = (over: Partial<Principal> = {}): Principal => ({
  account_id: newId('account'),
  plan: 'max',
  method: 'api_key',
  scope: 'write',
  key_id: newId('key'),
  ...over,
});

const SAMPLE_CONTENT = {
  title: 'Tides',
  bullet_points: [],
  speaker_notes: '',
  layout: 'auto',
  build: 'none',
  image_motion: 'none',
  cut_speech: false,
} as const;

export const sampleInput = (over: Partial<SlideInput> = {}): SlideInput => ({
  ...SAMPLE_CONTENT,
  bullet_points: [],
  bullet_style: 'bullet',
  build_style: null,
  markup: 'none',
  ...over,
});

export const sampleSlide = (over: Partial<Slide> = {}): Slide => ({
  ...SAMPLE_CONTENT,
  bullet_points: [],
  duration_seconds: undefined,
  transition: undefined,
  id: newId('slide'),
  rev: createOpaqueToken(),
  timeline_id: 'tl_01JAAAAAAAAAAAAAAAAAAAAAAA',
  created_at: START.toISOString(),
  updated_at: START.toISOString(),
  ...over,
});

/** The image of a slide, as its item has it; its file is not there. */
export const sampleImage = (over: Partial<SlideImage> = {}): SlideImage => ({
  key: 'image.png',
  sha256: 'ab',
  width: 1600,
  height: 900,
  content_type: 'image/png',
  size_bytes: 1,
  fit: 'cover',
  focus: { x: 0.5, y: 0.5 },
  alt: '',
  ...over,
});

export const sampleTimeline = (slides: readonly Slide[] = [], over: Partial<Timeline> = {}): Timeline => ({
  id: 'tl_1',
  account_id: 'acc',
  title: 'Deck',
  format: 'landscape',
  resolution: '1080p',
  template_id: 'plain',
  language: 'en',
  transition: { type: 'none', duration_seconds: 0 },
  metadata: {},
  slides: slides.map(({ id, rev }) => ({ id, rev })),
  version: 1,
  duration_seconds: 0,
  created_at: START.toISOString(),
  updated_at: START.toISOString(),
  ...over,
});

export const sampleRender = (over: Partial<Render> = {}): Render => ({
  id: newId('render'),
  account_id: 'acc_01JAAAAAAAAAAAAAAAAAAAAAAA',
  timeline_id: 'tl_01JAAAAAAAAAAAAAAAAAAAAAAA',
  timeline_version: 1,
  status: 'queued',
  progress: 0,
  stage: 'queued',
  output: {
    resolution: '1080p',
    format: 'landscape',
    codec: 'h264',
    fps: 30,
    quality: 'standard',
    captions: 'sidecar',
    width: 1920,
    height: 1080,
  },
  narration: 'auto',
  snapshot_key: 'snapshot.json',
  slides_total: 3,
  slides_reused: 0,
  slides_rendered: 0,
  epoch: 1,
  max_seconds: 1800,
  metadata: {},
  created_at: START.toISOString(),
  deadline: secondsAfter(7200).toISOString(),
  ...over,
});

/** For renders that need nothing of their month. */
export const sampleBatch = (over: Partial<Batch> = {}): Batch => ({
  id: newId('batch', START),
  account_id: 'acc_1',
  plan: 'max',
  timeline_id: 'tl_1',
  timeline_version: 1,
  status: 'running',
  output: sampleRender().output,
  narration: 'none',
  total: 3,
  begun: 0,
  running: 0,
  completed: 0,
  failed: 0,
  canceled: 0,
  created_at: START.toISOString(),
  begins_until: secondsAfter(MAX_BATCH_ROW_WAIT_SECONDS).toISOString(),
  ...over,
});

export const NOTHING_RESERVED = { render_seconds: 0, narration_characters: 0 };

export const sampleTask = (
  render: Pick<Render, 'account_id' | 'id' | 'epoch'>,
  over: Partial<RenderTask> = {},
): RenderTask => ({
  account_id: render.account_id,
  render_id: render.id,
  epoch: render.epoch,
  kind: 'prepare',
  index: 0,
  state: 'pending',
  attempt: 0,
  enqueued_at: START.toISOString(),
  ...over,
});

export const sampleWebhook = (over: Partial<Webhook> = {}): Webhook => ({
  id: newId('webhook'),
  account_id: 'acc_01JAAAAAAAAAAAAAAAAAAAAAAA',
  url: 'https://hooks.example.com/render',
  events: ['render.completed'],
  description: '',
  status: 'active',
  secret: 'sealed',
  created_at: START.toISOString(),
  ...over,
});
