/**
 * Tries the web console in headless Chromium: its main job by keyboard alone, then every view with axe, light and dark, wide and on a
 * phone. Starts its own service.
 *
 *   node test/ci/console.ts [--shots FOLDER]
 *
 * CHROMIUM names the browser (/usr/bin/chromium). Prints a line for each view; ends with 1 when axe finds something, when a view is
 * wider than its window, when a script fails, or when the page's policy refuses something.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { startReceiver } from '#test/support/service/receiver.ts';
import { startService } from '#test/support/service/start-service.ts';
import { doAccounts } from './console/accounts-job.ts';
import {
  axeFaults,
  isTooWide,
  LOOKS,
  PATIENCE_MS,
  show,
  startChromium,
  untilTrue,
  watchedPage,
} from './console/console-browser.ts';
import { doEditing } from './console/editing-job.ts';
import { doMainJob } from './console/keyboard-job.ts';
import { doVideos } from './console/video-job.ts';
import { doVoices } from './console/voice-job.ts';

/** Text of others: it must come out as it is. */
const HOSTILE =
  '<img src=x onerror="document.title=1"> & a title with-a-very-long-word-that-does-not-want-to-end-anywhere-at-all';

const BLANK = { width: 64, height: 64, channels: 4, background: '#0a7d5a' } as const;
const LOGO = { name: 'logo.png', mimeType: 'image/png', buffer: await sharp({ create: BLANK }).png().toBuffer() };
const DECKS = join(import.meta.dirname, '../fixtures/decks');
const MUSIC = join(import.meta.dirname, '../../test/fixtures/audio/tone-opus.ogg');

const { shots } = parseArgs({ options: { shots: { type: 'string' } } }).values;
if (shots !== undefined) await mkdir(shots, { recursive: true });

const service = await startService();
const receiver = await startReceiver();
const browser = await startChromium(process.env.CHROMIUM ?? '/usr/bin/chromium');
let failures = 0;

function report(what: string, faults: readonly string[]): void {
  console.log(faults.length === 0 ? `good    ${what}` : `FAILED  ${what}: ${faults.join('\n        ')}`);
  failures += faults.length;
}

/** Looks at the page as it is in all looks. */
async function look(page: Page, name: string): Promise<void> {
  const faults: string[] = [];
  for (const each of LOOKS) {
    await show(page, each);
    const found = await axeFaults(page);
    if (await isTooWide(page)) found.push('it is wider than the window');
    faults.push(...found.map((fault) => `${each.name}: ${fault}`));
    if (shots !== undefined)
      await page.screenshot({ path: join(shots, `${name}, ${each.name}.png`.replaceAll(', ', '-')) });
  }
  report(name, faults);
}

try {
  const client = await service.account('max');
  const address = `${service.stack.baseUrl}/console`;
  const { page, faults } = await watchedPage(browser);
  await page.goto(address);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  report('a visit without a session', faults.splice(0));
  await doMainJob(page, address, client.apiKey);
  report('the main job by keyboard', faults.splice(0));

  await look(page, 'sign-in');
  report('invitations and API keys', await doAccounts(service, page, address, (name) => look(page, name)));
  // The job opens an invitation again that was accepted.
  const ofAccounts = faults.splice(0).filter((fault) => !fault.includes('404 (Not Found)'));
  report('the pages of invitations and API keys', ofAccounts);
  const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
    title: HOSTILE,
    slides: [
      { title: HOSTILE, bullet_points: [HOSTILE], speaker_notes: 'It is said.', image_motion: 'none' },
      { title: 'x'.repeat(200), layout: 'quote' },
    ],
  });
  await page.goto(address);
  report('editing', await doEditing(browser, address, client));
  const empty = await client.ok<{ id: string }>('POST', '/timelines', { title: 'Empty', format: 'portrait' });
  const render = await client.ok<{ data: { id: string }[] }>('GET', '/renders?limit=1');
  await page.goto(`${address}#/timelines`);
  await page.getByLabel('API key').fill(client.apiKey);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: HOSTILE }).waitFor();
  if ((await page.locator('img[src="x"]').count()) > 0) report('text of others', ['it became markup']);
  await look(page, 'timelines');
  await doVoices(page, address, client, (name) => look(page, name));
  // The job sends a colour that is refused.
  const others = faults.splice(0).filter((fault) => !fault.includes('400 (Bad Request)'));
  report('voices, speakers and captions', others);
  await doVideos(page, address, client, (name) => look(page, name));
  report('intro, outro and presenters', faults.splice(0));

  const go = async (hash: string, shown: Promise<unknown> | (() => Promise<unknown>)) => {
    await page.goto(`${address}#/${hash}`);
    await (typeof shown === 'function' ? shown() : shown);
  };
  await page.getByRole('link', { name: 'Timelines' }).first().click();
  await page.getByRole('button', { name: 'New timeline' }).click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'new timeline');
  await page.getByRole('button', { name: 'Deck', exact: true }).click();
  await page.getByLabel('Deck', { exact: true }).setInputFiles(join(DECKS, 'impress.pptx'));
  await page.getByLabel('PDF of the deck').setInputFiles(join(DECKS, 'impress.pdf'));
  await page.getByText('with the look of impress.pdf').waitFor();
  await look(page, 'deck with its PDF');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('img', { name: 'Preview of slide 1' }).waitFor();
  const imported = await client.ok<{ data: { id: string }[] }>('GET', '/timelines?limit=1');
  const { slides } = await client.ok<{ slides: { layout: string }[] }>('GET', `/timelines/${imported.data[0]?.id}`);
  report('a deck as its PDF shows it', slides.every(({ layout }) => layout === 'page') ? [] : ['it is redrawn']);
  await go(`timelines/${timeline.id}`, () => page.getByRole('img', { name: 'Preview of slide 1' }).waitFor());
  await page.getByText('Within your plan').waitFor();
  await look(page, 'timeline');
  await page.getByRole('button', { name: 'Look and voice' }).click();
  await page.getByRole('radio', { name: 'Plain' }).waitFor({ state: 'attached' });
  await page.getByLabel('Music', { exact: true }).setInputFiles(MUSIC);
  await page.getByRole('dialog').locator('audio[aria-label=Music]').waitFor();
  await look(page, 'look and voice');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const checksOfRender = page.getByRole('region', { name: 'Checks of this render' });
  await checksOfRender.getByText('Slides to render').waitFor();
  await look(page, 'render dialog');
  await page.keyboard.press('Escape');
  await go(`timelines/${empty.id}`, () => page.getByText('No slides yet').waitFor());
  await look(page, 'empty timeline');
  await go('timelines/tl_none', () => page.getByRole('alert').waitFor());
  await look(page, 'error');
  await go('renders', () => page.getByRole('heading', { name: 'Renders' }).waitFor());
  await page.locator('.row').first().waitFor();
  await look(page, 'renders');
  await go(`renders/${render.data[0]?.id}`, () => page.locator('video').waitFor());
  await look(page, 'render');
  await page.getByRole('link', { name: 'Batches' }).click();
  // The editing job made one of its variables.
  await page.locator('a.row-link').first().waitFor();
  const greeting = await client.ok<{ id: string }>('POST', '/timelines', {
    title: 'A greeting',
    resolution: '480p',
    variables: { name: null },
    slides: [{ title: 'Hello, {{name}}', duration_seconds: 1 }],
  });
  await page.getByRole('button', { name: 'New batch' }).click();
  await page.getByRole('dialog').waitFor();
  await page.getByLabel('Timeline', { exact: true }).selectOption(greeting.id);
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const rows = page.getByLabel('Rows as CSV');
  await untilTrue(page, "document.querySelector('dialog textarea')?.value === 'external_id,name\\n'");
  await rows.fill('external_id,name\ncustomer-1,Ada\ncustomer-2,Grace\n');
  await look(page, 'new batch');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('2 of 2').waitFor();
  await page.getByText('customer-2').first().waitFor();
  await look(page, 'batch');
  const [results] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Results as CSV' }).click(),
  ]);
  if (!results.suggestedFilename().endsWith('.csv')) report('results of a batch', [results.suggestedFilename()]);
  // Rows that wait for a place of the account: none of them ends before it is canceled.
  const long = await client.ok<{ id: string }>('POST', '/batches', {
    timeline_id: greeting.id,
    rows: Array.from({ length: 200 }, (_, row) => ({ variables: { name: `Customer ${row}` } })),
  });
  await go(`batches/${long.id}`, () => page.getByRole('button', { name: 'Cancel batch' }).waitFor());
  await page.getByRole('button', { name: 'Cancel batch' }).click();
  await look(page, 'cancel a batch');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click();
  await page.getByText('The batch is canceled').waitFor();
  const { status } = await client.ok<{ status: string }>('GET', `/batches/${long.id}`);
  if (status !== 'canceled') report('cancel of a batch', [`it is ${status}`]);
  await page.getByRole('link', { name: 'Batches' }).first().click();
  await page.locator('a.row-link').first().waitFor();
  await look(page, 'batches');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: 'Plain' }).waitFor();
  await look(page, 'templates');
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name').fill('Acme');
  await look(page, 'new template');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByLabel('Accent', { exact: true }).fill('#ffff66');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  // Again at once: on the version that the first save answered.
  await page.getByLabel('Footer').fill('Acme');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('hard to read').first().waitFor();
  await untilTrue(page, `document.querySelector('.template-form [type=submit]')?.textContent === 'Save'`);
  const [saved] = (await client.ok<{ data: { footer: string | null }[] }>('GET', '/templates?limit=100')).data.filter(
    ({ footer }) => footer === 'Acme',
  );
  if (!saved) report('a template that is saved twice', ['the second save is lost']);
  await page.getByLabel('Logo', { exact: true }).setInputFiles(LOGO);
  await page.getByRole('img', { name: 'The logo' }).waitFor();
  await look(page, 'own template');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('No webhooks yet').waitFor();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill(receiver.url);
  await look(page, 'new webhook');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Copy the signing secret now').waitFor();
  await look(page, 'secret');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.locator('a.row-link').click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.locator('.delivery').first().click();
  await page.getByRole('button', { name: 'Send again' }).waitFor();
  await page.locator('#content').getByText('Test', { exact: true }).waitFor();
  await page.getByText('Request', { exact: true }).click();
  await page.getByText('x-service-event: render.completed').waitFor();
  await look(page, 'webhook');
  await go('usage', () => page.getByText('Timelines').nth(1).waitFor());
  await page.getByRole('button', { name: /^Calls/ }).click();
  await page.getByRole('complementary', { name: 'Calls of the API' }).waitFor();
  await look(page, 'usage and calls');
  await go('nowhere', () => page.getByText('Page not found').waitFor());
  await look(page, 'no such page');
  report('scripts and policy', faults);
} catch (error) {
  report('the console', [error instanceof Error ? error.message : String(error)]);
} finally {
  await browser.close();
  await receiver.stop();
  await service.stop();
}
console.log(`${failures} failures; a step may take ${PATIENCE_MS / 1000} s`);
process.exit(failures === 0 ? 0 : 1);
