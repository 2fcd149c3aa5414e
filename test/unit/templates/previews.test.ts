import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ASPECT_RATIOS } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import {
  ALL_TEMPLATE_PREVIEW_SUBJECTS,
  addBuiltInPreviewKeys,
  describeTemplatePreviews,
  LISTED_TEMPLATE_PREVIEW_SUBJECTS,
} from '#features/templates/describe-template-previews.ts';
import { provideTemplatePreviews, type TemplatePreviewDeps } from '#features/templates/provide-template-previews.ts';
import { pixelsOfSampleImage, SAMPLE_IMAGE_SHA256, SAMPLE_IMAGE_SIZE } from '#features/templates/sample-image.ts';

const plain = requireBuiltInTemplate('plain');

const SUBJECTS = LISTED_TEMPLATE_PREVIEW_SUBJECTS.slice(0, 2);

/** A bucket, and processes that use it; `drawn` counts the drawings of all of them. */
function bucket() {
  const files = new Map<string, Uint8Array>();
  const seen = { drawn: 0, painters: 0, looks: 0, signed: 0, failNext: false };
  const startProcess = (): TemplatePreviewDeps => ({
    files: {
      async sizeOf(key) {
        seen.looks++;
        return files.get(key)?.length;
      },
      async putBytes(key, bytes, contentType) {
        expect(contentType).toBe('image/png');
        files.set(key, bytes);
      },
      presignGet: async (key) => `https://media.example.com/${key}?signature=${seen.signed++}`,
    },
    async painter() {
      seen.painters++;
      return {
        async paintPng({ title, layout }, { width, height }, template) {
          if (seen.failNext) {
            seen.failNext = false;
            throw new Error('no memory');
          }
          seen.drawn++;
          return Buffer.from(JSON.stringify([title, layout, width, height, template.id]));
        },
      };
    },
    sampleImage: async () => Buffer.from('image'),
    known: new Map(),
  });
  return { files, seen, startProcess };
}

describe('the previews of a template', () => {
  it('are drawn when somebody asks for them first', async () => {
    const { files, seen, startProcess } = bucket();

    const shown = await provideTemplatePreviews(startProcess(), addBuiltInPreviewKeys(plain), SUBJECTS);

    expect(shown.map(({ format, layout, width, height }) => [format, layout, width, height])).toEqual([
      ['landscape', 'title', 640, 360],
      ['landscape', 'bullets', 640, 360],
    ]);
    expect(seen.drawn).toBe(2);
    expect(shown.every(({ url }) => files.has(new URL(url).pathname.slice(1)))).toBe(true);
  });

  it('are not drawn again, and not looked for again by the same process, but get a fresh address each time', async () => {
    const { seen, startProcess } = bucket();
    const deps = startProcess();

    const first = await provideTemplatePreviews(deps, addBuiltInPreviewKeys(plain), SUBJECTS);
    const second = await provideTemplatePreviews(deps, addBuiltInPreviewKeys(plain), SUBJECTS);

    expect(seen).toMatchObject({ drawn: 2, looks: 2, signed: 4 });
    expect(second.map(({ url }) => url)).not.toEqual(first.map(({ url }) => url));
  });

  it('are drawn once for all who ask at the same time', async () => {
    const { seen, startProcess } = bucket();
    const deps = startProcess();
    await Promise.all([1, 2, 3].map(() => provideTemplatePreviews(deps, addBuiltInPreviewKeys(plain), SUBJECTS)));
    expect(seen.drawn).toBe(2);
  });

  it('that another process has drawn need no painter', async () => {
    const { seen, startProcess } = bucket();
    await provideTemplatePreviews(startProcess(), addBuiltInPreviewKeys(plain), SUBJECTS);
    seen.painters = 0;

    await provideTemplatePreviews(startProcess(), addBuiltInPreviewKeys(plain), SUBJECTS);

    expect(seen).toMatchObject({ drawn: 2, painters: 0 });
  });

  it('that are missing in the bucket are drawn again, as they were', async () => {
    const { files, seen, startProcess } = bucket();
    await provideTemplatePreviews(startProcess(), addBuiltInPreviewKeys(plain), SUBJECTS);
    const before = new Map(files);
    const [missing = ''] = files.keys();
    files.delete(missing);

    await provideTemplatePreviews(startProcess(), addBuiltInPreviewKeys(plain), SUBJECTS);

    expect(seen.drawn).toBe(3);
    expect(new Map([...files].sort())).toEqual(new Map([...before].sort()));
  });

  it('that could not be drawn are tried again', async () => {
    const { seen, startProcess } = bucket();
    const deps = startProcess();
    seen.failNext = true;
    await expect(provideTemplatePreviews(deps, addBuiltInPreviewKeys(plain), SUBJECTS)).rejects.toThrow('no memory');
    expect(await provideTemplatePreviews(deps, addBuiltInPreviewKeys(plain), SUBJECTS)).toHaveLength(2);
  });
});

describe('the pictures of a template', () => {
  const pictures = BUILT_IN_TEMPLATES.flatMap((template) =>
    describeTemplatePreviews(addBuiltInPreviewKeys(template), ALL_TEMPLATE_PREVIEW_SUBJECTS),
  );

  it('lie under their own names, in the folder of their template', () => {
    expect(new Set(pictures.map(({ key }) => key)).size).toBe(pictures.length);
    for (const { key, template, format, layout } of pictures)
      expect(key).toMatch(new RegExp(`^templates/${template.id}/[0-9a-f]{32}/${format}-${layout}\\.png$`));
  });

  it('have the shape of their format, 360 pixels on the short side', () => {
    for (const { format, width, height } of pictures) {
      const [across, down] = ASPECT_RATIOS[format];
      expect(width * down).toBe(height * across);
      expect(Math.min(width, height)).toBe(360);
    }
  });

  it('keep their names from one process to the next', () => {
    expect(
      BUILT_IN_TEMPLATES.flatMap((template) =>
        describeTemplatePreviews(addBuiltInPreviewKeys(template), ALL_TEMPLATE_PREVIEW_SUBJECTS),
      ),
    ).toEqual(pictures);
  });

  it('are named by the very image that they show', () => {
    const pixels = pixelsOfSampleImage();
    expect(pixels.length).toBe(SAMPLE_IMAGE_SIZE.width * SAMPLE_IMAGE_SIZE.height * 3);
    expect(createHash('sha256').update(pixels).digest('hex')).toBe(SAMPLE_IMAGE_SHA256);
  });
});
