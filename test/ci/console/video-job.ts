import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Schemas } from '#front/client/client.ts';
import type { Client } from '#test/support/service/start-service.ts';
import { colour, MP4, madeByFfmpeg, tone } from '#test/support/video/make-clip.ts';
import { PATIENCE_MS } from './console-browser.ts';

/**
 * Sets and removes an intro and presenters as a person does, by the keyboard where a file is not chosen, and looks at what the API has
 * after each step. The page is signed in.
 * @param look looks at the page as it is, by the name of the view
 */
export async function doVideos(
  page: Page,
  address: string,
  client: Client,
  look: (name: string) => Promise<void>,
): Promise<void> {
  const { id } = await client.ok<{ id: string }>('POST', '/timelines', {
    title: 'Videos',
    resolution: '480p',
    slides: [{ title: 'One', speaker_notes: 'Hello.' }],
  });
  const until = async (what: string, isTrue: (timeline: Schemas['Timeline']) => boolean) => {
    const deadline = Date.now() + PATIENCE_MS;
    const read = () => client.ok<Schemas['Timeline']>('GET', `/timelines/${id}`);
    for (let timeline = await read(); !isTrue(timeline); timeline = await read()) {
      if (Date.now() > deadline) throw new Error(`never true: ${what}: ${JSON.stringify(timeline)}`);
      await delay(100);
    }
  };
  const clip = await madeByFfmpeg([...colour('red', 2), ...tone(440, 2), '-shortest', ...MP4], 'mp4');
  const file = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from(clip) };
  await page.goto(`${address}#/timelines/${id}`);
  await page.getByRole('img', { name: 'Preview of slide 1' }).waitFor();
  for (const name of ['image', 'video', 'presenter'])
    if (await page.getByRole('button', { name: `Remove the ${name}` }).isVisible())
      throw new Error(`there is no ${name} that could be removed`);

  await page.getByRole('button', { name: 'Look and voice' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Intro', { exact: true }).setInputFiles(file);
  await dialog.getByRole('img', { name: 'A frame of the intro' }).waitFor();
  await dialog.getByText('How the intro plays').press('Enter');
  await dialog.getByLabel('To second of the intro').fill('1');
  await dialog.getByLabel('Fit of the intro').selectOption('contain');
  await until('an intro', ({ intro }) => intro?.trim?.to === 1 && intro.fit === 'contain');
  await dialog.getByLabel('From second of the intro').fill('2');
  await dialog.getByText('the end is after the start').waitFor();
  await dialog.getByLabel('From second of the intro').fill('');

  // A file that is not there: the reason is shown.
  await dialog.getByLabel('Address of the outro', { exact: true }).fill('https://nowhere.invalid/clip.mp4');
  await dialog.getByLabel('Address of the outro', { exact: true }).press('Enter');
  await dialog.getByRole('button', { name: 'Remove the outro' }).waitFor();
  await until('an outro that failed', ({ outro }) => outro?.status === 'failed');
  const { outro } = await client.ok<Schemas['Timeline']>('GET', `/timelines/${id}`);
  await dialog.getByText(outro?.error?.message ?? 'no reason').waitFor();

  await dialog.getByLabel('Presenter', { exact: true }).setInputFiles(file);
  await dialog.getByRole('img', { name: 'A frame of the presenter' }).waitFor();
  await dialog.getByText('How the presenter is shown').press('Enter');
  await dialog.getByLabel('Place of the presenter').selectOption('side');
  await dialog.getByLabel('Shape of the presenter').selectOption('rounded');
  await dialog.getByLabel('Size of the presenter').selectOption('large');
  await until('a presenter', ({ presenter }) =>
    ['side', 'rounded', 'large'].every((word) => Object.values(presenter ?? {}).includes(word)),
  );
  await look('videos of a timeline');
  for (const name of ['presenter', 'intro', 'outro'])
    await dialog.getByRole('button', { name: `Remove the ${name}` }).press('Enter');
  await until(
    'no videos',
    ({ intro, presenter, outro: last }) => intro === null && presenter === null && last === null,
  );
  await page.keyboard.press('Escape');

  await page.getByLabel('Presenter', { exact: true }).setInputFiles(file);
  await page.getByRole('img', { name: 'A frame of the presenter' }).waitFor();
  await page.getByText('How the presenter is shown').click();
  await page.getByLabel('Place of the presenter').selectOption('top_left');
  await page.getByLabel('Start of the presenter').fill('0.5');
  await until('a presenter of the slide', ({ slides: [slide] }) => {
    const { place, offset_seconds } = slide?.presenter ?? {};
    return place === 'top_left' && offset_seconds === 0.5;
  });
  await look('presenter of a slide');
  await page.getByRole('button', { name: 'Remove the presenter' }).click();
  await until('no presenter of the slide', ({ slides: [slide] }) => slide?.presenter === null);
}
