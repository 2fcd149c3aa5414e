import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Schemas } from '#front/client/client.ts';
import type { Client } from '#test/support/service/start-service.ts';
import { PATIENCE_MS, untilTrue } from './console-browser.ts';

/**
 * Two voices, when their samples are made: the page lists voices once, and the first list only asks for the samples.
 * @throws Error if they are not made in `PATIENCE_MS`
 */
async function voicesWithSamples(client: Client): Promise<Schemas['Voice'][]> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(200)) {
    const { data } = await client.ok<{ data: Schemas['Voice'][] }>('GET', '/voices?language=en&limit=2');
    if (data.every(({ sample }) => sample !== null)) return data;
    if (Date.now() > deadline) throw new Error('the samples of voices are not made');
  }
}

/**
 * Sets voices and speakers of a timeline as a person does, renders it with captions in colours, and looks at what the API has after
 * each step. The page is signed in.
 * @param look looks at the page as it is, by the name of the view
 */
export async function doVoices(
  page: Page,
  address: string,
  client: Client,
  look: (name: string) => Promise<void>,
): Promise<void> {
  const { id } = await client.ok<{ id: string }>('POST', '/timelines', {
    title: 'Voices',
    resolution: '480p',
    template_id: 'aurora',
    motion: 'calm',
    slides: [{ title: 'One', speaker_notes: 'Anna: Hello.', duration_seconds: 6 }],
  });
  const [first, second] = (await voicesWithSamples(client)).map((voice) => voice.id);
  if (first === undefined || second === undefined) throw new Error('there are no two voices');
  const until = async (what: string, isTrue: (timeline: Schemas['Timeline']) => boolean) => {
    const deadline = Date.now() + PATIENCE_MS;
    const read = () => client.ok<Schemas['Timeline']>('GET', `/timelines/${id}`);
    for (let timeline = await read(); !isTrue(timeline); timeline = await read()) {
      if (Date.now() > deadline) throw new Error(`never true: ${what}: ${JSON.stringify(timeline)}`);
      await delay(100);
    }
  };
  await page.goto(`${address}#/timelines/${id}`);
  await page.getByRole('img', { name: 'Preview of slide 1' }).waitFor();

  await page.getByText('Voice of this slide').click();
  await page.getByLabel('Voice', { exact: true }).selectOption(second);
  await page.getByLabel(/^Sample of /).waitFor();
  await page.getByLabel('Speed', { exact: true }).fill('3');
  await page.getByText('Enter a speed from 0.5 to 2').waitFor();
  await look('voice of a slide');
  await page.getByLabel('Speed', { exact: true }).fill('1.5');
  await until('voice of the slide', ({ slides: [slide] }) => slide?.voice === second && slide.speed === 1.5);

  await page.getByRole('button', { name: 'Look and voice' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Voice', { exact: true }).selectOption(first);
  await dialog.getByLabel('Narration', { exact: true }).selectOption('slide');
  await dialog.getByLabel('Speed', { exact: true }).fill('0.9');
  await dialog.getByRole('button', { name: 'Add a speaker' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter the name that stands before').waitFor();
  await look('speakers');
  await dialog.getByLabel('Name of speaker 1').fill('Anna');
  await dialog.getByLabel('Voice of speaker 1').selectOption(second);
  await dialog.getByRole('button', { name: 'Add a speaker' }).click();
  await dialog.getByRole('button', { name: 'Remove speaker 2' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await until(
    'settings of the voice',
    ({ voice, speed, speakers, narration_source }) =>
      JSON.stringify([voice, speed, speakers, narration_source]) ===
      JSON.stringify([first, 0.9, { Anna: { voice: second } }, 'slide']),
  );

  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const checks = page.getByRole('region', { name: 'Checks of this render' });
  await checks.getByText('Slides to render').waitFor();
  if ((await checks.getByRole('listitem').count()) > 0)
    throw new Error('the timeline has its warnings in the dialog, too');
  await page.getByLabel('Captions', { exact: true }).selectOption('burned_in');
  await checks.getByText('Captions are drawn into the picture').waitFor();
  await page.getByLabel('Look of captions').selectOption('karaoke');
  await page.getByLabel('Lines of captions').selectOption('1');
  await page.getByLabel('Colour of the spoken word', { exact: true }).fill('magenta');
  await page.getByLabel('Times of words in caption files').check();
  await page.getByRole('button', { name: 'Start render' }).click();
  await untilTrue(page, "document.querySelector('dialog [aria-invalid]') !== null");
  await look('captions in colours');
  await page.getByLabel('Colour of the spoken word', { exact: true }).fill('#ff00ff');
  await page.getByRole('button', { name: 'Start render' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const { data } = await client.ok<{ data: Schemas['Render'][] }>('GET', `/renders?limit=1&timeline_id=${id}`);
  const [render] = data;
  const { preset, highlight, max_lines } = render?.output.caption_style ?? {};
  const chosen = JSON.stringify([preset, highlight, max_lines, render?.output.caption_words]);
  if (chosen !== JSON.stringify(['karaoke', '#ff00ff', 1, true])) throw new Error(`the render has ${chosen}`);
}
