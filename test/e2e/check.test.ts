import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { importAnswerSchema } from '#features/imports/contract.ts';
import type { Schemas } from '#front/client/client.ts';
import { isWhole } from '#test/support/depth.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, ended, got, until } from '#test/support/service/start-service.ts';

const service = sharedService();

const SLIDES: Schemas['SlideInput'][] = [
  { title: 'Welcome', speaker_notes: 'Welcome. Today we look at three numbers, and at what follows from them.' },
  { title: 'Too much', bullet_points: Array.from({ length: 12 }, (_, i) => `Point ${i}: ${'more words '.repeat(26)}`) },
  { title: '', duration_seconds: 2 },
  { title: 'Cut short', speaker_notes: 'This is more than a second of words.', duration_seconds: 1, cut_speech: true },
];

async function checked(client: Client, id: string, query: { resolution?: '720p'; format?: 'portrait' } = {}) {
  return got(await client.api.GET('/timelines/{id}/check', { params: { path: { id }, query } }));
}

it('a check names what is wrong, and foretells the render exactly once all is narrated', async () => {
  const client = await service.account('pro');
  const { id, slides } = got(
    await client.api.POST('/timelines', { body: { title: 'Check', resolution: '480p', slides: SLIDES } }),
  );
  const before = await checked(client, id);
  expect(before.warnings.map(({ code, slide_id, param }) => [code, slide_id, param])).toEqual([
    ['text_shrunk', slides[1]?.id, 'slides[1].bullet_points'],
    ['text_small', slides[1]?.id, 'slides[1]'],
    ['nothing_to_show', slides[2]?.id, 'slides[2]'],
    ['speech_cut', slides[3]?.id, 'slides[3].duration_seconds'],
  ]);
  const { narration_characters } = before.estimate;
  expect(narration_characters).toBeGreaterThan(100);
  expect(before.estimate).toMatchObject({
    narration_characters_new: narration_characters,
    slides_new: 4,
    fits_plan: true,
  });
  // It changed nothing.
  const { version } = got(await client.api.GET('/timelines/{id}', { params: { path: { id } } }));
  expect(version).toBe(1);

  const begun = got(await client.api.POST('/renders', { body: { timeline_id: id } }));
  const render = await ended(client, begun.id);
  expect(render.status).toBe('completed');
  const after = await checked(client, id);
  expect(after.warnings).toEqual(before.warnings.map((warning) => ({ ...warning, message: expect.any(String) })));
  expect(after.estimate).toEqual({
    duration_seconds: render.output.duration_seconds,
    render_seconds: expect.closeTo(render.output.duration_seconds ?? 0, 3),
    narration_characters,
    narration_characters_new: 0,
    slides_new: 0,
    motion_seconds: render.motion_seconds,
    fits_plan: true,
  });
});

it('a check can be asked of another resolution or format', async () => {
  const client = await service.account('pro');
  const { id } = got(
    await client.api.POST('/timelines', { body: { title: 'Check', resolution: '480p', slides: [{ title: 'One' }] } }),
  );
  expect((await checked(client, id, { resolution: '720p', format: 'portrait' })).warnings).toEqual([]);
  const tooLarge = await client.call<Schemas['TimelineCheck']>('GET', `/timelines/${id}/check?resolution=2160p`);
  expect(tooLarge.body.estimate.fits_plan).toBe(false);
});

it('a check of an empty timeline says that there is nothing to show', async () => {
  const client = await service.account('pro');
  const { id } = got(await client.api.POST('/timelines', { body: { title: 'Empty' } }));
  const { warnings } = await checked(client, id);
  expect(warnings).toMatchObject([{ code: 'nothing_to_show', slide_id: null, position: null }]);
});

/** The slides of the demo's deck before its first `---`, with fades: points one by one, a picture. */
const deckStart = (): string => {
  const [, settings = '', slides = ''] = readFileSync(
    join(import.meta.dirname, '../fixtures/deck/deck.md'),
    'utf8',
  ).split(/^---$/m);
  return `---${settings}transition: fade:0.4\n---${slides}`;
};

it.runIf(isWhole)(
  'a check of an imported deck with fades and builds foretells its video, once it is narrated',
  async () => {
    const client = await service.account('pro');
    const response = await fetch(`${service.stack.baseUrl}/timelines/import?resolution=480p`, {
      method: 'POST',
      headers: { 'x-api-key': client.apiKey, 'content-type': 'text/markdown' },
      body: deckStart(),
    });
    const { id: importId } = (await response.json()) as { id: string };
    const { timeline_id } = await until(
      async () => (await client.call<z.output<typeof importAnswerSchema>>('GET', `/imports/${importId}`)).body,
      ({ status }) => status === 'completed' || status === 'failed',
      60,
    );
    const id = timeline_id ?? '';
    const { slides, transition } = got(await client.api.GET('/timelines/{id}', { params: { path: { id } } }));
    expect([slides.length, slides[1]?.build, transition?.type]).toEqual([3, 'by_bullet', 'fade']);
    const { warnings } = await checked(client, id);
    expect(warnings.filter(({ code }) => code.startsWith('text_'))).toEqual([]);
    const begun = got(await client.api.POST('/renders', { body: { timeline_id: id } }));
    const { output, status } = await ended(client, begun.id);
    expect(status).toBe('completed');
    const { estimate } = await checked(client, id);
    expect(estimate.duration_seconds).toBe(output.duration_seconds);
    expect(estimate).toMatchObject({ narration_characters_new: 0, slides_new: 0 });
  },
);
