import { describe, expect, it } from 'vitest';
import { createVideoClient } from '#front/client/index.ts';
import { sharedService } from '#test/support/service/shared-service.ts';

const service = sharedService();

describe('the TypeScript client', () => {
  it('goes through the pages of a list; test/e2e/guide-blocks.test.ts makes a video with an image by the program of its README', async () => {
    const { apiKey } = await service.account('pro');
    const video = createVideoClient({ baseUrl: service.stack.baseUrl, credentials: { apiKey } });
    for (const title of ['Tides', 'Ebb']) await video.post('/timelines', { body: { title } });
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
