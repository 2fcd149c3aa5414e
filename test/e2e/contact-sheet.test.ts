import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, got } from '#test/support/service/start-service.ts';

const service = sharedService();

async function sheetOf(client: Client, id: string, query = '') {
  const response = await fetch(`${service.stack.baseUrl}/timelines/${id}/contact-sheet${query}`, {
    headers: { 'x-api-key': client.apiKey },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  return Buffer.from(await response.arrayBuffer());
}

it('a contact sheet shows all slides, and the same again from what was drawn', async () => {
  const client = await service.account('pro');
  const slides = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) => ({ title }));
  const { id } = got(await client.api.POST('/timelines', { body: { title: 'Sheet', resolution: '480p', slides } }));
  const sheet = await sheetOf(client, id, '?columns=2&width=400');
  const { format, width, height } = await sharp(sheet).metadata();
  expect([format, width, height]).toEqual(['png', 400, 3 * (110 + 3) + 3]);
  /** The colours of a part of the third row. */
  const colorsAt = async (left: number) => {
    const part = await sharp(sheet).extract({ left, top: 240, width: 150, height: 80 }).raw().toBuffer();
    return new Set(Array.from({ length: part.length / 3 }, (_, at) => part.toString('hex', 3 * at, 3 * at + 3)));
  };
  expect((await colorsAt(20)).size).toBeGreaterThan(1);
  // The last place is free.
  expect((await colorsAt(220)).size).toBe(1);
  expect((await sheetOf(client, id, '?columns=2&width=400')).equals(sheet)).toBe(true);
});

it('a contact sheet of an empty timeline is refused', async () => {
  const client = await service.account('pro');
  const { id } = got(await client.api.POST('/timelines', { body: { title: 'Empty' } }));
  const { status, body } = await client.call<ErrorBody>('GET', `/timelines/${id}/contact-sheet`);
  expect([status, body.error.code]).toEqual([422, 'timeline_empty']);
});
