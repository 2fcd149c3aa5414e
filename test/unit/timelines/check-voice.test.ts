import { describe, expect, it } from 'vitest';
import { commandIdentity } from '#engine/speech/engines/command-identity.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { pollyIdentity } from '#engine/speech/engines/polly-identity.ts';
import type { VoiceCatalog } from '#engine/speech/voice-catalog.ts';
import { createTimelineContract, updateTimelineContract } from '#features/timelines/contract.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { handClock, samplePrincipal } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();
const store = memoryTimelineStore();
const depsWith = (voices: VoiceCatalog) => ({
  store,
  files: { presignGet: async () => '' },
  clock: handClock().clock,
  backoff: async () => undefined,
  voices,
  templates: noOwnTemplates,
  imageFetches: noImageFetches,
});
const create = (body: object, voices: VoiceCatalog = espeakIdentity) =>
  createTimeline(depsWith(voices), principal, createTimelineContract.body?.parse({ title: 'Deck', ...body }) as never);
const update = (id: string, body: object) =>
  updateTimeline(depsWith(espeakIdentity), principal, id, updateTimelineContract.body?.parse(body) as never);
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ServiceError ? [error.code, error.details.param, error.message] : error),
  );

const command = commandIdentity({
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
});
