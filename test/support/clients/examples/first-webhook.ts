import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createVideoClient, verifiedEvent } from '#front/client/index.ts';

const video = createVideoClient({
  baseUrl: 'http://localhost:3000/v1',
  credentials: { apiKey: process.env.VIDEO_API_KEY ?? '' },
});
const webhook = await video.post('/webhooks', {
  body: { url: 'http://localhost:8000', events: ['render.completed'] },
});
const secret = webhook.signing_secret; // shown this once
const server = createServer(async (request, response) => {
  try {
    const event = verifiedEvent(request.headers, await buffer(request), secret);
    console.log(event.event, event.data.status);
    response.writeHead(204).end();
  } catch (error) {
    console.log(error);
    response.writeHead(400).end();
  }
});
server.listen(8000, '127.0.0.1');
const params = { path: { id: webhook.id } };
try {
  const test = await video.post('/webhooks/{id}/test', { params, body: { event: 'render.completed' } });
  console.log(test.delivery.status);
} finally {
  await video.delete('/webhooks/{id}', { params });
  server.close();
}
