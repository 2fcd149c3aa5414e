import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { z } from 'zod';

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--autoplay-policy=no-user-gesture-required'],
];

/** Ends only what hangs. */
export const PATIENCE_MS = 120_000;

/** Starts a headless Chromium. @param program its path */
export const startChromium = (program: string): Promise<Browser> =>
  chromium.launch({ executablePath: program, args: ARGUMENTS });

/** Answers that a step of the run asks for: a timeline that does not exist, a version that is overtaken. */
const EXPECTED = /tl_none|status of 409/;

/** A page that keeps what must never happen: errors of its scripts, refusals of its policy, failed requests in its log. */
export async function watchedPage(
  browser: Browser,
): Promise<{ page: Page; faults: string[]; context: BrowserContext }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(`a script failed: ${message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(`the policy refused: ${message.text()}`);
    else if (message.type() === 'error' && !EXPECTED.test(`${message.location().url} ${message.text()}`))
      faults.push(`logged: ${message.text()} ${message.location().url}`);
  });
  return { page, faults, context };
}

const VIOLATIONS = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })),
  }),
);
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds in the page as it is, a line each. */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(await readFile(AXE, 'utf8'));
  const found = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
      JSON.parse(JSON.stringify(violations, ['id', 'help', 'nodes', 'html', 'failureSummary'])))`,
  );
  return VIOLATIONS.parse(found).flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 160)}: ${failureSummary.replaceAll('\n', ' ')}`,
    ),
  );
}

/**
 * Waits until an expression is true in the page. Playwright's own wait evaluates in a way that the policy of the console refuses.
 * @throws Error when it has not become true in `PATIENCE_MS`
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await page.evaluate(`Boolean(${expression})`))) {
    if (Date.now() > deadline) throw new Error(`never true: ${expression}`);
    await delay(20);
  }
}

/** In each of these a view is looked at. */
export const LOOKS = [
  { name: 'light, wide', colorScheme: 'light', width: 1360, height: 900 },
  { name: 'dark, wide', colorScheme: 'dark', width: 1360, height: 900 },
  { name: 'light, phone', colorScheme: 'light', width: 390, height: 844 },
  { name: 'dark, phone', colorScheme: 'dark', width: 390, height: 844 },
] as const;

/** Sets colours and size, and waits until the page has taken both. */
export async function show(page: Page, { colorScheme, width, height }: (typeof LOOKS)[number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await untilTrue(page, `document.documentElement.dataset.theme === ${JSON.stringify(colorScheme)}`);
}

/** Whether the page can be scrolled sideways, which nothing in it should make necessary. */
export const isTooWide = async (page: Page): Promise<boolean> =>
  (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')) === true;
