import type { Caller, KnownTimeline, LoadClient } from './client.ts';

/** Most timelines of a client: it deletes the oldest before it makes one more. */
const TIMELINES = 4;
const SLIDES = 6;
/** Most slides of a timeline: beyond it a slide goes for each that comes. */
const MOST_SLIDES = 12;

/** What an operation of the mix needs. */
export interface MixContext {
  caller: Caller;
  client: LoadClient;
  /** A number from 0 to 1, 1 excluded. */
  random(): number;
  /** The bytes of a PNG file. */
  picture: Uint8Array<ArrayBuffer>;
}

interface Operation {
  /** How often it is chosen, among the sum of all. */
  weight: number;
  run(context: MixContext): Promise<unknown>;
}

interface TimelineBody {
  id: string;
  slides: { id: string }[];
}

const pick = <T>(values: readonly T[], random: () => number): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError('there is nothing to choose from');
  return value;
};

const timelineOf = ({ client, random }: MixContext): KnownTimeline => pick(client.timelines, random);

const slideBody = (random: () => number) => ({
  title: `Figures of week ${Math.ceil(random() * 52)}`,
  bullet_points: [
    'Orders rose in every region',
    'Returns fell below two percent',
    `Team of ${Math.ceil(random() * 99)}`,
  ],
  duration_seconds: 2,
});

/** Makes a timeline, and deletes the oldest of a client that has many. */
export async function makeTimeline(context: MixContext): Promise<void> {
  const { caller, client, random } = context;
  if (client.timelines.length >= TIMELINES) {
    const [oldest] = client.timelines.splice(0, 1);
    await caller.json(client, 'change', `DELETE /timelines/${oldest?.id}`);
  }
  const made = await caller.json<TimelineBody>(client, 'change', 'POST /timelines', {
    title: 'Weekly report',
    language: 'en',
    resolution: '720p',
    slides: Array.from({ length: SLIDES }, () => slideBody(random)),
  });
  client.timelines.push({ id: made.id, slides: made.slides.map(({ id }) => id) });
}

async function addSlide({ caller, client, random }: MixContext, timeline: KnownTimeline): Promise<void> {
  const { id } = await caller.json<{ id: string }>(
    client,
    'change',
    `POST /timelines/${timeline.id}/slides`,
    slideBody(random),
  );
  timeline.slides.push(id);
}

async function removeSlide({ caller, client }: MixContext, timeline: KnownTimeline): Promise<void> {
  const [slide] = timeline.slides.splice(0, 1);
  await caller.json(client, 'change', `DELETE /timelines/${timeline.id}/slides/${slide}`);
}

async function addOrRemoveSlide(context: MixContext): Promise<void> {
  const timeline = timelineOf(context);
  if (timeline.slides.length >= MOST_SLIDES) await removeSlide(context, timeline);
  await addSlide(context, timeline);
}

/** Announces a picture, sends its bytes, and puts it on a slide. */
async function uploadImage(context: MixContext): Promise<void> {
  const { caller, client, random, picture } = context;
  const timeline = timelineOf(context);
  const { upload } = await caller.json<{ upload: { id: string; url: string; headers: Record<string, string> } }>(
    client,
    'change',
    'POST /uploads',
    { content_type: 'image/png', size_bytes: picture.length },
  );
  const { 'content-length': _, ...headers } = upload.headers;
  const sent = await fetch(upload.url, { method: 'PUT', headers, body: picture });
  await sent.arrayBuffer();
  if (!sent.ok) throw new Error(`the upload got ${sent.status}`);
  await caller.json(client, 'change', `PUT /timelines/${timeline.id}/slides/${pick(timeline.slides, random)}`, {
    image: { upload_id: upload.id },
  });
}

const read =
  (path: (context: MixContext) => string): Operation['run'] =>
  (context) =>
    context.caller.json(context.client, 'read', `GET ${path(context)}`);

/** Operations of people who work on videos: most requests read, many change a slide. */
const OPERATIONS: readonly Operation[] = [
  { weight: 30, run: read((context) => `/timelines/${timelineOf(context).id}`) },
  { weight: 12, run: read(() => '/timelines') },
  { weight: 6, run: read(() => '/renders') },
  { weight: 3, run: read(() => '/entitlements') },
  { weight: 2, run: read(() => '/voices') },
  { weight: 1, run: read(() => '/webhooks') },
  {
    weight: 5,
    run: (context) => context.caller.json(context.client, 'drawing', `GET /timelines/${timelineOf(context).id}/check`),
  },
  {
    weight: 6,
    run(context) {
      const { id, slides } = timelineOf(context);
      const path = `/timelines/${id}/slides/${pick(slides, context.random)}/preview`;
      return context.caller.bytes(context.client, 'drawing', `GET ${path}`);
    },
  },
  {
    weight: 22,
    run(context) {
      const { id, slides } = timelineOf(context);
      const path = `/timelines/${id}/slides/${pick(slides, context.random)}`;
      return context.caller.json(context.client, 'change', `PUT ${path}`, slideBody(context.random));
    },
  },
  { weight: 7, run: addOrRemoveSlide },
  { weight: 3, run: makeTimeline },
  { weight: 2, run: uploadImage },
  {
    weight: 1,
    run: ({ caller, client }) =>
      client.webhook === undefined
        ? caller.json(client, 'read', 'GET /webhooks')
        : caller.json(client, 'change', `POST /webhooks/${client.webhook}/test`, { event: 'render.completed' }),
  },
];

const WEIGHTS = OPERATIONS.reduce((sum, { weight }) => sum + weight, 0);

/** Does one operation of the mix. @throws CallFailed for any answer but a success */
export async function runOperation(context: MixContext): Promise<void> {
  let rest = context.random() * WEIGHTS;
  for (const { weight, run } of OPERATIONS) {
    rest -= weight;
    if (rest < 0) {
      await run(context);
      return;
    }
  }
}
