import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { splitIntoDialogueParts } from '#engine/speech/script/dialogue.ts';
import { prepareSpeechScript } from '#engine/speech/script/prepare-speech-script.ts';
import { chooseTemplateColors } from '#features/brands/choose-template-colors.ts';
import { chooseTemplateFonts } from '#features/brands/choose-template-fonts.ts';
import { createTemplateFromContract } from '#features/brands/contract.ts';
import { createRenderContract } from '#features/renders/contract.ts';
import { templateAnswerSchema } from '#features/templates/contract.ts';
import { createSlideContract, createTimelineContract } from '#features/timelines/contract.ts';
import { docsStartPageMarkdown } from '#front/docs-site/docs-start-page-markdown.ts';
import { BASE_URL_PLACEHOLDER } from '#front/docs-site/places.ts';
import { makePdf } from '#test/support/decks/pdf.ts';
import { makePptx, textShape } from '#test/support/decks/pptx.ts';
import { makeZip } from '#test/support/decks/zip.ts';
import { BLOCKS, GUIDE_TEST } from '#test/support/docs/block-list.ts';
import { codeBlocks, codeBlocksOf } from '#test/support/docs/code-blocks.ts';
import { startReceiver, verify } from '#test/support/service/receiver.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, until } from '#test/support/service/start-service.ts';

const PROJECT = join(import.meta.dirname, '../..');
const service = sharedService();
const place = (name: string): string => join(service.directory, name);
let client: Client;
/** A timeline with the variables of the guides: one short silent slide. */
let timelineId: string;
/** The answer to the first request of the guide `looks`. */
let styledTimeline: unknown;

beforeAll(async () => {
  client = await service.account('pro');
  const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
    title: 'For {{name}}',
    resolution: '480p',
    variables: { name: null, offer: 'our newsletter' },
    slides: [{ title: '{{name}}: {{offer}}', duration_seconds: 1 }],
  });
  timelineId = timeline.id;
  const slides = [{ shapes: textShape(2, 'ctrTitle', ['Plans']) }];
  await writeFile(place('talk.pptx'), makePptx({ slides }));
  await writeFile(place('talk.pdf'), makePdf([{ text: 'Plans' }]));
  await writeFile(place('slides.zip'), makeZip([{ name: 'slides.md', bytes: Buffer.from('# Plans\n') }]));
});

/** Runs a block in the root of the project, with these texts instead of those that a user puts in. */
async function inShell(code: string, instead: Readonly<Record<string, string>> = {}): Promise<string> {
  let script = code;
  for (const [text, own] of Object.entries(instead)) {
    expect(script).toContain(text);
    script = script.replaceAll(text, own);
  }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: PROJECT,
    env: {
      ...process.env,
      ...service.operator,
      ...{ API: service.stack.baseUrl, KEY: client.apiKey, TIMELINE: timelineId, VIDEO_API_KEY: client.apiKey },
    },
    // Ends only what hangs.
    timeout: 280_000,
  });
  return stdout;
}

/** The JSON objects that commands of curl printed, which end without a line break. */
const answersIn = (text: string): unknown[] => JSON.parse(`[${text.replaceAll('}{', '},{')}]`) as unknown[];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Runs a program of the TypeScript client, in the folder of the files of this test. */
async function inTypeScript(code: string): Promise<string> {
  const file = place('program.ts');
  const entry = JSON.stringify(join(PROJECT, 'lib/front/client/index.ts'));
  await writeFile(
    file,
    code
      .replace("'video-timeline-client'", entry)
      .replaceAll('http://localhost:3000/v1', service.stack.baseUrl)
      .replaceAll('8000', String(await freePort())),
  );
  const env = { ...process.env, VIDEO_API_KEY: client.apiKey };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: service.directory, env });
  return stdout;
}

/** A block with the address of the service in the place of the one that the documents show. */
const asServed = (code: string): string => code.replaceAll('https://api.example.com/v1', service.stack.baseUrl);

/** A program of the guides with the address of this service, and its own port. */
const ownPlaces = async (code: string): Promise<string> =>
  code.replaceAll('http://localhost:3000/v1', service.stack.baseUrl).replaceAll('8000', String(await freePort()));

async function runProgram(program: string, file: string): Promise<string[]> {
  const env = { ...process.env, VIDEO_API_KEY: client.apiKey };
  const { stdout } = await promisify(execFile)(program, [file], { cwd: service.directory, env, timeout: 280_000 });
  return stdout.trim().split('\n');
}

async function expectFirstVideo(printed: readonly string[]): Promise<void> {
  expect(printed).toEqual([expect.stringMatching(/^render\.completed rn_/), 'tides.mp4']);
  expect((await readFile(place('tides.mp4'))).toString('latin1', 4, 8)).toBe('ftyp');
  await rm(place('tides.mp4'));
  expect(await client.ok('GET', '/webhooks')).toMatchObject({ data: [] });
}

const jsonOf = (code: string): Record<string, unknown> => JSON.parse(code) as Record<string, unknown>;

/** How each block is tried, by a part of its first line. */
const RUNS: readonly (readonly [file: string, line: string, run: (code: string) => Promise<void>])[] = [
  [
    'lib/front/client/README.md',
    "import { writeFile } from 'node:fs/promises';",
    async (code) => {
      expect((await inTypeScript(code)).trim().split('\n')).toContain('100 %');
      expect((await readFile(place('tides.mp4'))).toString('latin1', 4, 8)).toBe('ftyp');
    },
  ],
  [
    'lib/front/client/README.md',
    "import { readFile } from 'node:fs/promises';",
    async (code) => {
      await copyFile(join(PROJECT, 'test/fixtures/deck/lighthouse.jpg'), place('harbour.jpg'));
      expect((await inTypeScript(code)).split('\n')).toContain('Harbour');
    },
  ],
  [
    'lib/front/client/README.md',
    "import { createServer } from 'node:http';",
    async (code) => {
      const lines = (await inTypeScript(code)).trim().split('\n');
      expect(lines.toSorted()).toEqual(['render.completed completed', 'succeeded']);
      expect(await client.ok('GET', '/webhooks')).toMatchObject({ data: [] });
    },
  ],
  [
    'agents',
    '{ "error"',
    async (code) => {
      const call = { name: 'create_timeline', arguments: { titel: 'Quarterly review' } };
      const { body } = await client.call<{ result: { content: { text: string }[] } }>(
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
        { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      );
      expect(JSON.parse(body.result.content[0]?.text ?? '')).toEqual(jsonOf(asServed(code)));
    },
  ],
  [
    'batches',
    '{ "timeline_id"',
    async (code) => {
      // Without the address, whose receiver is not this machine's.
      const { webhook_url, ...body } = jsonOf(code);
      expect(webhook_url).toMatch(/^https:/);
      await client.call('DELETE', `/batches/${await madeBatch({ ...body, timeline_id: timelineId })}`);
    },
  ],
  ['batches', 'external_id,name,offer', (code) => writeFile(place('rows.csv'), code)],
  [
    'batches',
    'curl "$API/batches',
    async (code) => {
      const answers = answersIn(await inShell(code, { '@rows.csv': `@${place('rows.csv')}` }));
      expect(answers).toMatchObject([{ counts: { total: 2 } }, { counts: { total: 2 } }]);
      for (const { id } of answers as { id: string }[]) await client.call('DELETE', `/batches/${id}`);
    },
  ],
  [
    'console',
    'npm run console',
    async (code) => {
      await inShell(code, { 'out/console': place('console') });
      expect(await readFile(place('console/index.html'), 'utf8')).toContain('https://api.example.com');
    },
  ],
  [
    'data',
    'npm run account -- delete',
    async (code) => {
      const { accountId } = await service.account('pro');
      expect(await inShell(code, { 'account ID': `account ${accountId}` })).toContain(accountId);
    },
  ],
  [
    'decks',
    '<!-- slide:',
    async (code) => {
      const { slides } = await readMarkdownDeck(`# A\n\n${code}\n- One\n- Two\n`, { maxSlides: 10 });
      expect(slides).toMatchObject([{ content: { layout: 'image_left', duration_seconds: 8, build: 'by_bullet' } }]);
    },
  ],
  [
    'each-customer',
    'API=http',
    async (code) => {
      const receiver = await startReceiver();
      const folder = place('each-customer');
      await mkdir(folder);
      const printed = await inShell(`cd ${folder}\n${code}`, {
        'http://localhost:3000/v1': service.stack.baseUrl,
        'https://example.com/videos': receiver.url,
      });
      expect(printed.trim().split('\n')).toEqual(['customer-1.mp4', 'customer-2.mp4']);
      for (const name of ['customer-1.mp4', 'customer-2.mp4'])
        expect((await readFile(join(folder, name))).toString('latin1', 4, 8)).toBe('ftyp');
      expect((await readFile(join(folder, 'preview.png'))).toString('latin1', 1, 4)).toBe('PNG');
      const secret = (await readFile(join(folder, 'signing-secret.txt'), 'utf8')).trim();
      const ended = await until(
        async () => receiver.received.filter(({ event }) => event === 'render.completed'),
        (found) => found.length === 2,
        60,
      );
      const customers = ended.map((one) =>
        z.object({ data: z.object({ external_id: z.string() }) }).parse(verify(one, secret)),
      );
      expect(customers.map(({ data }) => data.external_id).toSorted()).toEqual(['customer-1', 'customer-2']);
      await receiver.stop();
    },
  ],
  [
    'first-video',
    'import base64',
    async (code) => {
      await writeFile(place('first.py'), await ownPlaces(code));
      await expectFirstVideo(await runProgram('python3', 'first.py'));
    },
  ],
  [
    'first-video',
    'import { createHmac',
    async (code) => {
      await writeFile(place('first.ts'), await ownPlaces(code));
      await expectFirstVideo(await runProgram(process.execPath, 'first.ts'));
    },
  ],
  [
    'looks',
    'curl -s "$API/timelines"',
    async (code) => {
      styledTimeline = JSON.parse(await inShell(code));
    },
  ],
  [
    'looks',
    '{ "template_id": "midnight"',
    async (code) => {
      expect(styledTimeline).toMatchObject(jsonOf(code));
    },
  ],
  [
    'narration',
    '{ "title": "Prices"',
    async (code) => {
      const { lexicon, slides } = z
        .object({
          lexicon: z.array(z.object({ word: z.string(), say: z.string() })),
          slides: z.array(z.object({ speaker_notes: z.string() })),
        })
        .parse(createTimelineContract.body?.parse(jsonOf(code)));
      const spoken = slides.map(({ speaker_notes: text }) =>
        prepareSpeechScript({ text, language: 'en', lexicon })
          .map((sentence) => JSON.stringify(sentence))
          .join(' '),
      );
      expect(spoken[0]).toContain('just under fifty dollars');
      expect(spoken[0]).toContain('eight in the morning');
      expect(spoken[0]).toContain('engine x');
      expect(spoken[1]).toContain('ten pounds fifty');
    },
  ],
  [
    'narration',
    '{ "title": "Interview"',
    async (code) => {
      const { speakers, slides } = createTimelineContract.body?.parse(jsonOf(code)) ?? {};
      const parts = splitIntoDialogueParts({ text: slides?.[0]?.speaker_notes ?? '', speakers });
      expect(parts.map(({ speaker, voice }) => [speaker, voice])).toEqual([
        ['Anna', 'en-gb+f2'],
        ['Ben', 'en-us'],
      ]);
    },
  ],
  [
    'looks',
    '{ "url": "https://acme.example"',
    async (code) =>
      expect(createTemplateFromContract.body?.parse(jsonOf(code))).toMatchObject({ name: 'Acme', base: 'plain' }),
  ],
  [
    'looks',
    '{ "name": "Acme", "base": "plain"',
    async (code) => {
      const { colors, sources } = z
        .object({ colors: z.record(z.string(), z.string()), sources: templateAnswerSchema.shape.sources.unwrap() })
        .parse(jsonOf(code));
      const note = (field: string) => sources.find((source) => source.field === field);
      const at = (color = '', where = '') => ({ color, where });
      const chosen = chooseTemplateColors({
        background: at(colors.background, '`body` in site.css'),
        text: at(colors.text),
        accents: [at(note('colors.accent')?.found ?? '', '`theme-color` of the page')],
      });
      const fonts = chooseTemplateFonts({ body: { families: ['Georgia'], where: '`body` in site.css' } }, []);
      expect(colors).toEqual(chosen.colors);
      for (const { field, note: said } of sources)
        expect([...chosen.sources, ...fonts.sources].find((source) => source.field === field)?.note).toBe(said);
    },
  ],
  [
    'looks',
    '{ "title": "The harbour, then and now"',
    async (code) =>
      expect(createSlideContract.body?.parse(jsonOf(code))).toMatchObject({ images: [{ caption: 'After' }] }),
  ],
  [
    'looks',
    '{ "title": "Build or buy"',
    async (code) =>
      expect(createSlideContract.body?.parse(jsonOf(code))).toMatchObject({
        layout: 'comparison',
        items: [{ title: 'Build' }, { title: 'Buy', highlight: true }],
      }),
  ],
  [
    'looks',
    '{ "title": "Larger teams ship more',
    async (code) =>
      expect(createSlideContract.body?.parse(jsonOf(code))).toMatchObject({
        chart: { type: 'scatter', series: [{ points: [{ x: 3 }, { label: 'Editor' }] }, { name: 'Platform' }] },
      }),
  ],
  [
    'looks',
    '{ "title": "Customers are happy',
    async (code) =>
      expect(createSlideContract.body?.parse(jsonOf(code))).toMatchObject({
        chart: { type: 'gauge', range: { min: -100, max: 100 }, thresholds: [0, 30, 70] },
      }),
  ],
  [
    'looks',
    '{ "title": "Plan and result"',
    async (code) => {
      const slide = createSlideContract.body?.parse(jsonOf(code));
      const { id } = await client.ok<{ id: string }>('POST', `/timelines/${timelineId}/slides`, slide);
      const shown = await client.ok('GET', `/timelines/${timelineId}/slides`);
      const table = { header_rows: 2, spans: expect.arrayContaining([{ row: 0, column: 1, rows: 1, columns: 2 }]) };
      const expected = { id, table: expect.objectContaining(table) };
      expect(shown).toMatchObject({ data: expect.arrayContaining([expect.objectContaining(expected)]) });
      await client.ok('DELETE', `/timelines/${timelineId}/slides/${id}`);
    },
  ],
  [
    'looks',
    '{ "title": "Revenue doubled',
    async (code) => {
      const slide = createSlideContract.body?.parse(jsonOf(code));
      const { id } = await client.ok<{ id: string }>('POST', `/timelines/${timelineId}/slides`, slide);
      const shown = await client.ok('GET', `/timelines/${timelineId}/slides`);
      expect(shown).toMatchObject({
        data: expect.arrayContaining([
          expect.objectContaining({
            id,
            chart: expect.objectContaining({ highlight: ['Apr', 'May'], target: { value: 4e6, label: 'Goal' } }),
          }),
        ]),
      });
      await client.ok('DELETE', `/timelines/${timelineId}/slides/${id}`);
    },
  ],
  [
    'files',
    '{ "title": "At dawn"',
    async (code) => expect(createSlideContract.body?.parse(jsonOf(code))).toMatchObject({ title: 'At dawn' }),
  ],
  [
    'files',
    '{ "title": "The new editor"',
    async (code) => expect(createSlideContract.body?.parse(jsonOf(code))).toMatchObject({ video: { place: 'right' } }),
  ],
  [
    'files',
    '{ "title": "Welcome"',
    async (code) =>
      expect(createSlideContract.body?.parse(jsonOf(code))).toMatchObject({ presenter: { size: 'medium' } }),
  ],
  [
    'files',
    '{ "title": "Monthly news"',
    async (code) =>
      expect(createTimelineContract.body?.parse(jsonOf(code))).toMatchObject({
        intro: { muted: false },
        outro: { trim: { from: 1 } },
      }),
  ],
  [
    'imports',
    'curl -H',
    async (code) => {
      const last = 'curl -H "x-api-key: $KEY" "$API/imports/imp_…"';
      const files = Object.fromEntries(
        ['talk.pptx', 'talk.pdf', 'slides.zip'].map((name) => [`@${name}`, `@${place(name)}`]),
      );
      expect(code.trimEnd().split('\n').at(-1)).toBe(last);
      const begun = answersIn(await inShell(code.replace(last, ''), files)) as { id: string }[];
      expect(begun).toHaveLength(2);
      for (const { id } of begun) {
        const look = async () => jsonOf(await inShell(last.replace('imp_…', id)));
        const { status } = await until(look, (seen) => ['completed', 'failed'].includes(String(seen.status)), 120);
        expect(status).toBe('completed');
      }
    },
  ],
  [
    'requests',
    '{ "error"',
    async (code) => {
      const { body } = await client.call<ErrorBody>('POST', '/timelines', { title: 'A', titel: 'red' });
      const shown = JSON.parse(asServed(code)) as ErrorBody;
      expect({ ...body.error, request_id: '' }).toEqual({ ...shown.error, request_id: '' });
      expect(shown.error.request_id).toHaveLength(body.error.request_id.length);
    },
  ],
  [
    'variables',
    '{ "title"',
    async (code) => {
      expect(createTimelineContract.body?.parse(jsonOf(code))).toMatchObject({ variables: { name: null } });
      await client.ok('POST', '/timelines', jsonOf(code));
    },
  ],
  [
    'variables',
    '{ "timeline_id"',
    async (code) => {
      const body = { ...jsonOf(code), timeline_id: timelineId };
      expect(createRenderContract.body?.parse(body)).toMatchObject({ variables: { name: 'Ada' } });
      const { id } = await client.ok<{ id: string }>('POST', '/renders', body);
      await client.call('DELETE', `/renders/${id}`);
    },
  ],
];

const madeBatch = async (body: object): Promise<string> =>
  (await client.ok<{ id: string }>('POST', '/batches', body)).id;

describe('a block of code in the documents does what it says:', () => {
  const blocks = codeBlocks();
  const idOf = (file: string, line: string): string => {
    const document = file.endsWith('.md') ? file : `lib/front/docs/guides/${file}.md`;
    const ids = blocks.map(({ id }) => id).filter((id) => id.startsWith(`${document}: ${line}`));
    if (ids.length !== 1) throw new Error(`${ids.length} blocks of ${document} begin with ${line}`);
    return ids[0] ?? '';
  };

  it('every one that is listed for this file is tried here', () => {
    const listed = Object.entries(BLOCKS).filter(
      ([, handling]) => 'runBy' in handling && handling.runBy === GUIDE_TEST,
    );
    expect(RUNS.map(([file, line]) => idOf(file, line)).toSorted()).toEqual(listed.map(([id]) => id).toSorted());
  });

  it.each(RUNS)('%s: %s', async (file, line, run) => {
    const id = idOf(file, line);
    await run(blocks.find((block) => block.id === id)?.code ?? '');
  });
});

describe('the start page of the docs', () => {
  it('starts with a request whose answer it shows', async () => {
    const [request, answer] = codeBlocksOf('start', docsStartPageMarkdown());
    const made = jsonOf(await inShell(request?.code ?? '', { [BASE_URL_PLACEHOLDER]: service.stack.baseUrl }));
    await client.call('DELETE', `/renders/${String(made.id)}`);
    // Its ids, status and progress depend on the run.
    const { id, timeline_id, status, progress, ...shown } = jsonOf(answer?.code ?? '');
    expect(made).toMatchObject(shown);
    expect([typeof id, typeof timeline_id, status, progress]).toEqual(['string', 'string', 'queued', 0]);
    expect(made).toMatchObject({ id: expect.stringMatching(/^rn_/), timeline_id: expect.stringMatching(/^tl_/) });
  });
});
