import { join } from 'node:path';
import { storageKeys } from '../storage-keys.ts';
import type { Slide } from '../timelines/slide.ts';
import { type DrawableSlide, DrawingError } from '../video/drawing/painter.ts';
import type { RawPicture } from '../video/picture.ts';
import { RenderFailure } from './failure.ts';
import { FileMissing, type FileStore, type SlidePainter, type VideoMaker, type Workspace } from './ports.ts';
import type { Work } from './run-unit.ts';
import { readPlan, readSnapshot, type Snapshot } from './snapshot.ts';
import type { UnitResult } from './unit.ts';

export interface EncodeTools {
  files: FileStore;
  painter: () => Promise<SlidePainter>;
  maker: VideoMaker;
  workspace: Workspace;
}

async function imageOf(files: FileStore, slide: Slide, position: number): Promise<DrawableSlide['image']> {
  if (!slide.image) return undefined;
  try {
    const { key, width, height, fit, focus } = slide.image;
    return { bytes: await files.getBytes(key), width, height, fit, focus };
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    throw new RenderFailure('image_unreadable', `The image of slide ${position + 1} is no longer there.`, {
      cause: error,
    });
  }
}

async function paintSlide(
  tools: EncodeTools,
  { render, signal }: Work,
  { settings, slides }: Snapshot,
  position: number,
): Promise<RawPicture> {
  signal.throwIfAborted();
  const slide = slides[position];
  if (!slide) throw new RangeError(`the frozen timeline has no slide ${position}`);
  const painter = await tools.painter();
  const { width, height } = render.output;
  try {
    return await painter.paint(
      {
        title: slide.title,
        bullet_points: slide.bullet_points,
        layout: slide.layout,
        language: settings.language,
        position,
        slide_count: slides.length,
        image: await imageOf(tools.files, slide, position),
      },
      { width, height },
      settings.template_id,
    );
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    throw new RenderFailure('image_unreadable', `Slide ${position + 1} could not be drawn.`, { cause: error });
  }
}

/** Draws and encodes the slides of one segment. The next slide is drawn while the encoder has the last one. */
export async function encodeVideo(tools: EncodeTools, work: Work): Promise<UnitResult> {
  const { render, unit, lease, signal } = work;
  const [snapshot, plan] = await Promise.all([readSnapshot(tools.files, render), readPlan(tools.files, render)]);
  const { first, count } = unit.slides ?? { first: 0, count: snapshot.slides.length };
  const partKey = (extension: string) =>
    storageKeys.part(render.account_id, render.id, 'video', unit.index, lease.token, extension);
  let poster_key: string | undefined;

  async function* pictures(): AsyncGenerator<RawPicture> {
    let next = paintSlide(tools, work, snapshot, first);
    for (let i = 0; i < count; i++) {
      const picture = await next;
      if (i + 1 < count) {
        next = paintSlide(tools, work, snapshot, first + i + 1);
        // It is awaited in the next turn; until then a failure must not count as unhandled.
        next.catch(() => undefined);
      }
      if (first + i === 0) {
        poster_key = partKey('jpg');
        await tools.files.putBytes(poster_key, await tools.maker.poster(picture), 'image/jpeg');
      }
      yield picture;
    }
  }

  return tools.workspace(async (directory) => {
    const file = join(directory, 'segment.h264');
    const { width, height, fps, quality } = render.output;
    const frames = plan.slides.slice(first, first + count).map((slide) => slide.frames);
    const encoded = await tools.maker.encodeSegment({ width, height, fps, quality, frames }, pictures(), file, signal);
    const key = partKey('h264');
    await tools.files.putFile(key, file, 'application/octet-stream');
    return { key, frames: encoded.frames, parameter_sets: encoded.parameterSets, poster_key };
  });
}

/** Encodes the sound of the whole video in one go, so that it stays exact to the sample. */
export async function encodeAudio(tools: EncodeTools, { render, unit, lease, signal }: Work): Promise<UnitResult> {
  const { files, maker, workspace } = tools;
  const plan = await readPlan(files, render);
  return workspace(async (directory) => {
    const fetched = new Map<string, string>();
    const cues: { file: string; startSample: number }[] = [];
    for (const { speech } of plan.slides) {
      if (!speech) continue;
      let file = fetched.get(speech.key);
      if (file === undefined) {
        file = join(directory, `speech-${fetched.size}.wav`);
        await files.getFile(speech.key, file);
        fetched.set(speech.key, file);
      }
      cues.push({ file, startSample: Math.round(speech.start_seconds * maker.audioSampleRate) });
    }
    const totalSamples = Math.round((plan.frames / plan.fps) * maker.audioSampleRate);
    const out = join(directory, 'sound.m4a');
    await maker.encodeAudio({ cues, totalSamples }, out, signal);
    const key = storageKeys.part(render.account_id, render.id, 'audio', unit.index, lease.token, 'm4a');
    await files.putFile(key, out, 'audio/mp4');
    return { key };
  });
}
