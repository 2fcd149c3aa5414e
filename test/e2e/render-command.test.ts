import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { ffmpeg } from '#test/support/audio/measure.ts';
import { makePptx, textShape } from '#test/support/decks/pptx.ts';
import { isTried } from '#test/support/depth.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, ended } from '#test/support/service/start-service.ts';
import { colour, MP4, madeByFfmpeg } from '#test/support/video/make-clip.ts';

const COMMAND = join(import.meta.dirname, '../../localstack/cli/commands/render.ts');
const service = sharedService();
let client: Client;

beforeAll(async () => {
  client = await service.account('pro');
});

/** Runs the command with the service of the tests. @returns its exit code and what it printed */
async function render(...options: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const access = ['--api', service.stack.baseUrl, '--key', client.apiKey];
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [COMMAND, ...options, ...access])) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}
const place = (name: string): string => join(service.directory, name);

const SMALL = ['--resolution', '480p', '--extras', 'pdf, thumbnails', '--caption-words'];

it('makes a video of a PPTX, with its captions and extras next to it', async () => {
  await writeFile(
    place('talk.pptx'),
    makePptx({
      sides: [12_192_000, 6_858_000],
      slides: [{ shapes: textShape(2, 'ctrTitle', ['Plans']), notes: ['Welcome to all of you.'] }, { isHidden: true }],
    }),
  );
  const { code, stdout } = await render(place('talk.pptx'), '-o', place('talk.mp4'), ...SMALL);
  expect(stdout).toContain(
    'Imported 1 slide, 1 left out: 1 whole, 0 approximate, 0 with something lost\nSlide 2: The slide is hidden',
  );
  expect(stdout).not.toContain('redrawn in a template');
  expect(code).toBe(0);
  expect((await inspectMp4(place('talk.mp4'))).audio).toBeDefined();
  const vtt = await readFile(place('talk.vtt'), 'utf8');
  expect(vtt).toMatch(/<[\d:.]+>/);
  expect(vtt.replace(/<[\d:.]+>/g, '')).toContain('Welcome to all of you.');
  expect(await readFile(place('talk.srt'), 'utf8')).toContain('Welcome to all of you.');
  const { words } = JSON.parse(await readFile(place('talk.words.json'), 'utf8')) as { words: { text: string }[] };
  expect(words.map(({ text }) => text)).toEqual(['Welcome', 'to', 'all', 'of', 'you.']);
  expect(stdout).toContain('captions talk.vtt, talk.srt, talk.words.json, extras talk.pdf, talk-1.jpg\n');
  expect((await readFile(place('talk.pdf'), 'latin1')).slice(0, 5)).toBe('%PDF-');
  expect((await sharp(await readFile(place('talk-1.jpg'))).metadata()).format).toBe('jpeg');
});

it('prints what the check of the timeline finds; with --strict no video is made that loses something', async () => {
  await writeFile(place('signs.md'), '# Plans\n\n---\n\n# Signs \u{12000}\n');
  const options = [place('signs.md'), '-o', place('signs.mp4'), '--resolution', '480p', '--no-narration'];
  const { code, stdout } = await render(...options);
  expect(code).toBe(0);
  expect(stdout).toContain(
    'Video, slide 2: No font has these characters, which are drawn as boxes or left out: \u{12000}.\n',
  );
  const strict = await render(...options.with(2, place('strict.mp4')), '--strict');
  expect(strict.code).toBe(1);
  expect(strict.stderr).toContain('--strict: the video would not show or say everything (1 warning)');
  await expect(readFile(place('strict.mp4'))).rejects.toThrow('ENOENT');
});

/** Writes a clip of one second in one colour. @returns its path */
async function writeClip(name: string, color: string): Promise<string> {
  await writeFile(place(`${name}.mp4`), await madeByFfmpeg([...colour(color, 1), ...MP4], 'mp4'));
  return place(`${name}.mp4`);
}

/** Whether the channels red, green and blue of a video's mean colour at a time are strong. */
async function strongChannels(file: string, at: number): Promise<boolean[]> {
  const one = ['-frames:v', '1', '-vf', 'scale=1:1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'];
  const { stdout: rgb } = await ffmpeg('-v', 'error', '-ss', String(at), '-i', file, ...one);
  return [...rgb].map((channel) => channel > 150);
}

it('puts the intro and the outro that are named around the slides', async () => {
  await writeFile(place('framed.md'), '# Between\n');
  const videos = ['--intro', await writeClip('red', 'red'), '--outro', await writeClip('blue', 'blue')];
  const options = ['--no-narration', '--resolution', '480p', '--json', '-o', place('framed.mp4')];
  const { code, stdout } = await render(place('framed.md'), ...videos, ...options);
  expect(code).toBe(0);
  const { duration_seconds } = JSON.parse(stdout) as { duration_seconds: number };
  expect(await strongChannels(place('framed.mp4'), 0)).toEqual([true, false, false]);
  expect(await strongChannels(place('framed.mp4'), 1.5)).toEqual([true, true, true]);
  expect(await strongChannels(place('framed.mp4'), duration_seconds - 0.2)).toEqual([false, false, true]);
});

it('with --watch makes a video of each save, shows it on a page, and ends well by Ctrl-C', async () => {
  const deck = place('watched.md');
  await writeFile(deck, '# One\n');
  const intro = await writeClip('opening', 'red');
  const output = place('watched.mp4');
  const options = ['--watch', '--json', '--no-narration', '--resolution', '480p', '--intro', intro, '-o', output];
  const access = ['--url', service.stack.baseUrl, '--key', client.apiKey];
  const child = spawn(process.execPath, [COMMAND, deck, ...options, ...access], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  try {
    const told: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => told.push(line));
    const states = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const until = async (wanted: { status: string; film: number }): Promise<{ message?: string }> => {
      for (;;) {
        const { value, done } = await states.next();
        if (done) expect.fail(`the command ended: ${told.join('\n')}`);
        const state = JSON.parse(value) as { status: string; film: number; message?: string };
        if (state.status === wanted.status && state.film === wanted.film) return state;
      }
    };
    await until({ status: 'ready', film: 1 });
    const page = /http:\/\/127\.0\.0\.1:\d+\//.exec(told.join('\n'))?.[0] ?? expect.fail('no page is named');
    const first = Buffer.from(await (await fetch(`${page}film`)).arrayBuffer());
    expect(first).toEqual(await readFile(output));
    await writeFile(deck, '');
    expect((await until({ status: 'failed', film: 1 })).message).toContain('no slides');
    await writeFile(deck, '# Two\n');
    await until({ status: 'ready', film: 2 });
    expect(await readFile(output)).not.toEqual(first);
    expect(await strongChannels(output, 0)).toEqual([true, false, false]);
    await writeClip('opening', 'blue');
    await until({ status: 'ready', film: 3 });
    expect(await strongChannels(output, 0)).toEqual([false, false, true]);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

it('writes no extra over the deck', async () => {
  await writeFile(place('deck.pdf'), 'a PDF');
  const { code, stderr } = await render(place('deck.pdf'), '-o', place('deck.mp4'), '--extras', 'gif,pdf');
  expect(stderr).toContain('--extras: deck.pdf would overwrite the deck');
  expect(code).toBe(2);
  expect(await readFile(place('deck.pdf'), 'utf8')).toBe('a PDF');
});

it('makes none with --strict when something was not imported, and leaves no timeline', async () => {
  await writeFile(place('slides.md'), '---\nmarp: true\ntheme: gaia\n---\n# A\n\n<!-- Said. -->\n');
  const timelines = async (): Promise<number> => (await client.ok<{ data: object[] }>('GET', '/timelines')).data.length;
  const before = await timelines();
  const { code, stdout, stderr } = await render(place('slides.md'), '--strict', '-o', place('none.mp4'));
  expect(stdout).toContain('Deck: `theme` in the front matter has no meaning here');
  expect(stderr).toContain('--strict: not everything was imported (1 line of the report), so no video was made.');
  expect(code).toBe(1);
  expect(await timelines()).toBe(before);
});

const REFUSED: [options: string[], message: string, exitCode: number][] = [
  [['none.md'], 'none.md: there is no such file or folder. Check the name.', 1],
  [['a.md', '-o', 'a.md'], '-o a.md: a video needs a name that ends in .mp4 (or in .webm, for VP9).', 2],
  [['a.md', '--look', 'original'], 'has no original look', 1],
  [['a.md', '--strikt'], "Unknown option '--strikt'.\n(Did you mean --strict?)", 2],
  [['a.md', '--extras', 'gif,pfd'], 'Allowed choices are gif, mp3, pdf, thumbnails, with commas between them.', 2],
  [['a.md', '--look', 'nice'], "'nice' is invalid. Allowed choices are auto, original, redesign.", 2],
  [['a.md', '--transition', 'melt'], 'It takes one of none, auto, fade', 2],
  [['a.md', '--intro', 'http://example.com/a.mp4'], '--intro: http://example.com/a.mp4 is not an https address.', 2],
];
it.each(REFUSED.filter((_, at) => isTried(at, 4)))('refuses %j', async (options, message, exitCode) => {
  await writeFile(place('a.md'), '# A');
  const [deck = '', ...rest] = options;
  const { code, stderr } = await render(place(deck), ...rest);
  expect(stderr).toContain(message);
  expect(code).toBe(exitCode);
});

it('imports a deck as a timeline, and exports it and its video', async () => {
  const call = async (command: string, ...options: string[]) => {
    const file = join(import.meta.dirname, `../../localstack/cli/commands/${command}.ts`);
    const access = ['--url', service.stack.baseUrl, '--key', client.apiKey];
    return promisify(execFile)(process.execPath, [file, ...options, ...access]);
  };
  await writeFile(place('kept.md'), '---\ntitle: Kept\n---\n# One\n\n- A point\n');
  const imported = await call('import', place('kept.md'), '--json', '--resolution', '480p');
  const { timeline_id } = JSON.parse(imported.stdout) as { timeline_id: string };
  expect(imported.stderr).toContain('Imported 1 slide: 1 whole, 0 approximate, 0 with something lost\n');
  await call('export', timeline_id, '-o', place('kept.json'));
  expect(JSON.parse(await readFile(place('kept.json'), 'utf8'))).toMatchObject({
    ...{ id: timeline_id, title: 'Kept', resolution: '480p' },
    slides: [{ title: 'One', bullet_points: ['A point'] }],
  });
  await expect(call('export', timeline_id, '-o', place('kept.mp4'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no completed render'),
  });
  const { id } = await client.ok<{ id: string }>('POST', '/renders', { timeline_id, narration: 'none' });
  await ended(client, id);
  await call('export', timeline_id, '-o', place('kept.mp4'));
  const film = await readFile(place('kept.mp4'));
  expect((await inspectMp4(place('kept.mp4'))).video.samples).toBeGreaterThan(0);
  const saved = await call('export', id, '-o', place('again.mp4'), '--json');
  expect(JSON.parse(saved.stdout)).toEqual({ file: place('again.mp4'), render_id: id });
  expect(await readFile(place('again.mp4'))).toEqual(film);
});
