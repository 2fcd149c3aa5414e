import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { DECK_PROCESS_LIMITS } from '#app/sandbox/deck-process.ts';
import { createSeparateProcessDeckReader } from '#app/sandbox/isolated-deck-reader.ts';
import type { DeckReadingJob, DeckReadingMetrics, IsolatedDeckResult } from '#features/imports/ports.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { click, effect, timing } from '#test/support/decks/animation.ts';
import { deckReader } from '#test/support/decks/deck-reader.ts';
import { decodePicture } from '#test/support/decks/decode-picture.ts';
import { ENDLESS, makePdf } from '#test/support/decks/pdf.ts';
import { boxAt, makePptx, pictureShape, textShape } from '#test/support/decks/pptx.ts';
import { ON_LAYOUT, themeParts } from '#test/support/decks/themed.ts';
import { makeZip } from '#test/support/decks/zip.ts';
import { isWhole } from '#test/support/depth.ts';
import { parentOf, processesRunning } from '#test/support/processes/process-tree.ts';

/** What no step of a good deck reaches, on whatever machine. */
const PATIENT = { ...DECK_PROCESS_LIMITS, stepCpuSeconds: 60, pictureCpuSeconds: 60 };
/** What every process takes before it has read anything. */
const IMPATIENT = { ...DECK_PROCESS_LIMITS, stepCpuSeconds: 0.05 };
const program = await deckReader();
const JOB = { account_id: 'acc_1', look: 'auto', pdf_text: 'none', long_side: 480, max_slides: 100 } as const;

const take = <Result>(
  job: Partial<DeckReadingJob> & Pick<DeckReadingJob, 'deck'>,
  use: (taken: IsolatedDeckResult) => Promise<Result>,
  limits = PATIENT,
) =>
  createSeparateProcessDeckReader({}, { program, decodePicture, limits })(
    { ...JOB, ...job },
    use,
    () => undefined,
    new AbortController().signal,
  );
const deckOf = (job: Parameters<typeof take>[0], limits = PATIENT) => take(job, async ({ deck }) => deck, limits);

/** It takes too much time or memory, whichever ends first on this machine. */
const endlessPage = { operators: ENDLESS };

describe('a deck that is read by its own process', () => {
  it('comes with its pictures, each encoded again and once', async () => {
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#208040' } })
      .png()
      .toBuffer();
    const slide = {
      shapes: textShape(3, 'obj', ['One']) + pictureShape(5, 'rId1', boxAt(600, 0, 400, 400)),
      relations: { rId1: ['image', 'media/a.png'] },
    } as const;
    const deck = makePptx({ slides: [slide, slide], parts: { 'ppt/media/a.png': png } });
    const taken = await take({ deck }, async ({ deck: read, pictures, bytesOf }) => ({
      named: read.slides.map(({ image }) => image?.source),
      pictures,
      format: (await sharp(Buffer.from(await bytesOf(pictures[0] ?? expect.fail('no picture')))).metadata()).format,
    }));
    expect(taken.pictures).toMatchObject([{ width: 30, height: 20, content_type: 'image/jpeg' }]);
    expect(taken.format).toBe('jpeg');
    expect(taken.named).toEqual(Array(2).fill({ from: 'path', path: taken.pictures[0]?.path }));
  });

  it('comes with all pictures of a slide that has several, without those that cannot be decoded', async () => {
    const png = (background: string) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .png()
        .toBuffer();
    const image = (name: string) => `<figure><img src="${name}"><figcaption>Picture ${name}</figcaption></figure>`;
    const slides = `<section><h2>T</h2>${['a.png', 'b.png', 'c.png'].map(image).join('')}</section>`;
    const deck = makeZip([
      { name: 'deck.html', bytes: `<!doctype html><div class="reveal"><div class="slides">${slides}</div></div>` },
      { name: 'a.png', bytes: await png('#208040') },
      { name: 'b.png', bytes: 'no picture' },
      { name: 'c.png', bytes: await png('#802040') },
    ]);
    const taken = await take({ deck }, async ({ deck: read, pictures }) => ({ read, pictures }));
    const [slide] = taken.read.slides;
    expect([slide?.image, ...(slide?.images ?? [])].map((each) => each?.caption)).toEqual([
      'Picture a.png',
      'Picture c.png',
    ]);
    expect(taken.pictures).toHaveLength(2);
    expect(taken.read.warnings.map(({ code }) => code)).toEqual(['picture_unreadable']);
  });

  it('leaves its recordings undecoded, and has each decoded with what its author cut off', async () => {
    const P14 = 'http://schemas.microsoft.com/office/powerpoint/2010/main';
    const sound = (id: number, trim = '') =>
      pictureShape(
        id,
        'rId9',
        '',
        '',
        `<a:audioFile r:link="rId1"/><p:extLst><p:ext><p14:media xmlns:p14="${P14}" r:embed="rId1">${trim}</p14:media></p:ext></p:extLst>`,
      );
    const narration = (id: number) =>
      `<p:audio isNarration="1"><p:cMediaNode><p:cTn/><p:tgtEl><p:spTgt spid="${id}"/></p:tgtEl></p:cMediaNode></p:audio>`;
    const deck = makePptx({
      slides: [
        {
          shapes: sound(5) + sound(6, '<p14:trim st="500"/>'),
          after: `<p:timing>${narration(5)}${narration(6)}</p:timing>`,
          relations: { rId1: ['audio', 'media/a.wav'] },
        },
      ],
      parts: { 'ppt/media/a.wav': 'RIFF and so on' },
    });
    const asked: unknown[] = [];
    const decodeSound = async (bytes: Uint8Array, accountId: string, cut?: object): Promise<Buffer> => {
      asked.push([Buffer.from(bytes).toString(), accountId, cut]);
      return Buffer.from([asked.length, 0]);
    };
    const joined = await createSeparateProcessDeckReader({}, { program, decodePicture, decodeSound, limits: PATIENT })(
      { ...JOB, deck },
      async ({ deck: read, soundOf }) => soundOf(read.slides[0]?.recording ?? expect.fail('no recording')),
      () => undefined,
      new AbortController().signal,
    );
    expect(asked).toEqual([
      ['RIFF and so on', 'acc_1', undefined],
      ['RIFF and so on', 'acc_1', { start_seconds: 0.5, end_seconds: 0 }],
    ]);
    expect([...joined]).toEqual([1, 0, 2, 0]);
  });

  it('comes with the logo of its master, as its author cropped it; one that is not a picture is left out', async () => {
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff8000' } })
      .png()
      .toBuffer();
    const cropped = pictureShape(9, 'rIdP', boxAt(20, 20, 120, 60)).replace('<a:blip', '<a:srcRect l="50000"/><a:blip');
    const themed = (bytes: Buffer | string) =>
      makePptx({
        slides: [{ shapes: textShape(2, 'title', ['T']), relations: ON_LAYOUT }],
        parts: themeParts({ master: cropped, picture: bytes }),
      });
    const [whole, broken] = await Promise.all(
      [picture, 'no picture'].map((bytes) =>
        take({ deck: themed(bytes), look: 'redesign' }, async ({ deck, pictures }) => ({
          logo: deck.brand?.logo,
          sides: pictures.filter(({ path }) => path === 'logo-1').map(({ width, height }) => [width, height]),
          rest: [deck.brand?.colors.background, deck.warnings.map(({ code }) => code)],
        })),
      ),
    );
    expect(whole).toMatchObject({ logo: { source: { path: 'logo-1' }, place: 'top_left' }, sides: [[20, 20]] });
    expect(broken).toMatchObject({ logo: undefined, sides: [], rest: whole?.rest });
  });

  it('says of each animated slide that its page in the PDF shows all at once', async () => {
    const shapes = textShape(2, 'title', ['T']) + textShape(4, null, ['Box']);
    const byItself = effect('exit', 4, undefined, 'afterEffect');
    const slides = ['', timing(click(effect('entr', 4)), click(effect('exit', 4))), timing(click(byItself))];
    const deck = await deckOf({
      deck: makePptx({ slides: slides.map((after) => ({ shapes, after })) }),
      pdf: makePdf([{}, {}, {}]),
    });
    expect(deck.slides.map(({ look }) => look)).toEqual(['original', 'original', 'original']);
    const told = deck.warnings.filter(({ code }) => code === 'animation_not_taken');
    expect(told.map(({ slide, message }) => [slide, /: its (.*) no effect\./.exec(message)?.[1]])).toEqual([
      [2, '2 clicks have'],
      [3, 'animation has'],
    ]);
  });

  it('loses a picture that cannot be decoded, and says so', async () => {
    const deck = await deckOf({
      look: 'redesign',
      deck: makePptx({
        slides: [
          { shapes: pictureShape(5, 'rId1', boxAt(0, 0, 400, 400)), relations: { rId1: ['image', 'media/a.png'] } },
        ],
        parts: { 'ppt/media/a.png': '<svg/>' },
      }),
    });
    expect(deck.slides[0]?.image).toBeUndefined();
    expect(deck.warnings).toMatchObject([{ slide: 1, code: 'picture_unreadable' }]);
  });

  it.runIf(isWhole)('loses the one page that has no end', async () => {
    const deck = await deckOf({ deck: makePdf([{}, endlessPage, {}]) }, DECK_PROCESS_LIMITS);
    expect(deck.slides.map(({ source_page }) => source_page)).toEqual([1, 3]);
    expect(deck.warnings).toMatchObject([{ slide: 2, code: 'page_unreadable' }]);
  });

  it('reports where its time went, also when it is refused', async () => {
    const times: DeckReadingMetrics[] = [];
    const read = (deck: Buffer, limits = PATIENT) =>
      createSeparateProcessDeckReader({}, { program, decodePicture, limits })(
        { ...JOB, deck, max_slides: 3 },
        async () => wait(120),
        () => undefined,
        new AbortController().signal,
        (noted) => times.push(noted),
      );
    await read(makePdf([{}, {}]));
    await expect(read(makePdf([{}, {}, {}, {}]))).rejects.toThrow(/slides/);
    const limits = { ...DECK_PROCESS_LIMITS, pictureCpuSeconds: 0.5 };
    await expect(read(makePdf([endlessPage, endlessPage]), limits)).rejects.toThrow(/takes too/);
    const [two, refused, endless] = times;
    expect(times).toHaveLength(3);
    expect(two?.pictures).toBe(2);
    expect(two?.decode_ms).toBeGreaterThan(0);
    expect(two?.store_ms).toBeGreaterThanOrEqual(119);
    expect(refused).toMatchObject({ drawing_cpu_ms: 0, pictures: 0, decode_ms: 0, store_ms: 0 });
    // Each of two processes was ended at its limit for a page.
    expect(endless?.drawing_cpu_ms).toBeGreaterThan(900);
    expect(endless).toMatchObject({ pictures: 0, decode_ms: 0, store_ms: 0 });
  });

  it('is given up after an abort, whatever it does', async () => {
    const stopped = new AbortController();
    const read = createSeparateProcessDeckReader({}, { program, decodePicture })(
      { ...JOB, deck: makePdf([endlessPage]) },
      async () => undefined,
      () => stopped.abort(new Error('enough')),
      stopped.signal,
    );
    await expect(read).rejects.toThrow('enough');
  });

  it('has pictures fetched by their addresses, each once, and says which could not be', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="red"/></svg>';
    const asked: string[] = [];
    const fetchPicture = async (url: string): Promise<Uint8Array> => {
      asked.push(url);
      if (url.endsWith('svg')) return Buffer.from(svg);
      throw new ServiceError('url_forbidden', 'that address is not allowed.');
    };
    const deck = Buffer.from(
      '# A\n\n![](https://a.example/a.svg)\n\n# B\n\n![](https://a.example/a.svg)\n\n# C\n\n![](https://b.example/x)',
    );
    const read = createSeparateProcessDeckReader({}, { program, decodePicture, limits: PATIENT, fetchPicture });
    const taken = await read(
      { ...JOB, deck },
      async (all) => all,
      () => undefined,
      new AbortController().signal,
    );
    expect(asked).toEqual(['https://a.example/a.svg', 'https://b.example/x']);
    expect(taken.pictures).toMatchObject([{ width: 1920 }]);
    expect(taken.deck.slides.map(({ image }) => image?.source)).toEqual([
      { from: 'path', path: 'picture-1' },
      { from: 'path', path: 'picture-1' },
      undefined,
    ]);
    expect(taken.deck.warnings).toMatchObject([
      { code: 'deck_silent' },
      { slide: 3, code: 'picture_linked', message: expect.stringContaining('that address is not allowed.') },
    ]);
  });

  it('draws no file of this machine that an SVG names', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="10"><image width="20" height="10" xlink:href="a.png"/></svg>';
    const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const zip = makeZip([
      { name: 'deck.md', bytes: '# A\n\n![](a.svg)' },
      { name: 'a.svg', bytes: svg },
      { name: 'a.png', bytes: png },
    ]);
    const { channels } = await take({ deck: zip }, async ({ pictures: [picture], bytesOf }) =>
      sharp(Buffer.from(await bytesOf(picture ?? expect.fail('no picture')))).stats(),
    );
    expect(channels.at(-1)?.max).toBe(0);
  });

  it.each([
    ['a picture of a gigapixel', '<svg xmlns="http://www.w3.org/2000/svg" width="40000" height="40000"><rect/></svg>'],
    [
      'entities',
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&b;</text></svg>',
    ],
    ['what is not a picture', '<svg'],
  ])('is not ended by an SVG with %s', async (_, svg) => {
    const deck = await deckOf({
      deck: makeZip([
        { name: 'deck.md', bytes: '# A\n\n![](a.svg)' },
        { name: 'a.svg', bytes: svg },
      ]),
    });
    expect(deck.slides).toMatchObject([{ content: { title: 'A' } }]);
  });

  it('has its formulas drawn; those that are not TeX become points', async () => {
    const deck = Buffer.from('# A\n\n$$x = \\frac{1}{2}$$\n\n# B\n\n- one\n\n$$\\foo{x}$$\n');
    const taken = await take({ deck }, async ({ deck: read, pictures, bytesOf }) => ({
      read,
      pictures,
      stats: await sharp(Buffer.from(await bytesOf(pictures[0] ?? expect.fail('no picture')))).stats(),
    }));
    expect(taken.pictures).toMatchObject([{ width: 1920, content_type: 'image/png' }]);
    // Ink on opaque paper.
    expect(taken.stats.channels.map(({ min, max }) => [min < 40, max])).toEqual([
      ...Array(3).fill([true, 255]),
      ...(taken.stats.channels.length === 4 ? [[false, 255]] : []),
    ]);
    expect(taken.read.slides).toMatchObject([
      { content: { title: 'A', layout: 'figure' }, image: { source: { path: taken.pictures[0]?.path } } },
      { content: { title: 'B', bullet_points: ['one', 'foo x'] } },
    ]);
    expect(taken.read.slides[1]?.image).toBeUndefined();
    expect(taken.read.warnings).toMatchObject([
      { code: 'deck_silent' },
      { slide: 2, code: 'markup_not_taken', message: expect.stringContaining('Undefined control sequence') },
    ]);
  });

  it('is read by a process that was started before it came, and which reads no other', async () => {
    // Services of other tests start such processes, too, and so did the tests before.
    const started = () => processesRunning('read-deck-worker').filter((pid) => parentOf(pid) === process.pid);
    const before = started();
    const waiting = () => started().filter((pid) => !before.includes(pid));
    const read = createSeparateProcessDeckReader({}, { program, decodePicture, limits: PATIENT, isAhead: true });
    const titleOf = (title: string) =>
      read(
        { ...JOB, deck: Buffer.from(`# ${title}`) },
        async ({ deck }) => deck.slides[0]?.content.title,
        () => undefined,
        new AbortController().signal,
      );
    expect(await titleOf('One')).toBe('One');
    const [first] = await vi.waitUntil(() => waiting().length === 1 && waiting(), 20_000);
    expect(await titleOf('Two')).toBe('Two');
    const [second = 0] = await vi.waitUntil(() => waiting().length === 1 && waiting(), 20_000);
    expect(second).not.toBe(first);
    // One that the system ended while it waited costs nothing but the time that it saves.
    process.kill(second, 'SIGKILL');
    expect(await titleOf('Three')).toBe('Three');
    const [third = 0] = await vi.waitUntil(() => waiting().length === 1 && waiting(), 20_000);
    process.kill(third, 'SIGKILL');
  });

  it('is refused when its Markdown takes too long', async () => {
    // Its reading takes longer than it takes to be looked at, on whatever machine, and less memory than there is.
    const deck = Buffer.from(`# A\n\n${'*a **a '.repeat(16_000)}`);
    await expect(deckOf({ deck }, IMPATIENT)).rejects.toMatchObject({ code: 'import_too_large' });
  });
});
