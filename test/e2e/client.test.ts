import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createVideoClient } from '../../lib/client/index.ts';
import { sharedService } from '../support/service/shared-service.ts';

const service = sharedService();

describe('the TypeScript client', () => {
  it('goes from slides and an image to a film, and finds it in a list', async () => {
    const { apiKey } = await service.account('pro');
    const { baseUrl } = service.stack;
    const video = createVideoClient({ baseUrl, credentials: { apiKey } });
    const timeline = await video.post('/timelines', {
      body: { title: 'Tides', resolution: '480p', slides: [{ title: 'High water', duration_seconds: 1 }] },
    });
    const [slide] = timeline.slides;
    if (!slide) throw new Error('there is no slide');
    const image = await openAsBlob(fileURLToPath(new URL('../fixtures/deck/lighthouse.jpg', import.meta.url)));
    const shown = await video.upload('/timelines/{id}/slides/{sid}/images', image, {
      contentType: 'image/jpeg',
      params: { path: { id: timeline.id, sid: slide.id } },
      fields: { fit: 'contain' },
    });
    expect(shown.image).toMatchObject({ fit: 'contain' });

    const { id } = await video.post('/renders', { body: { timeline_id: timeline.id } });
    const progress: number[] = [];
    const render = await video.waitForRender(id, { onProgress: (answer) => progress.push(answer.progress) });
    expect([render.status, progress.at(-1)]).toEqual(['completed', 100]);
    const film = await fetch(render.output.url ?? '');
    expect(film.headers.get('content-type')).toBe('video/mp4');
    expect((await film.arrayBuffer()).byteLength).toBeGreaterThan(1000);

    await video.post('/timelines', { body: { title: 'Ebb' } });
    const titles: string[] = [];
    for await (const { title } of video.items('/timelines', { query: { limit: 1 } })) titles.push(title);
    expect(titles).toEqual(['Ebb', 'Tides']);
  });

  it('throws what the service refuses, with code and field', async () => {
    const { apiKey } = await service.account('pro');
    const video = createVideoClient({ baseUrl: service.stack.baseUrl, credentials: { apiKey } });
    await expect(video.get('/renders/{id}', { params: { path: { id: 'rn_none' } } })).rejects.toMatchObject({
      status: 404,
      code: 'render_not_found',
    });
    await expect(video.post('/timelines', { body: { title: 'x'.repeat(1000) } })).rejects.toMatchObject({
      code: 'validation_failed',
      param: 'title',
    });
  });
});
