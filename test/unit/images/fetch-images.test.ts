import { beforeEach, describe, expect, it } from 'vitest';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { createMediaFetchAnnouncer } from '#features/images/fetching/announce-fetches.ts';
import { type FetchImagesDeps, fetchImages } from '#features/images/fetching/fetch-images.ts';
import { imageFetchesSweep } from '#features/images/fetching/sweep-image-fetches.ts';
import { createTimelineContract, updateSlideContract } from '#features/timelines/contract.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';
import { updateSlide } from '#features/timelines/edit-slides.ts';
import { pictureFieldPath, slidePicturesWithPositions } from '#features/timelines/slide-pictures.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { announceUpload } from '#features/uploads/announced-upload.ts';
import { DependencyUnavailableError, ServiceError } from '#kernel/shared/errors.ts';
import { memoryAnnouncedUploads } from '#test/support/fakes/announced-uploads.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryImageFetches } from '#test/support/fakes/image-fetch-store.ts';
import { Killed, type KillSwitch, killable, killPoints } from '#test/support/fakes/killed-at.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock, samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
const RECEIPT = { message_id: 'm', hideFor: async () => undefined };
const principal = samplePrincipal({ plan: 'pro' });
const { account_id } = principal;

function world() {
  const kill: KillSwitch = { calls: 0, at: undefined };
  const hand = handClock();
  const ledger = memoryLedger();
  const tombstones = memoryTombstoneStore();
  const store = memoryTimelineStore(ledger, tombstones);
  const fetches = memoryImageFetches();
  const files = memoryFileStore();
  const uploads = memoryAnnouncedUploads();
  const sent: string[] = [];
  const fetched: string[] = [];
  /** Addresses by what they give; a function throws. */
  const addresses = new Map<string, string | (() => never)>();
  let isLive = false;
  const clock = hand.clock;
  const queue = killable({ send: async ({ fetch_id }: { fetch_id: string }) => void sent.push(fetch_id) }, kill);
  const announced = { fetches: killable(fetches, kill), queue, uploads, timelines: store, blobs: files, clock };
  const deps: FetchImagesDeps = {
    store: killable(store, kill),
    files,
    clock,
    backoff: async () => undefined,
    fetches: killable(fetches, kill),
    queue,
    blobs: killable(files, kill),
    tombstones: killable(tombstones, kill),
    async fetchFile(url) {
      fetched.push(url);
      const found = addresses.get(url);
      if (typeof found === 'function') found();
      if (typeof found === 'string') return Buffer.from(found);
      throw new ServiceError('image_invalid', 'The image could not be fetched: the server answered 404, not 200.', {
        param: 'url',
      });
    },
    async reencodeImage(bytes) {
      if (Buffer.from(bytes).toString() === 'damaged') throw new ServiceError('image_invalid', 'The image is damaged.');
      return { bytes: Buffer.from(`clean ${bytes}`), width: 4, height: 3, content_type: 'image/png' };
    },
    decodeVideo: () => Promise.reject(new Error('no slide has a video')),
    hasLiveRender: async () => isLive,
    every: () => ({ stop: () => undefined }),
    log: NO_LOG,
  };
  const useCases = {
    ...deps,
    imageFetches: createMediaFetchAnnouncer(announced),
    voices: espeakIdentity,
    templates: noOwnTemplates,
  };
  const createWith = (fields: object) =>
    createTimeline(useCases, principal, createTimelineContract.body?.parse({ title: 'Deck', ...fields }) as never);
  const createSlides = (slides: object[]) => createWith({ slides });
  return {
    ...{ kill, hand, ledger, tombstones, store, fetches, files, uploads, sent, fetched, addresses, deps },
    liveRender: () => {
      isLive = true;
    },
    create: (...images: object[]) => createSlides(images.map((image) => ({ image }))),
    createSlides,
    createWith,
    change: (id: string, sid: string, body: object) =>
      updateSlide(useCases, principal, { id, sid }, updateSlideContract.body?.parse(body) as never),
    /** Hands out every message that was sent, once. */
    async work() {
      for (let fetch_id = sent.shift(); fetch_id; fetch_id = sent.shift())
        await fetchImages(deps, { account_id, fetch_id }, RECEIPT);
    },
    async sweep() {
      hand.pass(120);
      await sweepNow(imageFetchesSweep(deps), { clock: hand.clock });
    },
    async images() {
      const [loaded] = [...store.all()] as LoadedTimeline[];
      return loaded?.slides.map(({ image, image_request: awaited }) =>
        awaited
          ? (awaited.error?.code ?? 'pending')
          : image && Buffer.from(files.files.get(image.key) ?? '').toString(),
      );
    },
    /** All pictures of the only slide by their fields: what its file has, or how far it is. */
    async pictures() {
      const [loaded] = [...store.all()] as LoadedTimeline[];
      const of = (slide: LoadedTimeline['slides'][number]) =>
        slidePicturesWithPositions(slide).map(({ image, image_request: awaited, ...place }) => [
          pictureFieldPath(place),
          awaited
            ? (awaited.error?.code ?? 'pending')
            : image && Buffer.from(files.files.get(image.key) ?? '').toString(),
        ]);
      return Object.fromEntries(loaded?.slides.flatMap(of) ?? []);
    },
    bytes: async () => (await ledger.usage.read(account_id, '2026-01')).stored_bytes,
  };
}

let w: ReturnType<typeof world>;
beforeEach(() => {
  w = world();
});

const url = (name: string) => `https://images.example/${name}.png`;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof ServiceError ? `${error.code} ${error.details.param}` : String(error)),
  );

describe('images of slides that are sent with them', () => {
  it('are awaited in the answer, then fetched, stored, counted and shown with their options', async () => {
    w.addresses.set(url('a'), 'A');
    const { slides } = await w.create({ url: url('a'), fit: 'contain', alt: 'A boat' }, { url: url('missing') });
    expect(slides.map(({ image, image_request }) => [image, image_request?.fit])).toEqual([
      [undefined, 'contain'],
      // What it shows will decide.
      [undefined, undefined],
    ]);
    expect(await w.images()).toEqual(['pending', 'pending']);

    await w.work();

    expect(await w.images()).toEqual(['clean A', 'image_invalid']);
    expect([...w.store.all()][0]?.slides[0]?.image).toMatchObject({ fit: 'contain', alt: 'A boat', width: 4 });
    expect(await w.bytes()).toBe('clean A'.length);
    expect(w.tombstones.files()).toEqual([]);
    // An address that does not answer is asked three times.
    expect(w.fetched.filter((each) => each === url('missing'))).toHaveLength(3);
  });

  it('may name an upload, also for several slides; one without bytes or of another account is refused', async () => {
    const asked = { content_type: 'image/png', size_bytes: 1 };
    const deps = { uploads: w.uploads, blobs: w.files, clock: w.hand.clock };
    await announceUpload(deps, principal, '/uploads', asked, async () => undefined);
    const [upload] = [...w.uploads.stored.values()];
    const upload_id = upload?.id ?? '';
    expect(await codeOf(w.create({ upload_id }))).toBe('image_invalid slides[0].image.upload_id');
    await w.files.putBytes(upload?.key ?? '', Buffer.from('U'), 'image/png');
    await w.create({ upload_id }, { upload_id });
    await w.work();
    expect(await w.images()).toEqual(['clean U', 'clean U']);
    expect(await codeOf(w.create({ upload_id: 'up_of_another' }))).toBe('upload_not_found slides[0].image.upload_id');
  });

  it.each(['http://images.example/a.png', 'https://127.0.0.1/a.png', 'https://[::1]/', 'https://10.0.0.1/', 'no url'])(
    'are refused at once when the spelling of the address is: %s',
    async (address) => {
      expect(await codeOf(w.create({ url: url('a') }, { url: address }))).toBe('url_forbidden slides[1].image.url');
      expect([...w.store.all()]).toEqual([]);
    },
  );

  it('fail with `entitlement_required` where the plan has no room, and count nothing', async () => {
    w.addresses.set(url('a'), 'A');
    w.addresses.set(url('b'), 'B');
    const room = ENTITLEMENTS.pro.stored_bytes - 'clean A'.length;
    w.ledger.hold(account_id, { stored_bytes: room });
    await w.create({ url: url('a') }, { url: url('b') });
    await w.work();
    expect(await w.images()).toEqual(['clean A', 'entitlement_required']);
    expect(await w.bytes()).toBe(ENTITLEMENTS.pro.stored_bytes);
    // What nothing names has a tombstone.
    expect(w.tombstones.files()).toHaveLength(1);
  });

  it('are not fetched for a slide that has another image by then, nor for a timeline that was deleted', async () => {
    w.addresses.set(url('b'), 'B');
    const { timeline, slides } = await w.create({ url: url('a') });
    await w.change(timeline.id, slides[0]?.id ?? '', { image: { url: url('b') } });
    await w.work();
    expect(w.fetched).toEqual([url('b')]);
    expect(await w.images()).toEqual(['clean B']);
    await w.change(timeline.id, slides[0]?.id ?? '', { image: null });
    expect(await w.images()).toEqual([undefined]);
    expect(await w.bytes()).toBe(0);

    await w.change(timeline.id, slides[0]?.id ?? '', { image: { url: url('a') } });
    await deleteTimeline(w.deps, principal, timeline.id);
    await w.work();
    expect(w.fetched).toEqual([url('b')]);
    expect([...w.fetches.stored.values()].map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  });

  it('are fetched for a render that froze the slide, although the slide waits no longer', async () => {
    w.addresses.set(url('a'), 'A');
    const { timeline, slides } = await w.create({ url: url('a') });
    await w.change(timeline.id, slides[0]?.id ?? '', { image: null });
    w.liveRender();
    await w.work();
    const [fetch] = [...w.fetches.stored.values()];
    expect(fetch).toMatchObject({ status: 'done', outcomes: { 0: { image: { width: 4 } } } });
    expect(await w.images()).toEqual([undefined]);
    expect(await w.bytes()).toBe(0);
    expect(w.tombstones.files()).toHaveLength(1);
  });

  it('wait without an attempt being counted while the decoder is not available, and fail when no attempt is left', async () => {
    w.addresses.set(url('a'), 'A');
    await w.create({ url: url('a') });
    w.deps.reencodeImage = () => Promise.reject(new DependencyUnavailableError('the decoder is busy'));
    const [fetch_id = ''] = w.sent;
    await fetchImages(w.deps, { account_id, fetch_id }, RECEIPT);
    expect(w.fetches.stored.get(fetch_id)).toMatchObject({ status: 'queued', claims_allowed: 6 });
    w.deps.reencodeImage = () => Promise.reject(new Error('a fault of ours'));
    for (let attempt = 0; attempt < 3; attempt++)
      await fetchImages(w.deps, { account_id, fetch_id }, RECEIPT).catch(() => undefined);
    expect(await w.images()).toEqual(['internal_error']);
    expect(w.fetches.stored.get(fetch_id)?.status).toBe('done');
  });

  it('come to the slide after a kill at every call of a port, counted once and without a file that nothing knows', async () => {
    w.addresses.set(url('a'), 'A');
    await w.create({ url: url('a') }, { url: url('missing') });
    await w.work();
    const calls = w.kill.calls;
    expect(calls).toBeGreaterThan(10);
    for (const at of killPoints(calls)) {
      w = world();
      w.addresses.set(url('a'), 'A');
      w.kill.at = at;
      const made = await w
        .create({ url: url('a') }, { url: url('missing') })
        .then(() => w.work())
        .then(
          () => true,
          (error: unknown) => {
            if (!(error instanceof Killed)) throw error;
            return false;
          },
        );
      expect(made, `call ${at.call} ${at.effect}`).toBe(false);
      w.kill.at = undefined;
      // Messages of the killed worker may be lost: the sweeper alone has to do.
      w.sent.length = 0;
      for (let round = 0; round < 3; round++) {
        await w.sweep();
        await w.work();
      }
      const wasMade = [...w.store.all()].length === 1;
      if (wasMade) expect(await w.images(), `call ${at.call} ${at.effect}`).toEqual(['clean A', 'image_invalid']);
      expect(await w.bytes()).toBe(wasMade ? 'clean A'.length : 0);
      expect([...w.fetches.stored.values()].filter(({ status }) => status !== 'done')).toEqual([]);
      const named = [...w.store.all()].flatMap(({ slides }) => slides.flatMap(({ image }) => image?.key ?? []));
      const known = new Set([...named, ...w.tombstones.files()]);
      expect([...w.files.files.keys()].filter((key) => !known.has(key))).toEqual([]);
    }
  });
});

describe('pictures of `images` and of items', () => {
  const slide = () => ({
    image: { url: url('a') },
    images: [{ url: url('b'), caption: 'Before' }, { url: url('missing') }],
    items: [{ title: 'Ida' }, { image: { url: url('c') } }],
  });
  const fetched = async () => {
    for (const name of ['a', 'b', 'c']) w.addresses.set(url(name), name.toUpperCase());
    const { timeline, slides } = await w.createSlides([slide()]);
    await w.work();
    const id = slides[0]?.id ?? '';
    return { change: (body: object) => w.change(timeline.id, id, body), timeline };
  };

  it('are fetched, counted and shown like the image of the slide', async () => {
    await w.createSlides([slide()]);
    expect(Object.values(await w.pictures())).toEqual(['pending', 'pending', 'pending', 'pending']);
    w = world();
    await fetched();
    expect(await w.pictures()).toEqual({
      ...{ image: 'clean A', 'images[0]': 'clean B', 'images[1]': 'image_invalid', 'items[1].image': 'clean C' },
    });
    expect(await w.bytes()).toBe('clean A'.length * 3);
    expect(w.tombstones.files()).toEqual([]);
  });

  it('stay where a request names only their options, and are removed with their bytes where it does not name them', async () => {
    const { change } = await fetched();
    await change({ images: [{ caption: 'After' }], items: [{ title: 'Ida' }, { title: 'Tom', image: {} }] });
    expect(await w.pictures()).toEqual({ image: 'clean A', 'images[0]': 'clean B', 'items[1].image': 'clean C' });
    const [present] = [...w.store.all()][0]?.slides ?? [];
    expect(present?.pictures?.[0]?.image).toMatchObject({ caption: 'After', fit: 'cover' });
    // Another field leaves all as it is.
    await change({ title: 'Another' });
    expect(Object.keys(await w.pictures())).toHaveLength(3);
    await change({ items: [{ title: 'Ida' }, { title: 'Tom' }] });
    await change({ images: null });
    expect(await w.pictures()).toEqual({ image: 'clean A' });
    expect(await w.bytes()).toBe('clean A'.length);
    expect(w.tombstones.files()).toHaveLength(2);
  });

  it('are refused with the field that is wrong', async () => {
    const refused = (fields: object) => codeOf(w.createSlides([{ title: 'First' }, fields]));
    expect(await refused({ images: [{ caption: 'Nothing there' }] })).toBe('validation_failed slides[1].images[0]');
    expect(await refused({ items: [{ title: 'Ida', image: {} }] })).toBe('validation_failed slides[1].items[0].image');
    const forbidden = { url: 'https://10.0.0.1/' };
    expect(await refused({ images: [{ url: url('a') }, forbidden] })).toBe('url_forbidden slides[1].images[1].url');
    expect(await refused({ items: [{ image: forbidden }] })).toBe('url_forbidden slides[1].items[0].image.url');
    const foreign = { upload_id: 'up_of_another' };
    expect(await refused({ images: [foreign] })).toBe('upload_not_found slides[1].images[0].upload_id');
    expect([...w.store.all()]).toEqual([]);
    expect(
      createTimelineContract.body?.safeParse({ title: '', slides: [{ images: Array(7).fill(foreign) }] }).success,
    ).toBe(false);
  });

  it('fail where the plan has no room, and go with the timeline', async () => {
    w.ledger.hold(account_id, { stored_bytes: ENTITLEMENTS.pro.stored_bytes - 2 * 'clean A'.length });
    const { timeline } = await fetched();
    expect(Object.values(await w.pictures()).filter((each) => each === 'entitlement_required')).toHaveLength(1);
    await deleteTimeline(w.deps, principal, timeline.id);
    expect([...w.store.all()]).toEqual([]);
    expect(await w.bytes()).toBe(ENTITLEMENTS.pro.stored_bytes - 2 * 'clean A'.length);
  });
});

describe('copies of videos', () => {
  const names = ['video', 'presenter', 'intro', 'outro'] as const;
  const ORIGINAL = 'tl_original';
  const PENDING = { from: { fetch: 'f', index: 0 }, volume: 1, muted: false, loop: false } as const;
  const keysOf = (name: string) => [`${name}.footage`, `${name}.flac`, `${name}.jpg`];
  const stored = (name: string) => {
    const [key = '', sound = '', poster = ''] = keysOf(name);
    const video = sampleVideo({ key });
    return {
      ...{ ...video, poster: { ...video.poster, key: poster } },
      sound: { key: sound, sha256: 's', size_bytes: 10, samples: 48_000, channels: 1 as const },
    };
  };
  const person = { place: 'side', shape: 'rect', size: 'small', offset_seconds: 0 } as const;
  const BYTES = 1000 + 10 + 100;

  /** Stores a timeline with videos, and slides with a ready, a pending and a failed one. */
  async function original(owner = account_id) {
    const slides = [
      sampleSlide({ id: 'sl_ready', video: stored('video'), presenter: { ...stored('presenter'), ...person } }),
      sampleSlide({ id: 'sl_pending', video_request: { ...PENDING, plays: 'with_slide', place: 'full' } }),
      sampleSlide({
        id: 'sl_failed',
        presenter_request: { ...PENDING, ...person, error: { code: 'video_invalid', message: 'No picture.' } },
      }),
    ];
    const settings = {
      presenter: { ...stored('presenter'), ...person },
      intro: stored('intro'),
      outro: stored('outro'),
    };
    const timeline = sampleTimeline(slides, { id: ORIGINAL, account_id: owner, ...settings });
    await w.store.insert({ timeline, slides }, { timelines: 10 });
    for (const key of names.flatMap(keysOf)) await w.files.putBytes(key, Buffer.from(key), 'video/mp4');
  }
  const copy = (slide_id?: string) => ({ copy_of: { timeline_id: ORIGINAL, ...(slide_id ? { slide_id } : {}) } });
  const wanted = {
    slides: [{ video: { ...copy('sl_ready'), place: 'left' }, presenter: copy('sl_ready') }],
    ...{ presenter: copy(), intro: { ...copy(), muted: true }, outro: copy('sl_ready') },
  };
  const copied = () => {
    const made = [...w.store.all()].find(({ timeline }) => timeline.id !== ORIGINAL);
    const { video, presenter } = made?.slides[0] ?? {};
    const all = [video, presenter, made?.timeline.presenter, made?.timeline.intro, made?.timeline.outro];
    return { made, all };
  };
  const contentOf = (key = '') => Buffer.from(w.files.files.get(key) ?? '').toString();

  it('have separate files and options, which are counted, and stay when the original goes', async () => {
    await original();
    const before = await w.bytes();
    await w.createWith(wanted);
    expect(copied().all).toEqual(Array(5).fill(undefined));
    await w.work();
    await deleteTimeline(w.deps, principal, ORIGINAL);
    for (const key of names.flatMap(keysOf)) w.files.files.delete(key);
    const { made, all } = copied();
    expect(all.map((video) => [video?.key, video?.sound?.key, video?.poster.key].map(contentOf))).toEqual(
      ['video', 'presenter', 'presenter', 'intro', 'video'].map(keysOf),
    );
    expect(made?.slides[0]?.video).toMatchObject({ place: 'left', muted: false, frames: 250 });
    // Options are those of the request, not of the original.
    expect(made?.slides[0]?.presenter).toMatchObject({ place: 'bottom_right', shape: 'circle' });
    expect(made?.timeline.intro).toMatchObject({ muted: true, place: 'full' });
    expect(before).toBe(5 * BYTES);
    expect(await w.bytes()).toBe(5 * BYTES);
    expect(new Set(all.map((video) => video?.key)).size).toBe(5);
  });

  it('are refused where there is nothing to copy, with the field that is wrong', async () => {
    await original();
    const refused = (fields: object) => codeOf(w.createWith(fields));
    const video = (copy_of: object) => refused({ slides: [{ title: 'A' }, { video: { copy_of } }] });
    const at = 'slides[1].video.copy_of';
    expect(await video({ timeline_id: 'tl_none', slide_id: 'sl_ready' })).toBe(`timeline_not_found ${at}.timeline_id`);
    expect(await video({ timeline_id: ORIGINAL, slide_id: 'sl_none' })).toBe(`slide_not_found ${at}.slide_id`);
    expect(await video({ timeline_id: ORIGINAL })).toBe(`validation_failed ${at}.slide_id`);
    expect(await video({ timeline_id: ORIGINAL, slide_id: 'sl_failed' })).toBe(`validation_failed ${at}`);
    const pending = w.createWith({ intro: copy('sl_pending') });
    await expect(pending).rejects.toThrow(/still being decoded/);
    await expect(w.createWith({ slides: [{ presenter: copy('sl_failed') }] })).rejects.toThrow(/has failed/);
    await expect(w.createWith({ presenter: copy('sl_pending') })).rejects.toThrow(/no such video/);
    expect([...w.store.all()]).toHaveLength(1);
  });

  it('are not made of the timeline of another account, which answers as one that does not exist', async () => {
    await original('acc_of_another');
    expect(await codeOf(w.createWith({ intro: copy() }))).toBe('timeline_not_found intro.copy_of.timeline_id');
  });

  it('fail when the original is removed before they are made', async () => {
    await original();
    const { timeline } = await w.createWith({ slides: [{ video: copy('sl_ready') }] });
    w.files.files.delete('video.flac');
    await w.work();
    const failed = [...w.store.all()].find(({ timeline: { id } }) => id === timeline.id)?.slides[0];
    expect(failed?.video_request?.error).toMatchObject({
      code: 'video_invalid',
      message: expect.stringContaining('removed'),
    });
    // The copy of the footage has a tombstone.
    expect(w.tombstones.files()).toEqual([...w.files.files.keys()].filter((key) => key.includes(timeline.id)));
  });

  it('come to the slide after a kill at every call of a port, without a file that nothing knows', async () => {
    const slides = [{ video: copy('sl_ready') }];
    const work = () => w.createWith({ slides }).then(() => w.work());
    await original();
    await work();
    const { calls } = w.kill;
    expect(calls).toBeGreaterThan(10);
    for (const at of killPoints(calls)) {
      w = world();
      await original();
      w.kill.at = at;
      await expect(work(), `call ${at.call} ${at.effect}`).rejects.toThrow(Killed);
      w.kill.at = undefined;
      w.sent.length = 0;
      for (let round = 0; round < 3; round++) {
        await w.sweep();
        await w.work();
      }
      const { made, all } = copied();
      const [video] = all;
      if (made) expect(contentOf(video?.key), `call ${at.call} ${at.effect}`).toBe('video.footage');
      const named = video ? [video.key, video.sound?.key, video.poster.key] : [];
      const known = new Set([...named, ...w.tombstones.files(), ...names.flatMap(keysOf)]);
      expect([...w.files.files.keys()].filter((key) => !known.has(key))).toEqual([]);
    }
  });
});
