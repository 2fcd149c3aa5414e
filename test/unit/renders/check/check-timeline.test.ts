import { beforeEach, expect, it } from 'vitest';
import type { MeasurableSlide, SlideMeasures } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import { type CheckTimelineDeps, checkTimeline } from '#features/renders/check/check-timeline.ts';
import type { Slide } from '#features/timelines/slide.ts';
import type { Timeline } from '#features/timelines/timeline.ts';
import { memoryArtifactStore } from '#test/support/fakes/artifact-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { START, sampleImage, samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';
import { samplePresenter } from '#test/support/samples/sample-presenter.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

const principal = samplePrincipal({ plan: 'pro' });
const SPEECH = { hash: 'said', key: 'said.wav', duration_seconds: 7.25, sentences: [] };
const FINE: SlideMeasures = { layout: 'section', fits: [], isFooterCut: false, missing: [] };

let measured: string[];
let time: number;
let used: { render_seconds: number; narration_characters: number };
let made: Map<string, typeof SPEECH>;
let deps: CheckTimelineDeps;

beforeEach(() => {
  measured = [];
  time = 0;
  used = { render_seconds: 0, narration_characters: 0 };
  made = new Map();
  const store = memoryTimelineStore();
  deps = {
    store,
    templates: { find: async () => undefined },
    files: memoryFileStore(),
    artifacts: memoryArtifactStore(),
    speech: { findMany: async () => made },
    speechRequiredBySlide: ({ speaker_notes }, { language }) =>
      speaker_notes === '' ? undefined : { hash: 'said', request: { text: speaker_notes, language, speed: 1 } },
    usage: {
      read: async () => ({
        ...used,
        renders: 0,
        running_renders: 0,
        queued_renders: 0,
        timelines: 0,
        stored_bytes: 0,
        speech_bytes: 0,
        open_batches: 0,
        own_templates: 0,
        own_fonts: 0,
      }),
      reserved: async () => ({ render_seconds: 0, narration_characters: 0 }),
    },
    voices: {
      voiceFor: () => 'one',
      voices: () => [{ id: 'one', name: 'One', language: 'en', gender: 'female', variants: [] }],
    },
    encoder: async () => 'encoder',
    codecs: ['h264', 'vp9'],
    measure: async () => async (slide: MeasurableSlide) => {
      measured.push(slide.title);
      return FINE;
    },
    elapsed: () => time,
    clock: () => START,
  };
});

async function check(slides: Slide[], over: Partial<Timeline> = {}, asked: Parameters<typeof checkTimeline>[3] = {}) {
  const timeline = sampleTimeline(slides, { account_id: principal.account_id, ...over });
  await deps.store.insert({ timeline, slides }, { timelines: 9 });
  return checkTimeline(deps, principal, timeline.id, asked);
}
const again = () => checkTimeline(deps, principal, 'tl_1', {});
const spoken = sampleSlide({ title: 'One', speaker_notes: 'x'.repeat(150) });
const silent = sampleSlide({ title: 'Two', duration_seconds: 4 });

it('estimates a video whose speech does not exist', async () => {
  const { estimate, warnings } = await check([spoken, silent]);
  expect(warnings).toEqual([]);
  // 150 characters at 15 a second, with the quiet around them, and 4 s.
  expect(estimate).toEqual({
    duration_seconds: 15,
    motion_seconds: 0,
    render_seconds: 15,
    narration_characters: 150,
    narration_characters_new: 150,
    slides_new: 2,
    fits_plan: true,
  });
});

it('counts speech that exists with its length, and not as new', async () => {
  made.set('said', SPEECH);
  const { estimate } = await check([spoken, silent]);
  // In whole frames.
  expect(estimate.duration_seconds).toBe(Math.round((7.25 + 1 + 4) * 30) / 30);
  expect(estimate).toMatchObject({ narration_characters: 150, narration_characters_new: 0 });
});

it('warns of an empty timeline', async () => {
  const { warnings, estimate } = await check([]);
  expect(warnings).toMatchObject([{ code: 'nothing_to_show', slide_id: null, position: null, param: 'slides' }]);
  expect(estimate).toMatchObject({ duration_seconds: 0, slides_new: 0 });
});

it('warns of a video that is too long, which no plan fits', async () => {
  const { warnings, estimate } = await check(Array.from({ length: 7 }, () => sampleSlide({ duration_seconds: 300 })));
  expect(warnings).toMatchObject([{ code: 'too_long', slide_id: null }]);
  expect(estimate.fits_plan).toBe(false);
});

it('warns of a video that no worker has room for, which no plan fits', async () => {
  const slides = Array.from({ length: 6 }, () =>
    sampleSlide({ title: '', duration_seconds: 300, image: sampleImage(), image_motion: 'zoom_in' }),
  );
  const { warnings, estimate } = await check(slides, {}, { resolution: '2160p' });
  expect(warnings.filter(({ slide_id }) => slide_id === null)).toMatchObject([
    { code: 'too_large', param: 'resolution', message: expect.stringContaining('smaller resolution') },
  ]);
  expect(estimate.fits_plan).toBe(false);
  const { warnings: others } = await checkTimeline(deps, principal, 'tl_1', { resolution: '1080p' });
  expect(others.map(({ code }) => code)).not.toContain('too_large');

  // An image that is on its way will move, too: the render would be refused.
  const from = { fetch: 'if_1', index: 0 };
  const awaited = slides.map(({ image: _, ...slide }) => ({
    ...slide,
    image_request: { from, fit: 'cover', focus: { x: 0.5, y: 0.5 }, alt: '' } as const,
  }));
  const pending = await check(awaited, { id: 'tl_2' }, { resolution: '2160p' });
  expect(pending.warnings.map(({ code }) => code)).toContain('too_large');
  expect(pending.estimate.fits_plan).toBe(false);
});

it('warns of a language that no voice speaks, where something is to be spoken', async () => {
  const { warnings } = await check([spoken], { language: 'tlh' });
  expect(warnings).toMatchObject([{ code: 'language_has_no_voice', param: 'language' }]);
});

it('warns of notes in another language than the voice that reads them', async () => {
  const german =
    'Heute sprechen wir über Äpfel und Birnen, und danach schauen wir uns die Zahlen des letzten Jahres an.';
  const english = 'Today we talk about apples and pears, and after that we look at the figures of last year.';
  const slides = (...notes: string[]) => notes.map((speaker_notes) => sampleSlide({ title: 'T', speaker_notes }));
  const codes = async (id: string, notes: string[], language: string) =>
    (await check(slides(...notes), { id, language })).warnings
      .filter(({ code }) => code === 'language_mismatch')
      .map(({ code, param }) => [code, param]);
  expect(await codes('tl_2', [german, german], 'en')).toEqual([['language_mismatch', 'language']]);
  expect(await codes('tl_3', [english, english, '今日は林檎と梨について話します。'], 'en')).toEqual([
    ['language_mismatch', 'slides[2].speaker_notes'],
  ]);
  expect(await codes('tl_4', [german, 'Ja.', ''], 'de-CH')).toEqual([]);
  expect(await codes('tl_5', ['API REST JSON'], 'de')).toEqual([]);
});

it('says nothing of the language of a silent video', async () => {
  expect((await check([silent], { language: 'tlh' })).warnings).toEqual([]);
});

it('a resolution that the plan does not allow does not fit, and neither does a month that is used', async () => {
  expect((await check([silent], {}, { resolution: '2160p' })).estimate.fits_plan).toBe(false);
  expect((await again()).estimate.fits_plan).toBe(true);
  used.render_seconds = 36_000 - 4;
  expect((await again()).estimate.fits_plan).toBe(true);
  used.render_seconds++;
  expect((await again()).estimate.fits_plan).toBe(false);
});

it('measures a slide once, and another one after an edit', async () => {
  await check([spoken, silent]);
  await again();
  expect(measured).toEqual(['One', 'Two']);
  const loaded = await deps.store.load(principal.account_id, 'tl_1');
  if (!loaded) throw new Error('no timeline');
  const slides = loaded.slides.map((slide) => (slide.title === 'Two' ? { ...slide, title: 'Three' } : slide));
  await deps.store.save({ before: loaded, after: { ...loaded, slides } }, { stored_bytes: 9 });
  await again();
  expect(measured).toEqual(['One', 'Two', 'Three']);
});

it('measures nothing again where another format was looked at in between', async () => {
  await check([spoken, silent]);
  await checkTimeline(deps, principal, 'tl_1', { format: 'portrait' });
  expect(measured).toEqual(['One', 'Two', 'One', 'Two']);
  await again();
  await checkTimeline(deps, principal, 'tl_1', { format: 'portrait' });
  expect(measured).toHaveLength(4);
});

it('keeps the measures of few sizes, those that were asked for last', async () => {
  await check([silent]);
  for (const format of ['portrait', 'square', 'feed'] as const)
    await checkTimeline(deps, principal, 'tl_1', { format });
  await checkTimeline(deps, principal, 'tl_1', { resolution: '480p' });
  expect(measured).toHaveLength(5);
  await checkTimeline(deps, principal, 'tl_1', { format: 'feed' });
  expect(measured).toHaveLength(5);
  await again();
  expect(measured).toHaveLength(6);
});

it('continues at the next request where measuring takes too long', async () => {
  deps.measure = async () => async (slide) => {
    measured.push(slide.title);
    time += 10_000;
    return FINE;
  };
  const slides = Array.from({ length: 20 }, (_, index) => sampleSlide({ title: `Title ${index}` }));
  await expect(check(slides)).rejects.toMatchObject({ code: 'unavailable' });
  const first = measured.length;
  expect(first).toBeLessThan(20);
  for (let tries = 0; tries < 20 && measured.length < 20; tries++) await again().catch(() => undefined);
  expect(await again()).toMatchObject({ warnings: [] });
  expect(measured.sort()).toEqual(slides.map(({ title }) => title).sort());
});

it('fills variables, and warns of those without a value', async () => {
  const slide = sampleSlide({ title: 'Hello {{name}}', duration_seconds: 4 });
  const { warnings } = await check([slide], { variables: { name: null, other: 'x' } });
  expect(warnings).toMatchObject([{ code: 'variable_missing', slide_id: null, param: 'variables.name' }]);
  const filled = await checkTimeline(deps, principal, 'tl_1', { variables: { name: 'Ada' } });
  expect(filled.warnings).toEqual([]);
  expect(measured).toEqual(['Hello {{name}}', 'Hello Ada']);
});

it('warns of names in braces that are not variables', async () => {
  const slide = sampleSlide({ title: 'Hello {{nmae}}', duration_seconds: 4 });
  const { warnings } = await check([slide], { title: 'For {{Name}}', variables: { name: 'Ada' } });
  expect(warnings).toMatchObject([
    { code: 'variable_unknown_in_text', slide_id: null, position: null, param: 'title' },
    { code: 'variable_unknown_in_text', slide_id: slide.id, position: 0, param: 'slides[0].title' },
  ]);
});

it('another account finds nothing', async () => {
  await check([silent]);
  const other = checkTimeline(deps, samplePrincipal(), 'tl_1', {});
  await expect(other).rejects.toMatchObject({ code: 'timeline_not_found' });
});

it('names voices that the engine does not have', async () => {
  const known = new Set(['one', 'two']);
  deps.voices = { ...deps.voices, voiceFor: (_, voice = 'one') => (known.has(voice) ? voice : undefined) };
  const dialogue = sampleSlide({
    title: 'Three',
    voice: 'gone',
    speaker_notes:
      '<speak>A <voice name="Anna">b</voice> <voice name="missing">c</voice> <voice name="two">d</voice></speak>',
  });
  const speakers = { Anna: { voice: 'two' }, Ben: { voice: 'lost' } };
  const { warnings } = await check([silent, dialogue], { voice: 'old', speakers });
  expect(warnings.map(({ code, param, position }) => [code, param, position])).toEqual([
    ['voice_unknown', 'voice', null],
    ['voice_unknown', 'speakers.Ben.voice', null],
    ['voice_unknown', 'slides[1].voice', 1],
    ['voice_unknown', 'slides[1].speaker_notes', 1],
  ]);
  expect(warnings[3]?.message).toContain('<voice name="missing">');
});

it('names brackets in notes that are not directions', async () => {
  const marked = sampleSlide({ title: 'M', speaker_notes: 'One [[shwo]] two [smile] three [[show]] [pause: 1] four.' });
  const { warnings } = await check([silent, marked]);
  expect(warnings.map(({ code, param }) => [code, param])).toEqual([
    ['mark_unknown', 'slides[1].speaker_notes'],
    ['brackets_spoken', 'slides[1].speaker_notes'],
  ]);
  expect(warnings.map(({ message }) => message).join(' ')).toMatch(/\[\[shwo\]\].*\[smile\]/);
  const other = { id: 'tl_2', narration_source: 'slide' as const };
  const timeline = sampleTimeline([marked], { account_id: principal.account_id, ...other });
  await deps.store.insert({ timeline, slides: [marked] }, { timelines: 9 });
  expect((await checkTimeline(deps, principal, 'tl_2', {})).warnings).toEqual([]);
});

it('says once where and why backgrounds stand still, for the render that is asked of', async () => {
  const callout = { kind: 'box', area: { x: 0.1, y: 0.1, width: 0.1, height: 0.1 }, at: { seconds: 0 } } as const;
  const slides = ['One', 'Two', 'Three'].map((title) => sampleSlide({ title, duration_seconds: 5 }));
  const [plain, presented, called] = slides;
  if (!plain || !presented || !called) throw new Error('there are three slides');
  presented.presenter = samplePresenter();
  called.callouts = [callout];
  const still = async (asked: Parameters<typeof checkTimeline>[3], id = 'tl_1') =>
    (await checkTimeline(deps, principal, id, asked)).warnings.filter(({ code }) => code === 'background_still');
  const { warnings, estimate } = await check(slides, { template_id: 'aurora', motion: 'calm' });
  expect(warnings.filter(({ code }) => code === 'background_still')).toEqual([
    {
      ...{ slide_id: null, position: null, code: 'background_still', param: null },
      message: expect.stringMatching(/^The background of slide 2 could move, .*A presenter is on slide 2:/),
    },
  ]);
  const [vp9] = await still({ codec: 'vp9', captions: 'burned_in' });
  expect(vp9?.message).toMatch(
    /^The background of slides 1, 2 and 3 could .*In VP9 .*H\.264.*`captions: sidecar`.*A presenter is on slide 2:/,
  );
  expect(vp9?.message).not.toContain('Callouts');
  const inVp9 = await checkTimeline(deps, principal, 'tl_1', { codec: 'vp9' });
  expect(inVp9.estimate.motion_seconds).toBeLessThan(estimate.motion_seconds - 5);
  // Discs stand still under callouts, lights do not; without motion, and without anything that could move, nothing is said.
  await check(slides, { id: 'tl_2', template_id: 'playful', motion: 'calm' });
  expect((await still({}, 'tl_2'))[0]?.message).toMatch(/slides 2 and 3 .*on slide 2:.*Callouts are on slide 3:/);
  await check(slides, { id: 'tl_3', template_id: 'aurora' });
  expect(await still({ codec: 'vp9' }, 'tl_3')).toEqual([]);
  await check(slides, { id: 'tl_4', template_id: 'plain', motion: 'calm' });
  expect(await still({ codec: 'vp9' }, 'tl_4')).toEqual([]);
});

it('names no background that would stand still in the render that it advises, too', async () => {
  const still = async (slides: Slide[], over: Partial<Timeline> = {}) => {
    const { warnings } = await check(slides, { template_id: 'midnight', motion: 'calm', ...over }, { codec: 'vp9' });
    return warnings.filter(({ code }) => code === 'background_still').map(({ message }) => message.slice(0, 35));
  };
  const points = { bullet_points: ['One', 'Two', 'Three'] };
  // The photograph grows while the points appear, for which the lights stand.
  const grows = sampleSlide({ ...points, layout: 'image_right', image: sampleImage(), duration_seconds: 9 });
  expect(await still([grows, { ...grows, presenter: samplePresenter() }])).toEqual([]);
  // Nothing stands for 3.4 s, or the presenter says too little.
  const short = sampleSlide({ ...points, duration_seconds: 6 });
  const said = sampleSlide({ presenter: samplePresenter({ part: { from: 0, to: 3 } }) });
  expect(await still([short, said], { id: 'tl_2' })).toEqual([]);
  // The video fills the slide when it is there.
  const video = {
    volume: 1,
    muted: false,
    loop: false,
    plays: 'with_slide',
    place: 'full',
    from: { fetch: 'f', index: 0 },
  } as const;
  expect(await still([sampleSlide({ duration_seconds: 9, video_request: video })], { id: 'tl_3' })).toEqual([]);
  const stands = sampleSlide({ duration_seconds: 4 });
  const intro = sampleVideo();
  expect(await still([short, stands, said, stands], { id: 'tl_4', intro })).toEqual([
    'The background of slides 2 and 4 co',
  ]);
});

it('lays slides out with room for captions that are drawn into the picture, and counts the codec for the plan', async () => {
  const rooms: boolean[] = [];
  deps.measure = async () => async (_, __, ___, options) => {
    rooms.push(options?.captioned !== undefined);
    return FINE;
  };
  await check([silent]);
  await checkTimeline(deps, principal, 'tl_1', { captions: 'burned_in' });
  await checkTimeline(deps, principal, 'tl_1', { captions: 'burned_in' });
  await again();
  expect(rooms).toEqual([false, true]);
  expect((await checkTimeline(deps, principal, 'tl_1', { codec: 'vp9' })).estimate.fits_plan).toBe(true);
  expect((await checkTimeline(deps, principal, 'tl_1', { codec: 'h265' })).estimate.fits_plan).toBe(false);
  const largest = { ...principal, plan: 'max' } as const;
  const fits = async (codec: 'vp9' | 'h265') =>
    (await checkTimeline(deps, largest, 'tl_1', { codec })).estimate.fits_plan;
  // The plan has both; this service offers one of them.
  expect([await fits('vp9'), await fits('h265')]).toEqual([true, false]);
});
