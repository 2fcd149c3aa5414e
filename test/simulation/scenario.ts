import type { Principal } from '../../lib/accounts/public.ts';
import { imageUploadOperation } from '../../lib/images/set-slide-image.ts';
import { generateAudio } from '../../lib/narration/generate-audio.ts';
import { cancelRender } from '../../lib/renders/cancel-render.ts';
import { type CreateRenderBody, createRender } from '../../lib/renders/create-render.ts';
import { ServiceError } from '../../lib/shared/errors.ts';
import { newId, newToken } from '../../lib/shared/ids.ts';
import { storageKeys } from '../../lib/shared/storage-keys.ts';
import { updateSlide } from '../../lib/timelines/edit-slides.ts';
import type { Slide } from '../../lib/timelines/slide.ts';
import type { LoadedTimeline } from '../../lib/timelines/timeline.ts';
import { receiveFile } from '../../lib/uploads/receive-file.ts';
import { sealedFor, type World } from './world.ts';

/** What the clients of a schedule were answered. */
export interface Told {
  /** Renders that were accepted, by their id; and those whose cancel was answered. */
  accepted: Set<string>;
  canceled: Set<string>;
  /** What every image of a slide shows that was set, by the slide; the last answer. */
  images: Map<string, string>;
  /** Slides whose image no client changes any more after that answer. */
  refused: string[];
}

export const ACCOUNT = 'acc_simulated';
const PRINCIPAL: Principal = { account_id: ACCOUNT, plan: 'max', method: 'api_key' };
const NOTES = ['', 'Hello.', 'The tide comes in.', 'It goes out again.'];
const WEBHOOK_URL = 'https://one.example/hook';
const SECOND_URL = 'https://two.example/hook';
const RENDER_URL = 'https://own.example/hook';

/** Lets clients do a few things at times from the seed. */
export class Scenario {
  readonly told: Told = { accepted: new Set(), canceled: new Set(), images: new Map(), refused: [] };
  /** Requests that were not made or not answered yet. */
  open = 0;
  readonly #world: World;
  readonly #random: () => number;
  readonly #timelines: LoadedTimeline[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#random = world.sim.random;
  }

  #pick<Item>(list: readonly Item[]): Item {
    return list[Math.floor(this.#random() * list.length)] as Item;
  }

  async begin(): Promise<void> {
    await this.#putWebhooks();
    const timelines = this.#random() < 0.8 ? 1 : 2;
    for (let i = 0; i < timelines; i++) await this.#putTimeline();
    const renders = this.#pick([1, 1, 1, 2, 3]);
    for (let i = 0; i < renders; i++) this.#later(this.#random() < 0.5 ? 2000 : 60_000, () => this.#render());
    if (this.#random() < 0.3) this.#later(30_000, () => this.#narrate());
    if (this.#random() < 0.25) this.#later(30_000, () => this.#edit());
    if (this.#random() < 0.25) this.#later(20_000, () => this.#upload());
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

  async #putWebhooks(): Promise<void> {
    const { receivers, stores, sim } = this.#world;
    const count = this.#pick([0, 1, 1, 2]);
    for (const [index, url] of [WEBHOOK_URL, SECOND_URL, RENDER_URL].entries()) {
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
      await stores.webhooks.putWebhook({
        id: newId('webhook', new Date(sim.scheduler.now)),
        account_id: ACCOUNT,
        url,
        events:
          index === 0
            ? ['render.completed', 'render.failed', 'render.progress']
            : ['render.completed', 'render.failed'],
        description: '',
        status: 'active',
        secret: sealedFor(ACCOUNT),
        created_at: new Date(sim.scheduler.now).toISOString(),
      });
    }
  }

  async #putTimeline(): Promise<void> {
    const { stores, sim } = this.#world;
    const now = new Date(sim.scheduler.now);
    const at = now.toISOString();
    const id = newId('timeline', now);
    const slides = Array.from(
      { length: this.#pick([1, 1, 2, 2, 3, 4]) },
      (_, index): Slide => ({
        id: newId('slide', now),
        rev: newToken(now),
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
        account_id: ACCOUNT,
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
    this.#timelines.push(timeline);
  }

  #render(): void {
    const isShared = this.#random() < 0.5;
    const body: CreateRenderBody = {
      timeline_id: this.#pick(this.#timelines).timeline.id,
      output: {
        fps: 30,
        quality: 'standard',
        captions: this.#pick(['none', 'sidecar', 'embedded'] as const),
        // Stills of AV1 in 4K cost so much that several workers share them.
        ...(isShared ? { codec: 'av1' as const, resolution: '2160p' as const } : { codec: 'h264' as const }),
      },
      narration: this.#random() < 0.1 ? 'none' : 'auto',
      metadata: {},
      ...(this.#random() < 0.3 ? { webhook_url: RENDER_URL } : {}),
    };
    this.#request<Awaited<ReturnType<typeof createRender>>>(
      'createRender',
      (machine) => createRender(this.#world.createRenderDeps(machine), PRINCIPAL, body),
      ({ render }) => {
        this.told.accepted.add(render.id);
        if (this.#random() < 0.2) this.#later(this.#pick([500, 10_000, 60_000]), () => this.#cancel(render.id));
      },
    );
  }

  #cancel(id: string): void {
    this.#request(
      'cancelRender',
      (machine) =>
        cancelRender(
          { renders: this.#world.renders(machine), queue: this.#world.taskQueue(machine), clock: machine.clock },
          PRINCIPAL,
          id,
        ),
      () => void this.told.canceled.add(id),
    );
  }

  #slide(): { id: string; sid: string } {
    const { timeline, slides } = this.#pick(this.#timelines);
    return { id: timeline.id, sid: this.#pick(slides).id };
  }

  #narrate(): void {
    const place = this.#slide();
    const text = this.#pick([undefined, 'Something else.', ...NOTES.slice(1)]);
    this.#request(
      'generateAudio',
      (machine) =>
        generateAudio(this.#world.generateDeps(machine), PRINCIPAL, place, {
          ...(text === undefined ? {} : { text }),
          speed: 1,
          format: this.#pick(['mp3', 'wav'] as const),
        }),
      () => undefined,
    );
  }

  #edit(): void {
    const place = this.#slide();
    this.#request(
      'updateSlide',
      (machine) => updateSlide(this.#world.imageDeps(machine), PRINCIPAL, place, { speaker_notes: this.#pick(NOTES) }),
      () => undefined,
    );
  }

  /** Announces an image, sends it, and completes the upload: again, when there was no answer. */
  #upload(): void {
    const place = this.#slide();
    const shows = `image ${Math.floor(this.#random() * 1e6)}`;
    const receive = (
      request: Parameters<typeof receiveFile>[3],
      whenAnswered: (id: string) => void,
      tried = 1,
    ): void => {
      let upload = '';
      this.#request(
        'uploadImage',
        (machine) => {
          const deps = this.#world.imageDeps(machine);
          return receiveFile(
            deps,
            PRINCIPAL,
            imageUploadOperation(deps, PRINCIPAL, place, async () => undefined),
            request as never,
            async (answer) => {
              upload = answer.upload.id;
              return undefined;
            },
          );
        },
        () => whenAnswered(upload),
        (error) => {
          if (tried < 4 && !(error instanceof ServiceError))
            this.#later(2000, () => receive(request, whenAnswered, tried + 1));
        },
      );
    };
    receive({ content_type: 'image/png', size_bytes: shows.length }, (id) => {
      this.#world.stores.files.files.set(storageKeys.upload(ACCOUNT, id), Buffer.from(shows));
      receive({ upload_id: id, fit: 'cover', focus: { x: 0.5, y: 0.5 }, alt: '' } as never, () => {
        this.told.images.set(place.sid, shows);
      });
    });
  }
}
