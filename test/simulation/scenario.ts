import type { Principal } from '#features/accounts/public.ts';
import { deleteSlideImage, imageUploadOperation } from '#features/images/set-slide-image.ts';
import { deleteBackgroundAudio, musicUploadOperation } from '#features/music/set-background-audio.ts';
import { generateSlideAudio } from '#features/narration/generate-slide-audio.ts';
import { recordingUploadOperation } from '#features/narration/recording/set-recording.ts';
import { cancelRender } from '#features/renders/cancel-render.ts';
import { type CreateRenderBody, createRender } from '#features/renders/create-render.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';
import { deleteSlide, updateSlide } from '#features/timelines/edit-slides.ts';
import type { Slide } from '#features/timelines/slide.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { type ReceiveFileDeps, receiveFile, type UploadOperation } from '#features/uploads/receive-file.ts';
import { deleteWebhook } from '#features/webhooks/manage-webhooks.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { Machine } from './machine.ts';
import { sealedFor, type World } from './world.ts';

/** What the clients of a schedule were answered. */
export interface Told {
  /** Renders that were accepted, by their id; and those whose cancel was answered. */
  accepted: Set<string>;
  canceled: Set<string>;
  /** Slides whose image was accepted, and those of which a client removed something. */
  images: Set<string>;
  removed: Set<string>;
  /** The codes of refused requests. */
  refused: string[];
}

const NOTES = ['', 'Hello.', 'The tide comes in.', 'It goes out again.'];

/** How much a schedule has in it. Small ones are over sooner: more of them meet more orders of the same few calls. */
export interface Size {
  accounts: number;
  slides: readonly number[];
  timelines: readonly number[];
  renders: readonly number[];
  webhooks: readonly number[];
  /** The share of schedules with a narration, an edit, an upload of each kind, and removals. */
  extras: number;
  /** Times as many of its calls go wrong as of a whole schedule, so that it meets as many faults. */
  roughness: number;
}
const WHOLE: Size = {
  accounts: 1,
  slides: [1, 1, 2, 2, 3, 4],
  timelines: [1, 1, 1, 1, 2],
  renders: [1, 1, 1, 2, 3],
  webhooks: [0, 1, 1, 2],
  extras: 0.25,
  roughness: 1,
};
const SMALL: Size = {
  ...WHOLE,
  slides: [1, 2, 2],
  timelines: [1],
  renders: [1, 1, 1, 2],
  webhooks: [0, 1],
  roughness: 2,
};
/** One render of one slide, with little next to it: the fewest calls in which most orders can be met. */
const TINY: Size = { ...SMALL, slides: [1], renders: [1], webhooks: [0, 0, 1], extras: 0.08, roughness: 3 };
/** Nothing but a client's files and narration: what renders would hide in hundreds of calls. */
const FILES: Size = { ...SMALL, slides: [1, 2], renders: [0], webhooks: [0], extras: 0.6, roughness: 4 };
const CROWDED: Size = { ...WHOLE, accounts: 2 };

/** The size of a schedule, from its seed. */
export function sizeOf(random: () => number): Size {
  const drawn = random();
  if (drawn < 0.45) return TINY;
  if (drawn < 0.7) return FILES;
  if (drawn < 0.88) return SMALL;
  return drawn < 0.98 ? WHOLE : CROWDED;
}

/** One client with its account, timelines and receivers. */
class Client {
  readonly principal: Principal;
  readonly timelines: LoadedTimeline[] = [];
  readonly webhooks: string[] = [];

  constructor(index: number) {
    this.principal = { account_id: `acc_simulated${index}`, plan: 'max', method: 'api_key', scope: 'write' };
  }

  get id(): string {
    return this.principal.account_id;
  }

  /** Its own address. */
  url(host: 'one' | 'two' | 'own'): string {
    return `https://${host}.example/${this.id}`;
  }
}

/** Lets clients do a few things at times from the seed. */
export class Scenario {
  readonly told: Told = {
    accepted: new Set(),
    canceled: new Set(),
    images: new Set(),
    removed: new Set(),
    refused: [],
  };
  /** Requests that were not made or not answered yet. */
  open = 0;
  readonly clients: readonly Client[];
  readonly #world: World;
  readonly #random: () => number;
  readonly #size: Size;

  constructor(world: World, size: Size = WHOLE) {
    this.#world = world;
    this.#random = world.sim.random;
    this.#size = size;
    this.clients = Array.from({ length: size.accounts }, (_, index) => new Client(index));
  }

  #pick<Item>(list: readonly Item[]): Item {
    return list[Math.floor(this.#random() * list.length)] as Item;
  }

  async begin(): Promise<void> {
    for (const client of this.clients) await this.#beginClient(client);
  }

  async #beginClient(client: Client): Promise<void> {
    const { timelines, renders, webhooks, extras } = this.#size;
    await this.#putWebhooks(client, this.#pick(webhooks));
    for (let i = this.#pick(timelines); i > 0; i--) await this.#putTimeline(client);
    for (let i = this.#pick(renders); i > 0; i--)
      this.#later(this.#random() < 0.5 ? 2000 : 60_000, () => this.#render(client));
    const also = (within: number, act: () => void, share = extras): void => {
      if (this.#random() < share) this.#later(within, act);
    };
    also(30_000, () => this.#narrate(client));
    also(30_000, () => this.#edit(client));
    also(20_000, () => this.#uploadImage(client));
    also(20_000, () => this.#uploadImage(client), extras / 2);
    also(20_000, () => this.#uploadRecording(client));
    also(20_000, () => this.#uploadMusic(client));
    also(60_000, () => this.#remove(client));
    also(600_000, () => this.#deleteTimeline(client), extras / 2);
    also(60_000, () => this.#deleteWebhook(client), extras / 4);
  }

  #later(ms: number, act: () => void): void {
    this.open += 1;
    this.#world.sim.scheduler.after(this.#random() * ms, () => {
      act();
      this.open -= 1;
    });
  }

  #request<Answer>(
    name: string,
    work: Parameters<World['request']>[1],
    whenAnswered: (answer: Answer) => void,
    whenFailed: (error: unknown) => void = () => undefined,
  ): void {
    this.open += 1;
    this.#world.request(name, work, (answer, error) => {
      this.open -= 1;
      if (error === undefined) whenAnswered(answer as Answer);
      else {
        if (error instanceof ServiceError) this.told.refused.push(error.code);
        whenFailed(error);
      }
    });
  }

  async #putWebhooks(client: Client, count: number): Promise<void> {
    const { receivers, stores, sim } = this.#world;
    const hosts = ['one', 'two', 'own'] as const;
    for (const [index, host] of hosts.entries()) {
      const url = client.url(host);
      const before = this.#pick([500, 500, 'timeout', 410] as const);
      receivers.habits.set(url, {
        // A receiver that is gone says so for ever.
        upFrom:
          before === 410
            ? this.#random() < 0.1
              ? Number.POSITIVE_INFINITY
              : 0
            : this.#random() < 0.7
              ? 0
              : sim.scheduler.now + this.#random() * this.#pick([60_000, 600_000, 20_000_000]),
        before,
        slowness: this.#random() < 0.8 ? 200 : 9000,
      });
      if (index >= count) continue;
      const id = newId('webhook', new Date(sim.scheduler.now));
      await stores.webhooks.putWebhook({
        id,
        account_id: client.id,
        url,
        events:
          index === 0 && this.#random() < 0.5
            ? ['render.completed', 'render.failed', 'render.progress']
            : ['render.completed', 'render.failed'],
        description: '',
        status: 'active',
        secret: sealedFor(client.id),
        created_at: new Date(sim.scheduler.now).toISOString(),
      });
      client.webhooks.push(id);
    }
  }

  async #putTimeline(client: Client): Promise<void> {
    const { stores, sim } = this.#world;
    const now = new Date(sim.scheduler.now);
    const at = now.toISOString();
    const id = newId('timeline', now);
    const slides = Array.from(
      { length: this.#pick(this.#size.slides) },
      (_, index): Slide => ({
        id: newId('slide', now),
        rev: createOpaqueToken(now),
        timeline_id: id,
        title: `Slide ${index}`,
        bullet_points: [],
        speaker_notes: this.#pick(NOTES),
        layout: 'auto',
        build: 'none',
        created_at: at,
        updated_at: at,
      }),
    );
    const timeline: LoadedTimeline = {
      timeline: {
        id,
        account_id: client.id,
        title: 'Tides',
        format: 'landscape',
        resolution: '1080p',
        template_id: 'plain',
        language: 'en',
        transition: { type: 'none', duration_seconds: 0 },
        metadata: {},
        slides: slides.map(({ id: slideId, rev }) => ({ id: slideId, rev })),
        version: 1,
        duration_seconds: 0,
        created_at: at,
        updated_at: at,
      },
      slides,
    };
    await stores.audios.timelines.insert(timeline, { timelines: 10 });
    client.timelines.push(timeline);
  }

  #render(client: Client): void {
    const isShared = this.#random() < 0.5;
    const body: CreateRenderBody = {
      timeline_id: this.#pick(client.timelines).timeline.id,
      output: {
        fps: 30,
        quality: 'standard',
        captions: this.#pick(['none', 'sidecar', 'embedded'] as const),
        // Stills of AV1 in 4K cost so much that several workers share them.
        ...(isShared ? { codec: 'av1' as const, resolution: '2160p' as const } : { codec: 'h264' as const }),
      },
      narration: this.#random() < 0.1 ? 'none' : 'auto',
      metadata: {},
      ...(this.#random() < 0.3 ? { webhook_url: client.url('own') } : {}),
    };
    this.#request<Awaited<ReturnType<typeof createRender>>>(
      'createRender',
      (machine) => createRender(this.#world.createRenderDeps(machine), client.principal, body),
      ({ render }) => {
        this.told.accepted.add(render.id);
        if (this.#random() < 0.2) this.#later(this.#pick([500, 10_000, 60_000]), () => this.#cancel(client, render.id));
      },
    );
  }

  #cancel({ principal }: Client, id: string): void {
    this.#request(
      'cancelRender',
      (machine) =>
        cancelRender(
          {
            renders: this.#world.renders(machine),
            queue: this.#world.taskQueue(machine),
            batchQueue: this.#world.batchQueue(machine),
            clock: machine.clock,
          },
          principal,
          id,
        ),
      () => void this.told.canceled.add(id),
    );
  }

  #slide({ timelines }: Client): { id: string; sid: string } {
    const { timeline, slides } = this.#pick(timelines);
    return { id: timeline.id, sid: this.#pick(slides).id };
  }

  #narrate(client: Client): void {
    const place = this.#slide(client);
    const text = this.#pick([undefined, 'Something else.', ...NOTES.slice(1)]);
    this.#request(
      'generateAudio',
      (machine) =>
        generateSlideAudio(this.#world.generateDeps(machine), client.principal, place, {
          ...(text === undefined ? {} : { text }),
          speed: 1,
          format: this.#pick(['mp3', 'wav'] as const),
        }),
      () => undefined,
    );
  }

  #edit(client: Client): void {
    const place = this.#slide(client);
    const speaker_notes = this.#pick(NOTES);
    this.#request(
      'updateSlide',
      (machine) => updateSlide(this.#world.timelineDeps(machine), client.principal, place, { speaker_notes }),
      () => undefined,
    );
  }

  /** Removes a slide, its image, or the music. */
  #remove(client: Client): void {
    const place = this.#slide(client);
    const what = this.#pick(['slide', 'image', 'music'] as const);
    this.told.removed.add(place.sid);
    this.#request(
      `delete ${what}`,
      async (machine) => {
        const deps = this.#world.timelineDeps(machine);
        if (what === 'slide') await deleteSlide(deps, client.principal, place.id, place.sid);
        else if (what === 'image') await deleteSlideImage(deps, client.principal, place);
        else await deleteBackgroundAudio(deps, client.principal, place.id);
      },
      () => undefined,
    );
  }

  #deleteTimeline(client: Client): void {
    const { id } = this.#slide(client);
    for (const { timeline, slides } of client.timelines)
      if (timeline.id === id) for (const slide of slides) this.told.removed.add(slide.id);
    this.#request(
      'deleteTimeline',
      (machine) => deleteTimeline(this.#world.timelineDeps(machine), client.principal, id),
      () => undefined,
    );
  }

  #deleteWebhook(client: Client): void {
    const id = this.#pick(client.webhooks);
    if (id === undefined) return;
    this.#request(
      'deleteWebhook',
      (machine) => deleteWebhook(this.#world.webhookDeps(machine), client.principal, id),
      () => undefined,
    );
  }

  #uploadImage(client: Client): void {
    const place = this.#slide(client);
    this.#upload(
      client,
      `image ${Math.floor(this.#random() * 1e6)}`,
      { content_type: 'image/png', options: { fit: 'cover', focus: { x: 0.5, y: 0.5 }, alt: '' } },
      (machine) => {
        const deps = this.#world.imageDeps(machine);
        return { deps, operation: imageUploadOperation(deps, client.principal, place, async () => undefined) };
      },
      () => this.told.images.add(place.sid),
    );
  }

  #uploadRecording(client: Client): void {
    const place = this.#slide(client);
    this.#upload(
      client,
      `recording ${Math.floor(this.#random() * 1e6)}`,
      { content_type: 'audio/wav', options: {} },
      (machine) => {
        const deps = this.#world.recordingDeps(machine);
        return { deps, operation: recordingUploadOperation(deps, client.principal, place, async () => undefined) };
      },
    );
  }

  #uploadMusic(client: Client): void {
    const { id } = this.#slide(client);
    const options = { volume: 0.2, fade_in_seconds: 0, fade_out_seconds: 0, loop: true, duck: true };
    this.#upload(
      client,
      `music ${Math.floor(this.#random() * 1e6)}`,
      { content_type: 'audio/flac', options },
      (machine) => {
        const deps = this.#world.musicDeps(machine);
        return { deps, operation: musicUploadOperation(deps, client.principal, id, async () => undefined) };
      },
    );
  }

  /** Announces a file, sends it, and completes the upload: again, when there was no answer. Some are never completed. */
  #upload<Options>(
    { principal, id: account }: Client,
    shows: string,
    { content_type, options }: { content_type: string; options: Options },
    operationOn: (machine: Machine) => { deps: ReceiveFileDeps; operation: UploadOperation<Options> },
    whenDone: () => void = () => undefined,
  ): void {
    const receive = (
      request: Parameters<typeof receiveFile<Options>>[3],
      whenAnswered: (id: string) => void,
      tried = 1,
    ): void => {
      let upload = '';
      this.#request(
        'upload',
        (machine) => {
          const { deps, operation } = operationOn(machine);
          return receiveFile(deps, principal, operation, request, async (answer) => {
            upload = answer.upload.id;
            return undefined;
          });
        },
        () => whenAnswered(upload),
        (error) => {
          if (tried < 4 && !(error instanceof ServiceError))
            this.#later(2000, () => receive(request, whenAnswered, tried + 1));
        },
      );
    };
    receive({ content_type, size_bytes: shows.length }, (id) => {
      this.#world.stores.files.files.set(storageKeys.upload(account, id), Buffer.from(shows));
      if (this.#random() < 0.1) return;
      receive({ upload_id: id, ...options }, whenDone);
    });
  }
}
