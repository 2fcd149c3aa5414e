import { describe, expect, it } from 'vitest';
import { readFileOfRequest } from '#front/api/upload.ts';
import type { UploadedFile } from '#kernel/contract/uploaded-file.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

const RULES = { field: 'image', types: ['image/*'], max_bytes: 1000, too_large: 'image_too_large' } as const;
const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, i) => i);

/** What API Gateway hands over: the bytes of the body in base64. */
async function read(body: Uint8Array, contentType: string): Promise<UploadedFile> {
  const event = { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  return readFileOfRequest(event, contentType, RULES);
}
async function readForm(fill: (form: FormData) => void): Promise<UploadedFile> {
  const form = new FormData();
  fill(form);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  return read(new Uint8Array(await request.arrayBuffer()), type);
}
const refusal = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof ServiceError ? [error.code, error.details.param] : error),
  );
const file = (bytes: number, name = 'a.png') => new File([new Uint8Array(bytes)], name, { type: 'image/png' });

describe('a file instead of a body', () => {
  it('is every byte that was sent', async () => {
    const sent = await read(EVERY_BYTE, 'Image/PNG; charset=binary');
    expect(sent).toMatchObject({ content_type: 'image/png', fields: {} });
    expect(Buffer.from(sent.bytes).equals(Buffer.from(EVERY_BYTE))).toBe(true);
  });

  it('has at most the bytes of its rules', async () => {
    expect((await read(new Uint8Array(1000), 'image/png')).bytes).toHaveLength(1000);
    expect(await refusal(read(new Uint8Array(1001), 'image/png'))).toEqual(['image_too_large', undefined]);
  });

  it('of another type is refused', async () => {
    for (const type of ['text/plain', 'application/octet-stream', 'imagine/png', ''])
      expect(await refusal(read(EVERY_BYTE, type))).toEqual(['unsupported_media_type', undefined]);
  });
});

describe('a form with a file', () => {
  it('gives the file and the other fields', async () => {
    const sent = await readForm((form) => {
      form.set('alt', 'Ärger');
      form.set('image', new File([EVERY_BYTE], 'x.png', { type: 'image/png' }));
      form.set('__proto__', 'x');
    });
    expect(Buffer.from(sent.bytes).equals(Buffer.from(EVERY_BYTE))).toBe(true);
    expect(Object.entries(sent.fields)).toEqual([
      ['alt', 'Ärger'],
      ['__proto__', 'x'],
    ]);
  });

  it.each<[string, (form: FormData) => void, unknown]>([
    ['no file', (form) => form.set('alt', 'x'), ['validation_failed', 'image']],
    ['a text where the file should be', (form) => form.set('image', 'x'), ['validation_failed', 'image']],
    ['the file in another field', (form) => form.set('picture', file(9)), ['unknown_field', 'picture']],
    ['a file that is too large', (form) => form.set('image', file(1001)), ['image_too_large', undefined]],
    [
      'two files',
      (form) => {
        form.append('image', file(9));
        form.append('image', file(9));
      },
      ['validation_failed', 'body'],
    ],
    [
      'a field twice',
      (form) => {
        form.append('alt', 'a');
        form.append('alt', 'b');
        form.set('image', file(9));
      },
      ['validation_failed', 'alt'],
    ],
    [
      'a field that is too long',
      (form) => {
        form.set('alt', 'x'.repeat(20_000));
        form.set('image', file(9));
      },
      ['validation_failed', 'alt'],
    ],
    [
      'a hundred fields',
      (form) => {
        for (let i = 0; i < 100; i++) form.set(`f${i}`, 'x');
        form.set('image', file(9));
      },
      ['validation_failed', 'body'],
    ],
  ])('and %s is refused', async (_, fill, expected) => {
    expect(await refusal(readForm(fill))).toEqual(expected);
  });

  it('that is not well-formed is refused', async () => {
    const text = (value: string) => new TextEncoder().encode(value);
    for (const [body, type] of [
      ['', 'multipart/form-data; boundary=x'],
      ['nothing', 'multipart/form-data; boundary=x'],
      ['nothing', 'multipart/form-data'],
      [
        '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nbytes',
        'multipart/form-data; boundary=x',
      ],
    ] as const)
      expect(await refusal(read(text(body), type))).toEqual(['validation_failed', expect.any(String)]);
  });
});
