import { setTimeout as wait } from 'node:timers/promises';
import type { Schemas } from '#front/client/client.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import type { Client, Service } from '../service/start-service.ts';

export interface CrowdOutOptions {
  /** How many narrations and renders the first account asks for. */
  narrations: number;
  renders: number;
  /** Characters of each narration, also of those of the other accounts. */
  characters: number;
  /** How often another account is measured next to the first; and before that alone, unless `alone` is false. */
  rounds: number;
  alone?: boolean;
  /** Hears of each step as it ends. */
  onStep?: (step: string) => void;
}

/** Seconds from the request to the end: of a narration, and of a render of one slide that speaks. */
export interface SlideTimes {
  narration: number;
  render: number;
}

export interface CrowdOutOutcome {
  idle: SlideTimes[];
  crowded: SlideTimes[];
  /** What the first account still had to do after the last measurement. */
  left: { narrations: number; renders: number };
}

const SLIDES_PER_TIMELINE = 100;
// Two looks each time: within the 600 requests a minute of the larger plan.
const LOOK_MS = 250;
const AT_ONCE = 8;

/** 37 and 30 have no common factor: 1,110 renders have another video or output each, and none finds the clips of another. */
const FILMS = 37;
const OUTPUTS = [24, 25, 30, 50, 60].flatMap((fps) =>
  ['draft', 'standard', 'high'].flatMap((quality) => ['h264', 'vp9'].map((codec) => ({ fps, quality, codec }))),
);

let texts = 0;
/** Words that no other slide has: the service must speak them. */
function newText(characters: number): string {
  texts += 1;
  const sentence = `Number ${texts} of this run says another sentence of some length. `;
  return sentence
    .repeat(Math.ceil(characters / sentence.length))
    .slice(0, characters)
    .trimEnd();
}

/** Sends a request again while the account is over one of its limits by the minute, or its queue is full. */
async function insist<Body>(send: () => ReturnType<Client['call']>, hurry: AbortSignal): Promise<Body | undefined> {
  while (!hurry.aborted) {
    const { status, headers, body } = await send();
    if (status === 200) return body as Body;
    if (status !== 429) throw new Error(`${status} ${JSON.stringify(body)}`);
    await wait(Number(headers.get('retry-after') ?? 1) * 1000, undefined, { signal: hurry }).catch(() => undefined);
  }
  return undefined;
}

async function timelinesOf(client: Client, slides: number, characters: number): Promise<Schemas['Timeline'][]> {
  const made: Schemas['Timeline'][] = [];
  for (let left = slides; left > 0; left -= SLIDES_PER_TIMELINE)
    made.push(
      await client.ok<Schemas['Timeline']>('POST', '/timelines', {
        title: 'Much',
        slides: Array.from({ length: Math.min(left, SLIDES_PER_TIMELINE) }, (_, slide) => ({
          title: `Slide ${slide + 1}`,
          speaker_notes: newText(characters),
        })),
      }),
    );
  return made;
}

/** Silent timelines: what an account may have spoken in a month is spent on the narrations. */
async function filmsOf(client: Client, renders: number): Promise<string[]> {
  const ids: string[] = [];
  for (let film = 0; film < Math.min(FILMS, renders); film++) {
    const slides = Array.from({ length: 6 }, (_, slide) => ({ title: `Film ${film}, slide ${slide}` }));
    const { id } = await client.ok<Schemas['Timeline']>('POST', '/timelines', { title: `Film ${film}`, slides });
    ids.push(id);
  }
  return ids;
}

async function ended(look: () => Promise<string>, good: string): Promise<number> {
  for (;;) {
    const status = await look();
    if (status === good) return performance.now();
    if (status === 'failed' || status === 'canceled') throw new Error(`it is ${status}`);
    await wait(LOOK_MS);
  }
}

/** A new account asks for one narration and one render at the same time. */
async function measureSlide(service: Service, characters: number): Promise<SlideTimes> {
  const client = await service.account('max');
  const [heard, seen] = [await timelinesOf(client, 1, characters), await timelinesOf(client, 1, characters)].flat();
  if (!heard?.slides[0] || !seen) throw new Error('a timeline has no slide');
  const path = `/timelines/${heard.id}/slides/${heard.slides[0].id}/audio`;
  const narrate = async () => {
    const asked = performance.now();
    await client.ok('POST', path, {});
    return (await ended(async () => (await client.ok<{ status: string }>('GET', path)).status, 'ready')) - asked;
  };
  const render = async () => {
    const asked = performance.now();
    const { id } = await client.ok<{ id: string }>('POST', '/renders', { timeline_id: seen.id });
    const look = async () => (await client.ok<{ status: string }>('GET', `/renders/${id}`)).status;
    return (await ended(look, 'completed')) - asked;
  };
  const [narration, rendering] = await Promise.all([narrate(), render()]);
  return { narration: narration / 1000, render: rendering / 1000 };
}

async function leftOf(client: Client, timelines: readonly Schemas['Timeline'][], renderIds: readonly string[]) {
  let narrations = 0;
  for (const { id } of timelines) {
    const { slides } = await client.ok<Schemas['Timeline']>('GET', `/timelines/${id}`);
    narrations += slides.filter(({ audio: { status } }) => status === 'queued' || status === 'processing').length;
  }
  let renders = 0;
  await forEachConcurrent(renderIds, AT_ONCE, async (id) => {
    const { status } = await client.ok<{ status: string }>('GET', `/renders/${id}`);
    if (['queued', 'processing', 'rendering'].includes(status)) renders += 1;
  });
  return { narrations, renders };
}

/**
 * One account asks for as much as it may, and continues asking while it is refused. Meanwhile other accounts ask for one
 * narration and one render each. Measures those, before and next to that.
 */
export async function crowdOut(service: Service, options: CrowdOutOptions): Promise<CrowdOutOutcome> {
  const { narrations, renders, characters, rounds, alone = true, onStep = () => undefined } = options;
  const crowd = await service.account('max');
  const idle: SlideTimes[] = [];
  if (alone) {
    // The first run of a worker loads its program.
    await measureSlide(service, characters);
    for (let round = 0; round < rounds; round++) idle.push(await measureSlide(service, characters));
    onStep(`alone: ${JSON.stringify(idle)}`);
  }

  const timelines = await timelinesOf(crowd, narrations, characters);
  const films = await filmsOf(crowd, renders);
  const over = new AbortController();
  const renderIds: string[] = [];
  const slides = timelines.flatMap(({ id, slides: own }) => own.map((slide) => ({ id, slide: slide.id })));
  const narrating = forEachConcurrent(slides, AT_ONCE, async ({ id, slide }) => {
    const path = `/timelines/${id}/slides/${slide}/audio`;
    await insist(() => crowd.call('POST', path, {}), over.signal);
  });
  const rendering = forEachConcurrent(Array.from({ length: renders }).keys(), 2, async (number) => {
    const body = { timeline_id: films[number % films.length], output: OUTPUTS[number % OUTPUTS.length] };
    const render = await insist<{ id: string }>(() => crowd.call('POST', '/renders', body), over.signal);
    if (render) renderIds.push(render.id);
  });
  // All of the narrations are asked for; more renders than may wait are asked for again and again.
  await narrating;
  onStep(`${narrations} narrations and ${renderIds.length} renders are asked for`);

  const crowded: SlideTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    crowded.push(await measureSlide(service, characters));
    onStep(`beside them: ${JSON.stringify(crowded.at(-1))}, ${renderIds.length} renders were taken`);
  }
  over.abort();
  await rendering;
  return { idle, crowded, left: await leftOf(crowd, timelines, renderIds) };
}
