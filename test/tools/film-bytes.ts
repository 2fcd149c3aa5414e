/**
 * `node test/tools/film-bytes.ts`: encodes a photograph that stands and that moves, in each resolution by each codec, and prints the bytes
 * of a still and of a moving frame: what `lib/features/renders/work-bounds.ts` estimates with. The photograph is made: as much detail at each scale as
 * photographs of leaves or gravel have, and the grain of a small camera.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import sharp from 'sharp';
import { createStyledCommand, runCliProgram } from '#cli/program.ts';
import type { MovingStretch } from '#engine/video/clips/clip.ts';
import { findAvailableCodecs } from '#engine/video/codecs/find-available-codecs.ts';
import type { DrawableImage } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { encodeMovingClips, encodeStillClips } from '#engine/video/encode-clips.ts';
import { pictureDimensionsOfFormat, RESOLUTION_NAMES, type Resolution } from '#engine/video/format.ts';
import { imageMotionFrames } from '#engine/video/motion/image-motion-frames.ts';
import type { VideoQuality, VideoSettings } from '#engine/video/settings.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { noiseBytes } from '#test/support/samples/yuv-pictures.ts';

const SIZE = { width: 3840, height: 2160 };
/**
 * Noise by the size of its grains in pixels, and how strong it is (standard deviation, of 255). Photographs have the same contrast at each
 * scale (Field 1987); lenses soften the finest two.
 */
const OCTAVES = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((pixels) => ({
  pixels,
  strength: { 1: 5, 2: 9 }[pixels] ?? 13,
}));
/** Standard deviation of even noise from 0 to 255. */
const OF_NOISE = 73.6;

/** A photograph without a camera. */
async function photograph(): Promise<DrawableImage> {
  const { width: across, height: down } = SIZE;
  const sum = new Float32Array(across * down).fill(118);
  for (const [index, { pixels, strength }] of OCTAVES.entries()) {
    const [width, height] = [Math.ceil(across / pixels), Math.ceil(down / pixels)];
    const layer = await sharp(noiseBytes(width * height, 11 + index), { raw: { width, height, channels: 1 } })
      .resize({ ...SIZE, fit: 'fill', kernel: 'cubic' })
      .extractChannel(0)
      .raw()
      .toBuffer();
    for (let at = 0; at < sum.length; at++)
      sum[at] = (sum[at] ?? 0) + (((layer[at] ?? 0) - 127.5) / OF_NOISE) * strength;
  }
  const bytes = await sharp(Uint8ClampedArray.from(sum), { raw: { ...SIZE, channels: 1 } })
    .tint('#8a9a5b')
    .jpeg({ quality: 92 })
    .toBuffer();
  return { bytes, ...SIZE, fit: 'cover', focus: { x: 0.5, y: 0.5 } };
}

const FRAMES = 30;
/** The movement takes 10 s; its frames are taken from its middle, where it is fastest. */
const MOVE_FRAMES = 300;

async function measure(image: DrawableImage, settings: VideoSettings): Promise<{ still: number; moving: number }> {
  const painter = await createSlideAndCaptionPainter();
  const slide = { title: '', bullet_points: [], layout: 'image_full', language: 'en', is_first: false, image } as const;
  const layers = await painter.paintLayers(slide, settings, requireBuiltInTemplate('plain'));
  if (layers === undefined) throw new Error('the slide shows no image');
  const part = { first: (MOVE_FRAMES - FRAMES) / 2, count: FRAMES, total: MOVE_FRAMES };
  const folder = await mkdtemp(join(tmpdir(), 'film-bytes-'));
  try {
    async function* stills() {
      yield await painter.paint(slide, settings, requireBuiltInTemplate('plain'));
    }
    const move: MovingStretch = { frames: FRAMES, pictures: () => imageMotionFrames(layers, 'zoom_in', part) };
    async function* moves() {
      yield move;
    }
    const [still] = await encodeStillClips(settings, stills(), join(folder, 'still'), { ffmpegPath });
    const [moved] = await encodeMovingClips(settings, moves(), join(folder, 'move'), { ffmpegPath });
    return { still: still?.bytes ?? 0, moving: Math.round((moved?.bytes ?? 0) / FRAMES) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const program = createStyledCommand(
  'node test/tools/film-bytes.ts',
  'Print the bytes of a still and of a moving frame of a photograph.',
)
  .option('--quality <name>', 'draft, standard or high', 'standard')
  .option('--resolution <name>', 'only this resolution')
  .action(async ({ quality, resolution }: { quality: VideoQuality; resolution?: Resolution }) => {
    const image = await photograph();
    const codecs = await findAvailableCodecs({ ffmpegPath });
    process.stdout.write(
      `| ${quality} | codec | still, bytes | moving frame, bytes | bits a pixel |\n|---|---|---|---|---|\n`,
    );
    for (const name of RESOLUTION_NAMES.filter((one) => resolution === undefined || one === resolution))
      for (const codec of codecs) {
        const size = pictureDimensionsOfFormat('landscape', name);
        const { still, moving } = await measure(image, { codec, ...size, fps: 30, quality });
        const bits = ((moving * 8) / (size.width * size.height)).toFixed(3);
        process.stdout.write(`| ${name} | ${codec} | ${still} | ${moving} | ${bits} |\n`);
      }
  });

await runCliProgram(program);
