import { pixelsOfSampleImage, SAMPLE_IMAGE_SIZE } from '#features/templates/sample-image.ts';
import type { TemplateViewDeps } from '#features/templates/view.ts';
import { createTemplateFileReader } from './drawn-files.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';

/** The PNG that stands for an image in previews of templates. */
async function sampleImage(): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(pixelsOfSampleImage(), { raw: { ...SAMPLE_IMAGE_SIZE, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Dependencies of previews of templates. They are not in `templates.ts` because few functions need the painter. */
export const templatePreviewDeps = lazy((): TemplateViewDeps => {
  const { files, templates, clock } = sharedServices();
  return {
    files,
    templates,
    clock,
    painter: lazy(async () =>
      (await import('#engine/video/drawing/paint/slide-and-caption-painter.ts')).createSlideAndCaptionPainter(
        createTemplateFileReader(),
      ),
    ),
    sampleImage: lazy(sampleImage),
    known: new Map(),
  };
});
