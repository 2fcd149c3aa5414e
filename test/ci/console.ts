/**
 * Tries the web console in headless Chromium: its main job by keyboard alone, then every view with axe, light and dark, wide and on a
 * phone. Starts a service of its own.
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
import { startReceiver } from '../support/service/receiver.ts';
import { startService } from '../support/service/start-service.ts';
import {
  axeFaults,
  isTooWide,
  LOOKS,
  PATIENCE_MS,
  show,
  startChromium,
  watchedPage,
} from './console/console-browser.ts';
import { doMainJob } from './console/keyboard-job.ts';

/** Text of others: it must come out as it is. */
const HOSTILE =
  '<img src=x onerror="document.title=1"> & a title with-a-very-long-word-that-does-not-want-to-end-anywhere-at-all';

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
  await doMainJob(page, address, client.apiKey);
  report('the main job by keyboard', faults.splice(0));

  await look(page, 'sign-in');
  const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
    title: HOSTILE,
    slides: [
      { title: HOSTILE, bullet_points: [HOSTILE], speaker_notes: 'It is said.', image_motion: 'none' },
      { title: 'x'.repeat(200), layout: 'quote' },
    ],
  });
  const empty = await client.ok<{ id: string }>('POST', '/timelines', { title: 'Empty', format: 'portrait' });
  const render = await client.ok<{ data: { id: string }[] }>('GET', '/renders?limit=1');
  await page.goto(`${address}#/timelines`);
  await page.getByLabel('API key').fill(client.apiKey);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: HOSTILE }).waitFor();
  if ((await page.locator('img[src="x"]').count()) > 0) report('text of others', ['it became markup']);
  await look(page, 'timelines');

  const go = async (hash: string, shown: Promise<unknown> | (() => Promise<unknown>)) => {
    await page.goto(`${address}#/${hash}`);
    await (typeof shown === 'function' ? shown() : shown);
  };
  await page.getByRole('button', { name: 'New timeline' }).click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'new timeline');
  await page.keyboard.press('Escape');
  await go(`timelines/${timeline.id}`, () => page.getByRole('img', { name: 'Slide 1 as it will look' }).waitFor());
  await page.getByText('Fits the plan').waitFor();
  await look(page, 'timeline');
  await page.getByRole('button', { name: 'Look and voice' }).click();
  await page.getByRole('radio', { name: 'Plain' }).waitFor({ state: 'attached' });
  await look(page, 'look and voice');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  await page.getByLabel('Codec').waitFor();
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
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('No receivers yet').waitFor();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill(receiver.url);
  await look(page, 'new webhook');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Keep the signing secret now').waitFor();
  await look(page, 'secret');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.locator('a.row-link').click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.locator('.delivery').first().click();
  await page.getByRole('button', { name: 'Deliver again' }).waitFor();
  await look(page, 'webhook');
  await go('usage', () => page.getByText('Timelines').nth(1).waitFor());
  await page.getByRole('button', { name: /^Calls/ }).click();
  await page.getByRole('complementary', { name: 'Calls of the API' }).waitFor();
  await look(page, 'usage and calls');
  await go('nowhere', () => page.getByText('There is no such page').waitFor());
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
