import { writeFile } from 'node:fs/promises';
import { createVideoClient } from '#front/client/index.ts';

const video = createVideoClient({
  baseUrl: 'http://localhost:3000/v1',
  credentials: { apiKey: process.env.VIDEO_API_KEY ?? '' },
});

const { id } = await video.post('/renders', {
  body: { timeline: { title: 'Tides', slides: [{ title: 'High water', bullet_points: ['Twice a day'] }] } },
});
const render = await video.waitForRender(id, { onProgress: ({ progress }) => console.log(`${progress} %`) });
if (render.output.url === null) throw new Error(render.error?.message);
const file = await fetch(render.output.url);
await writeFile('tides.mp4', Buffer.from(await file.arrayBuffer()));
