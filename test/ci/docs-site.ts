/**
 * Tries the pages of the documentation in headless Chromium: search, samples and the verifier by keyboard, then pages with
 * axe, light and dark, wide and on a phone. Starts its own service. The viewer at /docs/reference is left out: Swagger
 * UI has its own faults that axe finds, and the pages `api-…` say the same without them.
 *
 *   node test/ci/docs-site.ts [--shots FOLDER]
 *
 * CHROMIUM names the browser (/usr/bin/chromium). Prints a line for each page; ends with 1 when axe finds something, when a
 * page is wider than its window, when a script fails, or when the page's policy refuses something.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { startService } from '#test/support/service/start-service.ts';
import { axeFaults, isTooWide, LOOKS, startChromium, untilTrue, watchedPage } from './console/console-browser.ts';

const PAGES = ['', 'requests', 'batches', 'cost', 'errors', 'changelog', 'api-timelines', 'api-renders', 'api-service'];

const { shots } = parseArgs({ options: { shots: { type: 'string' } } }).values;
if (shots !== undefined) await mkdir(shots, { recursive: true });

const service = await startService();
const browser = await startChromium(process.env.CHROMIUM ?? '/usr/bin/chromium');
const base = `${service.stack.baseUrl}/docs`;
let failures = 0;

function report(what: string, faults: readonly string[]): void {
  console.log(faults.length === 0 ? `good    ${what}` : `FAILED  ${what}: ${faults.join('\n        ')}`);
  failures += faults.length;
}

/** Looks at the page as it is in all looks. */
async function look(page: Page, name: string): Promise<void> {
  const faults: string[] = [];
  for (const { name: way, colorScheme, width, height } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await untilTrue(page, `innerWidth === ${width} && matchMedia('(prefers-color-scheme: ${colorScheme})').matches`);
    const found = await axeFaults(page);
    if (await isTooWide(page)) found.push('it is wider than the window');
    faults.push(...found.map((fault) => `${way}: ${fault}`));
    if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}, ${way}.png`.replaceAll(', ', '-')) });
  }
  report(name, faults);
}

/** Searches by keyboard from any place of a page, and goes to the first place that is found. */
async function trySearch(page: Page): Promise<void> {
  await page.goto(`${base}/files`);
  await page.locator('search').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('idempotncy key');
  await untilTrue(page, "/places/.test(document.querySelector('search [role=status]').textContent)");
  await look(page, 'search');
  await page.keyboard.press('ArrowDown');
  await untilTrue(page, "document.activeElement.closest('.found') !== null");
  const wanted = String(await page.evaluate('document.activeElement.href'));
  await page.keyboard.press('Enter');
  await page.waitForURL(wanted);
  const seen = String(await page.evaluate("document.querySelector('main').textContent"));
  report('search finds what a word with a slip means', /idempotency/i.test(seen) ? [] : [`it led to ${wanted}`]);
  await page.keyboard.press('/');
  await page.keyboard.type('zzzzqqqq');
  await untilTrue(page, "/Nothing about/.test(document.querySelector('search [role=status]').textContent)");
  await page.keyboard.press('Escape');
  await untilTrue(page, "document.querySelector('#search').value === ''");
}

/** Chooses a language by keyboard; the next page shows it, too. */
async function trySamples(page: Page): Promise<void> {
  await page.goto(`${base}/api-renders`);
  await page.getByRole('tab', { name: 'curl' }).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: 'Python', selected: true }).first().waitFor();
  await page.goto(`${base}/api-timelines`);
  await page.getByText('video = VideoClient(').first().waitFor();
  const curls = await page.locator('.sample[data-language=curl]:visible').count();
  report('samples in the language that was chosen', curls === 0 ? [] : [`${curls} show curl`]);
}

/** Verifies a delivery that the official library signed, and one that was changed. */
async function tryVerifier(page: Page): Promise<void> {
  const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
  const body = '{"event":"render.completed"}';
  const now = new Date();
  await page.goto(`${base}/webhooks`);
  await page.getByLabel('Signing secret').fill(secret);
  await page.getByLabel('webhook-id').fill('evt_1');
  await page.getByLabel('webhook-timestamp').fill(String(Math.floor(now.getTime() / 1000)));
  await page.getByLabel('webhook-signature').fill(new Webhook(secret).sign('evt_1', now, body));
  await page.getByLabel('Body, as it came').fill(body);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Genuine: the signature matches.').waitFor();
  await page.getByLabel('webhook-id').fill('evt_2');
  await page.keyboard.press('Enter');
  await page.getByText('No signature matches.').waitFor();
  await look(page, 'webhooks');
}

try {
  const { page, faults } = await watchedPage(browser);
  await trySearch(page);
  await trySamples(page);
  await tryVerifier(page);
  for (const name of PAGES) {
    await page.goto(`${base}/${name}`);
    await page.locator('search').waitFor();
    await look(page, name || 'start');
  }
  await page.goto(`${base}#/renders/createRender`);
  await page.waitForURL(/reference#\/renders\/createRender$/);
  report('scripts and policy', faults);
} catch (error) {
  report('the documentation', [error instanceof Error ? error.message : String(error)]);
} finally {
  await browser.close();
  await service.stop();
}
console.log(`${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
