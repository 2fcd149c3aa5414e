import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Client } from '#test/support/service/start-service.ts';
import { PATIENCE_MS, untilTrue, watchedPage } from './console-browser.ts';

interface StoredSlide {
  id: string;
  title: string;
  speaker_notes: string;
  bullet_points: string[];
  chart: { type: string; categories: string[]; series: { name: string; values: (number | null)[] }[] } | null;
  table: { header: string[] | null; rows: string[][] } | null;
  code: { language: string | null; text: string } | null;
  items: { title: string; text: string | null; icon: string | null; highlight: boolean }[] | null;
  layout_drawn: string;
}
interface StoredTimeline {
  version: number;
  variables: Record<string, string | null>;
  slides: StoredSlide[];
}

/** Edits a timeline as a person does, and looks at what the API has after each step. @returns what went wrong */
export async function doEditing(browser: Browser, address: string, client: Client): Promise<string[]> {
  const { page, faults, context } = await watchedPage(browser);
  const { id } = await client.ok<{ id: string }>('POST', '/timelines', {
    title: 'Edited',
    resolution: '480p',
    slides: [{ title: 'One', speaker_notes: 'Hello {{name}}.' }, { title: 'Two' }, { title: 'Three' }],
  });
  const read = () => client.ok<StoredTimeline>('GET', `/timelines/${id}`);
  const until = async (what: string, isTrue: (timeline: StoredTimeline) => boolean) => {
    const deadline = Date.now() + PATIENCE_MS;
    for (let timeline = await read(); !isTrue(timeline); timeline = await read()) {
      if (Date.now() > deadline) throw new Error(`never true: ${what}: ${JSON.stringify(timeline.slides)}`);
      await delay(100);
    }
  };
  const titles = ({ slides }: StoredTimeline) => slides.map(({ title }) => title).join();
  await page.goto(`${address}#/timelines/${id}`);
  await page.getByLabel('API key').fill(client.apiKey);
  await page.keyboard.press('Enter');
  const choose = (name: string) => page.getByRole('button', { name }).click();
  await choose('Slide 2: Two');

  // Data of slides.
  await page.getByLabel('Layout', { exact: true }).selectOption('chart');
  await page.getByLabel('Chart data: Series 1, category 1').fill('4,2');
  await page.getByLabel('Type', { exact: true }).selectOption('line');
  await until(
    'the chart',
    ({ slides }) => slides[1]?.chart?.type === 'line' && slides[1].chart.series[0]?.values[0] === 4.2,
  );
  await page.getByLabel('Chart data: Series 1, category 2').fill('many');
  await page.getByText('is not a number').waitFor();
  await page.getByLabel('Content', { exact: true }).selectOption('table');
  await page.getByLabel('Table: Column 2, row 1').fill('North');
  await until('the table', ({ slides }) => slides[1]?.table?.rows[0]?.[1] === 'North' && slides[1].chart === null);
  await page.getByLabel('Content', { exact: true }).selectOption('code');
  await page.getByLabel('Code', { exact: true }).fill('const a = 1;');
  await page.getByLabel('Programming language').fill('ts');
  await until('the code', ({ slides }) => slides[1]?.code?.text === 'const a = 1;' && slides[1].code.language === 'ts');
  await doItems(page, async (what, isTrue) => until(what, ({ slides }) => isTrue(slides[1])));

  // A fault is shown at its field.
  await page
    .getByLabel('Points', { exact: true })
    .fill(Array.from({ length: 13 }, (_, index) => `Point ${index}`).join('\n'));
  await page.getByText('A slide shows at most 12 points').waitFor();
  await page.getByLabel('Points', { exact: true }).fill('A point');
  await until('the point', ({ slides }) => slides[1]?.bullet_points[0] === 'A point');

  // Delete, and undo by a key: the same slide, as it was. Then its order, by keys.
  const before = (await read()).slides[1]?.id;
  await page.getByRole('button', { name: 'Slide 2: Two' }).focus();
  await page.keyboard.press('Delete');
  await page.getByText('Slide 2 is deleted.').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Slide 2: Two' }).waitFor();
  await page.getByRole('button', { name: 'Slide 2: Two' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await until('the order', (timeline) => titles(timeline) === 'One,Three,Two');
  await page.keyboard.press('Control+z');
  await until('the order as it was', (timeline) => titles(timeline) === 'One,Two,Three');
  if ((await read()).slides[1]?.id !== before) faults.push('the restored slide is another one');
  await page.keyboard.press('Control+Shift+z');
  await until('the order again', (timeline) => titles(timeline) === 'One,Three,Two');
  await page.keyboard.press('Control+z');
  await until('the order as it was', (timeline) => titles(timeline) === 'One,Two,Three');

  // Deleted for good, by leaving the view; an undo makes it again.
  await choose('Slide 3: Three');
  await page.getByRole('button', { name: 'Delete slide' }).click();
  await page.getByRole('link', { name: 'Usage' }).click();
  await until('the delete', (timeline) => titles(timeline) === 'One,Two');
  await page.getByRole('link', { name: 'Timelines' }).click();
  await page.locator(`a[href$="${id}"]`).click();
  await page.getByRole('button', { name: /^Undo: Delete/ }).click();
  await until('the slide again', (timeline) => titles(timeline) === 'One,Two,Three');

  await keepsWords(page, until);
  await keepsBothEditors(page, client, id, until);
  await makesBatch(page, client, id);
  await keepsReport(page);

  // A new tab is signed in; all tabs sign out together.
  const other = await context.newPage();
  await other.goto(`${address}#/usage`);
  await other.getByRole('heading', { name: 'Usage' }).waitFor();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await context.close();
  return faults;
}

type Until = (what: string, isTrue: (timeline: StoredTimeline) => boolean) => Promise<void>;

/** A reload within the pause before a save loses no words. */
async function keepsWords(page: Page, until: Until): Promise<void> {
  await page.getByRole('button', { name: 'Slide 1: One' }).click();
  await page.getByLabel('Title', { exact: true }).fill('One, and a reload');
  await page.reload();
  await page.getByLabel('Title', { exact: true }).waitFor();
  await untilTrue(page, `document.querySelector('.slide-fields input')?.value === 'One, and a reload'`);
  await until('the words', ({ slides }) => slides[0]?.title === 'One, and a reload');
}

/** Another editor's change of another field stays; of the same field, a person is asked. */
async function keepsBothEditors(page: Page, client: Client, id: string, until: Until): Promise<void> {
  const [slide] = (await client.ok<StoredTimeline>('GET', `/timelines/${id}`)).slides;
  const path = `/timelines/${id}/slides/${slide?.id}`;
  await client.ok('PUT', path, { bullet_points: ['Theirs'] });
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  await until('both changes', ({ slides }) => slides[0]?.title === 'Mine' && slides[0].bullet_points[0] === 'Theirs');
  await client.ok('PUT', path, { title: 'Theirs' });
  await page.getByLabel('Title', { exact: true }).fill('Mine again');
  await page.getByRole('heading', { name: 'Changed elsewhere' }).waitFor();
  await page.getByText('Their version', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Keep my version' }).click();
  await until('my version', ({ slides }) => slides[0]?.title === 'Mine again');
}

/** What an import could not take is shown by its slide, until it is dismissed, and again when it is asked for. */
async function keepsReport(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Timelines' }).first().click();
  await page.getByRole('button', { name: 'New timeline' }).click();
  await page
    .getByLabel('Slides', { exact: true })
    .fill('# Imported\n\n- A point\n\n---\n\n# Two\n\n![a](missing.png)\n');
  await page.getByRole('button', { name: 'Create' }).click();
  const report = page.getByRole('region', { name: 'Import report' });
  await report.getByRole('button', { name: 'Slide 2' }).click();
  await page.getByRole('region', { name: 'Notes of the import' }).getByText('missing.png').waitFor();
  await report.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await page.locator('summary', { hasText: 'More' }).click();
  await page.getByRole('button', { name: 'Import report' }).click();
  await report.getByText('missing.png').waitFor();
}

/** An undeclared name becomes a variable, and a table of values a batch. */
async function makesBatch(page: Page, client: Client, id: string): Promise<void> {
  await page.getByText('{{name}} is not a variable of this timeline').waitFor();
  await page.getByRole('button', { name: 'Declare it' }).click();
  await page.getByRole('dialog').getByLabel('Name of variable 1').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The variables are saved.').waitFor();
  const { variables } = await client.ok<StoredTimeline>('GET', `/timelines/${id}`);
  if (variables.name !== null) throw new Error(`variables: ${JSON.stringify(variables)}`);

  await page.locator('summary', { hasText: 'More' }).click();
  await page.getByRole('button', { name: 'New batch' }).click();
  await page.getByLabel('Rows: external_id, row 1').fill('customer-1');
  await page.getByLabel('Rows: name, row 1').fill('Ada');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await page.getByRole('heading', { name: 'Edited' }).waitFor();
  await page.getByText('customer-1').first().waitFor();
  await page.getByRole('button', { name: 'Cancel batch' }).or(page.getByText('1 of 1')).first().waitFor();
  await page.goBack();
}

/** Makes, changes, moves and removes the items of the chosen slide. */
async function doItems(
  page: Page,
  until: (what: string, isTrue: (slide: StoredSlide | undefined) => boolean) => Promise<void>,
): Promise<void> {
  const titles = (slide: StoredSlide | undefined) => slide?.items?.map(({ title }) => title).join();
  await page.getByLabel('Content', { exact: true }).selectOption('items');
  await until('three items', (slide) => titles(slide) === 'First,Second,Third' && slide?.layout_drawn === 'cards');
  await page.getByLabel('Title of item 1').fill('Water');
  await page.getByLabel('Text of item 1').fill('Half a day');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByLabel('Icon of item 1').fill('money');
  const icons = page.getByRole('list', { name: 'Icons found for item 1' });
  await icons.getByRole('button').first().waitFor();
  // Words of a search are neither an icon nor a change that is to be saved.
  if (!(await page.getByText('Saved', { exact: true }).isVisible())) throw new Error('words of a search are saved');
  await icons.getByRole('button').first().click();
  await page.getByLabel('Emphasize item 1').check();
  await until('an item', ({ items } = { items: null } as StoredSlide) => {
    const [first] = items ?? [];
    return first?.title === 'Water' && first.text === 'Half a day' && first.highlight && (first.icon ?? '') !== 'money';
  });
  await page.getByRole('button', { name: 'Move item 1 down' }).click();
  await page.getByRole('button', { name: 'Remove item 3' }).click();
  await until('the order', (slide) => titles(slide) === 'Second,Water');
  await page.getByRole('button', { name: 'Add an item' }).click();
  await page.getByText('Item 3 is empty').waitFor();
  await page.getByLabel('Title of item 3').fill('Map');
  await page.getByLabel('Layout', { exact: true }).selectOption('process');
  await until('a process', (slide) => titles(slide) === 'Second,Water,Map' && slide?.layout_drawn === 'process');
}
