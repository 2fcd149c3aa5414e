import { describe, expect, it } from 'vitest';
import { commandEngineIdentity } from '#engine/speech/engines/command-identity.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { pollyIdentity } from '#engine/speech/engines/polly-identity.ts';
import type { VoiceCatalogWithSpeedSupport } from '#features/timelines/check-voice.ts';
import { createTimelineContract, slideInputSchema, updateTimelineContract } from '#features/timelines/contract.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { createSlide, updateSlide } from '#features/timelines/edit-slides.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { handClock, samplePrincipal } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();
const store = memoryTimelineStore();
const depsWith = (voices: VoiceCatalogWithSpeedSupport) => ({
  store,
  files: { presignGet: async () => '' },
  clock: handClock().clock,
  backoff: async () => undefined,
  voices,
  templates: noOwnTemplates,
  imageFetches: noImageFetches,
});
const create = (body: object, voices: VoiceCatalogWithSpeedSupport = espeakIdentity) =>
  createTimeline(depsWith(voices), principal, createTimelineContract.body?.parse({ title: 'Deck', ...body }) as never);
const update = (id: string, body: object) =>
  updateTimeline(depsWith(espeakIdentity), principal, id, updateTimelineContract.body?.parse(body) as never);
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ServiceError ? [error.code, error.details.param, error.message] : error),
  );

const command = commandEngineIdentity({
  command: [process.execPath],
  voices: [{ id: 'amy', language: 'en-US', args: [] }],
  sampleRate: 22_050,
  version: '1',
  environment: {},
});

describe('the voice of a timeline', () => {
  it.each([
    ['espeak-ng', espeakIdentity, 'en', ['en-us', 'en-029', 'en-gb']],
    ['Amazon Polly', pollyIdentity, 'de', ['Vicki', 'Daniel', 'Hannah']],
  ])('that %s does not have is refused with voices of the language', async (_, voices, language, named) => {
    const list = named.map((id) => `"${id}"`).join(', ');
    expect(await refusal(create({ voice: 'nobody', language }, voices))).toEqual([
      'validation_failed',
      'voice',
      `voice: There is no such voice; voices for "${language}": ${list}. GET /voices lists all voices.`,
    ]);
  });

  it("is one of the operator's own where a program narrates", async () => {
    expect((await create({ voice: 'amy' }, command)).timeline.voice).toBe('amy');
    expect(await refusal(create({ voice: 'en-us' }, command))).toEqual([
      'validation_failed',
      'voice',
      'voice: There is no such voice; a voice for "en": "amy". GET /voices lists all voices.',
    ]);
    expect(await refusal(create({ voice: 'bob', language: 'de' }, command))).toEqual([
      'validation_failed',
      'voice',
      'voice: There is no such voice; GET /voices lists all voices.',
    ]);
  });

  it('may have a variant, be of another language, and be left to the engine', async () => {
    for (const voice of ['en-us+f2', 'de', null, undefined])
      expect((await create({ voice })).timeline.voice).toBe(voice ?? undefined);
  });

  it('is checked again when it changes, by the language that the timeline then has', async () => {
    const { timeline } = await create({ voice: 'en-gb' });
    const change = update(timeline.id, { voice: 'nobody', language: 'fr' });
    expect(await refusal(change)).toEqual(['validation_failed', 'voice', expect.stringContaining('"fr-fr"')]);
    expect(await refusal(update(timeline.id, { voice: 'nobody' }))).toEqual([
      'validation_failed',
      'voice',
      expect.stringContaining('voices for "en"'),
    ]);
    expect((await update(timeline.id, { title: 'Other' })).timeline.voice).toBe('en-gb');
    expect((await update(timeline.id, { voice: null })).timeline.voice).toBeUndefined();
  });

  it('may have another speed, which is refused where its program has one pace only', async () => {
    expect((await create({ speed: 0.8 })).timeline.speed).toBe(0.8);
    expect(createTimelineContract.body?.safeParse({ title: 'x', speed: 2.1 }).success).toBe(false);
    expect((await create({ speed: 1 }, command)).timeline.speed).toBeUndefined();
    expect(await refusal(create({ speed: 1.2 }, command))).toEqual([
      'validation_failed',
      'speed',
      'speed: This voice supports speed 1 only.',
    ]);
  });
});

describe('the voices of slides and speakers', () => {
  it('that do not exist are refused with their places', async () => {
    const speakers = { Anna: { voice: 'en-gb' }, Ben: { voice: 'nobody' } };
    const slides = [{ title: 'A' }, { title: 'B', voice: 'none', speed: 1 }];
    const both = create({ speakers, slides }).catch((error: unknown) => error);
    expect(((await both) as ServiceError).details.faults?.map(({ param }) => param)).toEqual([
      'speakers.Ben.voice',
      'slides[1].voice',
    ]);
    expect(await refusal(create({ slides: [{ speed: 1.5 }] }, command))).toEqual([
      'validation_failed',
      'slides[0].speed',
      'slides[0].speed: This voice supports speed 1 only.',
    ]);
  });

  it('are checked when a slide or its timeline changes', async () => {
    const { timeline, slides } = await create({ slides: [{ title: 'A', voice: 'en-gb', speed: 1.5 }] });
    const place = { id: timeline.id, sid: slides[0]?.id ?? '' };
    const deps = depsWith(espeakIdentity);
    expect(await refusal(updateSlide(deps, principal, place, { voice: 'nobody' }))).toMatchObject([
      'validation_failed',
      'voice',
      expect.stringContaining('"en-us"'),
    ]);
    expect(
      await refusal(createSlide(deps, principal, timeline.id, slideInputSchema.parse({ voice: 'nobody' }))),
    ).toMatchObject(['validation_failed', 'voice', expect.stringContaining('"en-us"')]);
    expect(await refusal(update(timeline.id, { slides: [{ id: place.sid, voice: 'nobody' }] }))).toMatchObject([
      'validation_failed',
      'slides[0].voice',
      expect.anything(),
    ]);
    const { slide } = await updateSlide(deps, principal, place, { voice: null });
    expect(slide).toMatchObject({ speed: 1.5, voice: undefined });
  });

  it.each<[string, object, string]>([
    ['nine speakers', Object.fromEntries([...'abcdefghi'].map((name) => [name, { voice: 'de' }])), 'at most 8'],
    ['two of one name', { Anna: { voice: 'de' }, ANNA: { voice: 'fr' } }, 'the same name'],
    ['a name with a colon', { 'A:': { voice: 'de' } }, 'letters and digits'],
    ['no voice', { A: {} }, 'voice'],
    ['a speed beyond 2', { A: { voice: 'de', speed: 3 } }, '2'],
  ])('are refused: %s', (_, speakers, words) => {
    const { error } = createTimelineContract.body?.safeParse({ title: 'x', speakers }) ?? {};
    expect(JSON.stringify(error?.issues)).toContain(words);
  });
});
