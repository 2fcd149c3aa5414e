import type { Page } from 'playwright-core';
import { untilTrue } from './console-browser.ts';

/** More elements than any view takes focus with. */
const MOST_TABS = 150;

/** The accessible name of what has the focus, nearly as a browser computes it. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const text = (node) => node.textContent.replace(/\\s+/g, ' ').trim();
  return element.getAttribute('aria-label') ?? (element.labels?.length ? text(element.labels[0]) : text(element));
})()`;

/** Presses Tab until something with this name has the focus. @throws Error when nothing with it takes the focus */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    const focused = String(await page.evaluate(FOCUSED));
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    seen.push(focused.slice(0, 40));
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to "${String(name)}"; it came to ${[...new Set(seen)].join(' | ')}`);
}

const MARKDOWN = '# One\n\n- A point\n\nNote: This is said.\n\n---\n\n# Two\n\n- Another point\n';

/** From sign-in to a video that plays, and out again, without a pointer. @param address of the console */
export async function doMainJob(page: Page, address: string, apiKey: string): Promise<void> {
  const press = (key: string) => page.keyboard.press(key);
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.goto(address);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await tabTo(page, 'API key');
  await page.keyboard.insertText(apiKey);
  await press('Enter');

  await heading('Timelines');
  await tabTo(page, 'New timeline');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  // The first field of a dialog has the focus.
  await untilTrue(page, `document.activeElement?.labels?.[0]?.textContent === 'Title'`);
  await tabTo(page, 'Title');
  await page.keyboard.insertText('By keys alone');
  await tabTo(page, 'Slides');
  await press('Control+A');
  await page.keyboard.insertText(MARKDOWN);
  await tabTo(page, 'Create');
  await press('Enter');

  await heading('By keys alone');
  await tabTo(page, 'Slide 1: One');
  // The first slide cannot go up; the key does not give it the focus when a button moves it later.
  await press('Alt+ArrowUp');
  await tabTo(page, 'Move slide down');
  await press('Enter');
  await page.getByText('Slide 1 is now slide 2.').waitFor();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))');
  if (await page.evaluate(`document.activeElement.matches('.strip-slide')`))
    throw new Error('The slide took the focus from the button that moved it.');
  await tabTo(page, 'Slide 2: One');
  await press('Alt+ArrowUp');
  await page.getByText('Slide 2 is now slide 1.').waitFor();
  await untilTrue(page, `document.activeElement.getAttribute('aria-label') === 'Slide 1: One'`);
  await press('ArrowDown');
  await press('Alt+ArrowUp');
  await page.getByRole('button', { name: 'Slide 1: Two' }).waitFor();
  await tabTo(page, 'Title');
  await press('Control+A');
  await page.keyboard.insertText('The end first');
  await page.getByRole('button', { name: 'Slide 1: The end first' }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('img', { name: 'Preview of slide 1' }).waitFor();

  await tabTo(page, 'Render');
  await press('Enter');
  await page.getByRole('button', { name: 'Start render' }).and(page.locator(':enabled')).waitFor();
  await tabTo(page, 'Resolution');
  await page.keyboard.type('480');
  await tabTo(page, 'Start render');
  await press('Enter');

  await page.locator('video').waitFor();
  await untilTrue(page, `document.querySelector('video').readyState >= 1`);
  await tabTo(page, 'Video');
  await press('Space');
  await untilTrue(page, `document.querySelector('video').currentTime > 0`);
  await untilTrue(page, `document.querySelector('video').textTracks[0]?.cues?.length > 0`);

  // From the video to a chapter below it: its picture is shown, and it is highlighted.
  const lastChapter = page.getByRole('navigation', { name: 'Chapters' }).getByRole('button').last();
  await press('Space');
  await tabTo(page, (await lastChapter.textContent()) ?? '');
  await press('Enter');
  await untilTrue(page, `document.querySelector('video').currentTime > 1`);
  await page.locator('.chapter[aria-current=true]').and(lastChapter).waitFor();

  await tabTo(page, 'Sign out');
  await press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const kept = await page.evaluate('sessionStorage.length');
  if (kept !== 0) throw new Error('The key is still there after sign-out.');
}
