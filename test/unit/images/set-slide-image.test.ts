import { beforeEach, describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { deleteSlideImage, imageUploadOperation, type SlideImageUploadDeps } from '#features/images/set-slide-image.ts';
import type { ImageOptions } from '#features/timelines/public.ts';
import type { FileSource } from '#features/uploads/contract.ts';
import { receiveFile } from '#features/uploads/receive-file.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { memoryAnnouncedUploads } from '#test/support/fakes/announced-uploads.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock, samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();
const OPTIONS = { fit: 'cover' as const, focus: { x: 0.5, y: 0.5 }, alt: '' };

let files: ReturnType<typeof memoryFileStore>;
let tombstones: ReturnType<typeof memoryTombstoneStore>;
let deps: SlideImageUploadDeps;
let path: { id: string; sid: string };

beforeEach(async () => {
  files = memoryFileStore();
  const slide = sampleSlide();
  path = { id: slide.timeline_id, sid: slide.id };
  tombstones = memoryTombstoneStore();
  const store = memoryTimelineStore(undefined, tombstones);
  await store.insert(
    {
      timeline: sampleTimeline([slide], { id: slide.timeline_id, account_id: principal.account_id }),
      slides: [slide],
    },
    ENTITLEMENTS.max,
  );
  deps = {
    store,
    files,
    clock: handClock().clock,
    backoff: async () => undefined,
    uploads: memoryAnnouncedUploads(),
    blobs: files,
    tombstones,
    fetchFile: async (url) => Buffer.from(url),
    reencodeImage: async (bytes) => {
      if (Buffer.from(bytes).toString() === 'damaged')
        throw new ServiceError('image_invalid', 'The image is damaged.', { param: 'image' });
      return {
        ...{ bytes: Buffer.concat([Buffer.from('clean '), bytes]), width: 4, height: 3, content_type: 'image/png' },
        ...(Buffer.from(bytes).toString() === 'a screenshot' ? { is_figure: true as const } : {}),
      };
    },
  };
});

const send = (request: FileSource<ImageOptions>, slide = path) =>
  receiveFile(
    deps,
    principal,
    imageUploadOperation(deps, principal, slide, prepareNoIdempotentAnswer),
    request,
    prepareNoIdempotentAnswer,
  );
const image = async () => (await deps.store.load(principal.account_id, path.id))?.slides[0]?.image;

describe('the image of a slide', () => {
  it.each([
    ['a photograph', {}, 'cover'],
    ['a screenshot', {}, 'contain'],
    ['a screenshot', { fit: 'cover' }, 'cover'],
  ])('%s sent with %o is shown as %s', async (bytes, fields, fit) => {
    await send({ bytes: Buffer.from(bytes), content_type: 'image/png', fields });
    expect(await image()).toMatchObject({ fit });
  });

  it('is the re-encoded file with the options of the form, never the bytes that were sent', async () => {
    const fields = { fit: 'contain', focus: '0,0.25', alt: 'A lighthouse', caption: 'Cape Lumen' };
    await send({ bytes: Buffer.from('sent'), content_type: 'image/png', fields });

    const placed = await image();
    expect(placed).toMatchObject({
      fit: 'contain',
      focus: { x: 0, y: 0.25 },
      alt: 'A lighthouse',
      caption: 'Cape Lumen',
      width: 4,
      height: 3,
      content_type: 'image/png',
      size_bytes: 'clean sent'.length,
    });
    expect([...files.files].map(([key, bytes]) => [key, Buffer.from(bytes).toString()])).toEqual([
      [placed?.key, 'clean sent'],
    ]);
    expect(placed?.key).toMatch(/\.png$/);
  });

  it('that takes the place of another one leaves a tombstone of the other file; so does its removal', async () => {
    await send({ url: 'first', ...OPTIONS });
    const first = await image();
    await send({ url: 'second', ...OPTIONS });
    const second = await image();
    expect(tombstones.files()).toEqual([first?.key]);

    await deleteSlideImage(deps, principal, path);
    await deleteSlideImage(deps, principal, path);
    expect(await image()).toBeUndefined();
    expect(tombstones.files()).toEqual([first?.key, second?.key].sort());
  });

  it('stays as it is when the file is damaged or the slide does not exist', async () => {
    await send({ url: 'first', ...OPTIONS });
    const before = await image();
    await expect(send({ url: 'damaged', ...OPTIONS })).rejects.toMatchObject({ code: 'image_invalid' });
    await expect(send({ url: 'x', ...OPTIONS }, { ...path, sid: 'sl_none' })).rejects.toMatchObject({
      code: 'slide_not_found',
    });
    expect(await image()).toEqual(before);
    expect(files.files.size).toBe(1);
  });

  it('is refused when the plan has no room for it, and its file is removed', async () => {
    const refused = { ...deps, store: { ...deps.store, save: async () => 'no_room' as const } };
    const placed = receiveFile(
      refused,
      principal,
      imageUploadOperation(refused, principal, path, prepareNoIdempotentAnswer),
      {
        url: 'first',
        ...OPTIONS,
      },
      prepareNoIdempotentAnswer,
    );
    await expect(placed).rejects.toMatchObject({ code: 'entitlement_required', details: { param: 'stored_bytes' } });
    expect(files.files.size).toBe(0);
  });
});
