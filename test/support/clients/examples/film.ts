import { readFile } from 'node:fs/promises';
import { createVideoClient } from '../../../../lib/client/index.ts';

const video = createVideoClient({
  baseUrl: 'http://localhost:3000/v1',
  credentials: { apiKey: process.env.VIDEO_API_KEY ?? '' },
});

const timeline = await video.post('/timelines', {
  body: { title: 'Tides', resolution: '720p', slides: [{ title: 'High water', speaker_notes: 'Twice a day.' }] },
});
for (const slide of timeline.slides) {
  await video.upload('/timelines/{id}/slides/{sid}/images', await readFile('harbour.jpg'), {
    contentType: 'image/jpeg',
    params: { path: { id: timeline.id, sid: slide.id } },
    fields: { fit: 'contain' },
  });
}

const { id } = await video.post('/renders', { body: { timeline_id: timeline.id } });
const render = await video.waitForRender(id, { onProgress: ({ progress }) => console.log(`${progress} %`) });
console.log(render.output.url);

for await (const each of video.items('/timelines')) console.log(each.title);
