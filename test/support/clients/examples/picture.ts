import { readFile } from 'node:fs/promises';
import { createVideoClient } from '#front/client/index.ts';

const video = createVideoClient({
  baseUrl: 'http://localhost:3000/v1',
  credentials: { apiKey: process.env.VIDEO_API_KEY ?? '' },
});

const timeline = await video.post('/timelines', { body: { title: 'Harbour', slides: [{ title: 'At dawn' }] } });
for (const slide of timeline.slides) {
  await video.upload('/timelines/{id}/slides/{sid}/images', await readFile('harbour.jpg'), {
    contentType: 'image/jpeg',
    params: { path: { id: timeline.id, sid: slide.id } },
    fields: { fit: 'contain' },
  });
}
for await (const each of video.items('/timelines')) console.log(each.title);
