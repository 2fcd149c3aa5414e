import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { DECK_FORMATS } from '#engine/deck-reading/deck-formats.ts';
import type { templateAnswerSchema } from '#features/templates/contract.ts';
import { makePptx, textShape } from '#test/support/decks/pptx.ts';
import { ON_LAYOUT, themeParts } from '#test/support/decks/themed.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import type { Client, ErrorBody } from '#test/support/service/start-service.ts';
import { uploadFile } from '#test/support/service/upload-file.ts';

type TemplateBody = z.output<typeof templateAnswerSchema>;

const service = sharedService();
let client: Client;
let logo: Buffer;

beforeAll(async () => {
  client = await service.account('pro');
  const red = { create: { width: 100, height: 100, channels: 4, background: '#e4572e' } } as const;
  logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#00000000' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
});

const noteOf = ({ sources }: TemplateBody, field: string) => sources?.find((source) => source.field === field);
const usage = async () =>
  (await client.ok<{ usage: { own_templates: number; stored_bytes: number } }>('GET', '/entitlements')).usage;

describe('POST /templates/from', () => {
  it('makes a template of a logo: its colours, its file, its contrast and a few previews, once for a repeated request', async () => {
    const before = await usage();
    const upload_id = await uploadFile(client, '/uploads', 'image/png', logo);
    const body = { image: { upload_id }, name: 'Acme', logo_place: 'top_left' };
    const headers = { 'idempotency-key': 'from-a-logo' };
    const first = await client.call<TemplateBody>('POST', '/templates/from', body, headers);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const made = first.body;
    expect(made).toMatchObject({
      ...{ kind: 'own', name: 'Acme', base: 'plain', version: 1, logo_place: 'top_left', logo_on: 'all' },
      ...{ colors: { background: '#ffffff' }, logo: { width: 300, height: 100 } },
    });
    expect(made.contrast?.every(({ ratio, passes }) => passes && ratio >= 4.5)).toBe(true);
    expect(noteOf(made, 'colors.accent')).toMatchObject({ value: made.colors?.accent, found: '#e4572e' });
    expect(made.previews.length).toBeGreaterThan(0);
    const again = await client.call<TemplateBody>('POST', '/templates/from', body, headers);
    expect(again.body.id).toBe(made.id);
    const after = await usage();
    expect(after).toMatchObject({
      own_templates: before.own_templates + 1,
      stored_bytes: before.stored_bytes + (made.logo?.size_bytes ?? 0),
    });

    const slides = [{ title: 'Words', bullet_points: ['one', 'two'] }];
    const timeline = await client.ok<{ id: string; slides: { id: string }[] }>('POST', '/timelines', {
      ...{ title: 'x', template_id: made.id, slides },
    });
    const path = `/timelines/${timeline.id}/slides/${timeline.slides[0]?.id}/preview?width=320`;
    const drawn = await fetch(`${service.stack.baseUrl}${path}`, { headers: { 'x-api-key': client.apiKey } });
    const { data, info } = await sharp(Buffer.from(await drawn.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const isRed = (x: number, y: number): boolean => {
      const at = (y * info.width + x) * info.channels;
      return data.subarray(at, at + 3).equals(Buffer.from('e4572e', 'hex'));
    };
    const inCorner = Array.from({ length: 80 * 30 }, (_, index) => isRed(index % 80, Math.floor(index / 80)));
    expect(inCorner.filter((red) => red).length).toBeGreaterThan(20);

    await client.ok('DELETE', `/templates/${made.id}/logo`);
    const changed = await client.ok<TemplateBody>('PUT', `/templates/${made.id}`, {
      colors: { ...made.colors, accent: '#123456' },
    });
    expect([noteOf(changed, 'colors.accent'), noteOf(changed, 'logo')]).toEqual([undefined, undefined]);
    expect(noteOf(changed, 'colors.background')).toEqual(noteOf(made, 'colors.background'));
    // A list draws a few previews of each, the template itself those of each layout.
    const listed = await client.ok<{ data: TemplateBody[] }>('GET', '/templates?limit=100');
    expect(listed.data.find(({ id }) => id === made.id)?.sources).toEqual(changed.sources);
  });

  it('makes a template of the theme of a deck', async () => {
    const deck = makePptx({
      slides: [{ shapes: textShape(2, 'title', ['One']), relations: ON_LAYOUT }],
      parts: themeParts({ colors: { lt1: 'F8FAFC', dk1: '102040', accent1: 'C2410C' }, fonts: ['Georgia', 'Calibri'] }),
    });
    const upload_id = await uploadFile(client, '/timelines/import', DECK_FORMATS.pptx.mediaType, deck);
    const made = await client.ok<TemplateBody>('POST', '/templates/from', { upload_id, base: 'minimal' });
    expect(made).toMatchObject({
      ...{ name: 'One', base: 'minimal', logo: null },
      colors: { background: '#f8fafc', text: '#102040', accent: '#c2410c' },
      fonts: { heading: { family: 'Source Serif 4' }, body: { family: 'Inter' } },
    });
    expect(noteOf(made, 'fonts.heading')?.note).toContain('Georgia (the theme of the deck) is not here');
  });

  it('refuses addresses that are not public, files of others, and requests that name two sources', async () => {
    const other = await service.account('pro');
    const upload_id = await uploadFile(other, '/uploads', 'image/png', logo);
    const before = await usage();
    for (const [body, status, code] of [
      [{ url: 'http://example.com' }, 400, 'url_forbidden'],
      [{ url: 'https://127.0.0.1/' }, 400, 'url_forbidden'],
      [{ image: { url: 'https://10.0.0.1/logo.png' } }, 400, 'url_forbidden'],
      [{ upload_id }, 404, 'upload_not_found'],
      [{ image: { upload_id } }, 404, 'upload_not_found'],
      [{ url: 'https://example.com', upload_id }, 400, 'unknown_field'],
      [{ name: 'x' }, 400, 'validation_failed'],
    ] as const) {
      const answer = await client.call<ErrorBody>('POST', '/templates/from', body);
      expect([answer.status, answer.body.error.code], JSON.stringify(body)).toEqual([status, code]);
    }
    expect(await usage()).toEqual(before);
  });
});
