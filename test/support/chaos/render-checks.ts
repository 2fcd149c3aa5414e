import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import type { TableItem } from '#adapters/aws/table/table.ts';
import { operatorAccountDeps } from '#cli/operator.ts';
import { isProcessAlive } from '#emulators/host/process-table.ts';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { readAccountUsage } from '#features/accounts/account-usage.ts';
import { RENDER_TASK_ATTEMPT_LIMITS } from '#features/renders/render-task.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { commandOf, processesWith } from '../processes/process-tree.ts';
import { download } from '../service/start-service.ts';
import type { Check } from './checks.ts';
import { countBy } from './checks.ts';
import type { Customer } from './customer.ts';
import { fileFaults, heldIn } from './leftovers.ts';
import type { Target } from './stack-process.ts';
import { CHARACTERS, type Story } from './stories.ts';

/** A number, with what was counted where there is little of it. */
export const count = (found: readonly string[]): string =>
  found.length === 0 ? '0' : `${found.length}: ${found.slice(0, 5).join('; ')}`;

export const rendersIn = (items: readonly TableItem[]): TableItem[] =>
  items.filter(({ entity }) => entity === 'render');
export const statusesOf = (items: readonly TableItem[]) =>
  countBy(rendersIn(items).map(({ status }) => String(status)));
export const statusIn = (items: readonly TableItem[]): Map<string, string> =>
  new Map(rendersIn(items).map(({ id, status }) => [String(id), String(status)]));

export async function checksOfRenders(
  directory: string,
  customers: readonly Customer[],
  stories: readonly Story[],
  items: readonly TableItem[],
): Promise<Check[]> {
  const statuses = statusIn(items);
  const known = new Set(stories.map(({ render }) => render));
  const lost = stories.filter(
    ({ render }) => !['completed', 'failed', 'canceled'].includes(statuses.get(render) ?? ''),
  );
  const revoked = stories.filter(({ render, canceled }) => canceled !== (statuses.get(render) === 'canceled'));
  const strangers = [...statuses.keys()].filter((id) => !known.has(id));
  const tasksOf = (id: string) => items.filter(({ entity, render_id }) => entity === 'task' && render_id === id);
  const groundless = [...statuses].filter(
    ([id, status]) =>
      status === 'failed' && !tasksOf(id).some(({ attempt }) => Number(attempt) >= RENDER_TASK_ATTEMPT_LIMITS.claims),
  );
  const damaged: string[] = [];
  await forEachConcurrent(stories, 4, async ({ account, render, seconds }) => {
    const client = customers[account]?.client;
    if (statuses.get(render) !== 'completed' || !client) return;
    const { output } = await client.send<RenderAnswer>('GET', `/renders/${render}`);
    try {
      const { video, fileBytes } = await inspectMp4(await download(output.url, join(directory, `${render}.mp4`)));
      const frames = Math.round((output.duration_seconds ?? 0) * 24);
      if (video.samples !== frames || fileBytes !== output.size_bytes)
        throw new Error(`${video.samples} frames in ${fileBytes} bytes, and not ${frames} in ${output.size_bytes}`);
      if (seconds !== undefined && output.duration_seconds !== seconds)
        throw new Error(`${output.duration_seconds} s, and not ${seconds}`);
    } catch (error) {
      damaged.push(`${render}: ${String(error)}`);
    }
  });
  return [
    { what: 'renders lost: without an end', wanted: '0', seen: count(lost.map(({ render }) => render)) },
    { what: 'renders that no customer asked for', wanted: '0', seen: count(strangers) },
    {
      what: 'renders whose cancel did not hold, or came of nothing',
      wanted: '0',
      seen: count(revoked.map(({ render }) => render)),
    },
    { what: 'failed renders without three lost attempts', wanted: '0', seen: count(groundless.map(([id]) => id)) },
    { what: 'films that are not whole', wanted: '0', seen: count(damaged) },
    {
      what: 'completed renders',
      wanted: '> 0',
      seen: [...statuses.values()].filter((one) => one === 'completed').length,
      holds: [...statuses.values()].includes('completed'),
    },
  ];
}

export function checksOfEvents(
  customers: readonly Customer[],
  stories: readonly Story[],
  items: readonly TableItem[],
): Check[] {
  const statuses = statusIn(items);
  const written = items.filter(({ entity, event }) => entity === 'outbox' && event !== 'render.progress');
  const wrong = stories.flatMap(({ account, render }) => {
    const status = statuses.get(render) ?? '';
    const wanted = status === 'canceled' ? [] : [`render.${status}`];
    const own = written.filter(({ PK }) => String(PK).endsWith(`#RN#${render}`));
    const came = (customers[account]?.receiver.received ?? []).filter(({ render_id }) => render_id === render);
    const events = [...new Map(came.map(({ event, event_id }) => [event_id, event])).values()];
    const ids = new Set(came.map(({ event_id }) => event_id));
    return [
      ...(own.map(({ event }) => event).join() === wanted.join()
        ? []
        : [`${render} is ${status} and wrote ${own.length}`]),
      ...(events.join() === wanted.join() && own.every(({ event_id }) => ids.has(String(event_id)))
        ? []
        : [`${render} is ${status}, and its receiver got [${events.join()}]`]),
    ];
  });
  const all = customers.flatMap(({ receiver }) => receiver.received);
  const open = items.filter(({ entity, status }) => entity === 'delivery' && status !== 'succeeded');
  return [
    { what: 'renders without exactly one event of their end, received', wanted: '0', seen: count(wrong) },
    { what: 'events that came', wanted: written.length, seen: new Set(all.map(({ event_id }) => event_id)).size },
    {
      what: 'deliveries with a wrong signature',
      wanted: '0',
      seen: count(customers.flatMap(({ receiver }) => receiver.wrong)),
    },
    {
      what: 'deliveries that did not succeed',
      wanted: '0',
      seen: count(open.map(({ id, status }) => `${String(id)} ${String(status)}`)),
    },
  ];
}

export async function checksOfUsage(
  target: Target,
  customers: readonly Customer[],
  stories: readonly Story[],
  items: readonly TableItem[],
): Promise<Check[]> {
  const deps = operatorAccountDeps(target.environment);
  const wrong: string[] = [];
  for (const [account, { accountId }] of customers.entries()) {
    const { usage, reserved } = await readAccountUsage(deps, accountId);
    const own = rendersIn(items).filter(({ account_id }) => account_id === accountId);
    const completed = own.filter(({ status }) => status === 'completed');
    const ended = own.filter(({ status }) => status !== 'completed');
    const seconds = completed.reduce(
      (sum, { result }) => sum + (result as { duration_seconds: number }).duration_seconds,
      0,
    );
    const most = ended.reduce((sum, { max_seconds }) => sum + Number(max_seconds), seconds);
    const spoken = items.filter(
      ({ entity, PK }) => entity === 'speech' && String(PK).startsWith(`ACC#${accountId}#`),
    ).length;
    // A canceled or failed render pays for what it has encoded, and for speech that was started.
    const isSimple = ended.length === 0;
    const note = (what: string) => wrong.push(`account ${account}: ${what}`);
    const asked = stories.filter((story) => story.account === account).length;
    if (usage.renders !== asked) note(`${usage.renders} renders counted of ${asked}`);
    if (usage.render_seconds < seconds - 0.01 || usage.render_seconds > (isSimple ? seconds : most) + 0.01)
      note(`${usage.render_seconds} s counted; ${seconds} s completed, ${most} s at most`);
    // So does narration whose timeline is deleted while a worker has it, though the render may have spoken the same.
    const removed = stories.filter((story) => story.account === account && story.deleted).length;
    const mostCharacters = (spoken + removed + ended.length) * CHARACTERS;
    if (usage.narration_characters < spoken * CHARACTERS || usage.narration_characters > mostCharacters)
      note(`${usage.narration_characters} characters counted, ${spoken * CHARACTERS} stored`);
    if (reserved.render_seconds !== 0 || reserved.narration_characters !== 0)
      note(`${JSON.stringify(reserved)} stays reserved`);
    if (usage.running_renders + usage.queued_renders > 0) note('renders still run or wait');
    const timelines = items.filter(
      ({ PK, SK }) => SK === tableKeys.timeline(accountId, '').SK && String(PK).startsWith(`ACC#${accountId}#`),
    ).length;
    if (usage.timelines !== timelines) note(`${usage.timelines} timelines counted of ${timelines}`);
    const bytes = bytesStored(items, accountId);
    if (usage.stored_bytes !== bytes) note(`${usage.stored_bytes} bytes counted, ${bytes} stored`);
  }
  return [{ what: 'accounts whose usage is not what was made', wanted: '0', seen: count(wrong) }];
}

/** What the images of an account's timelines have, as their present slides say. */
function bytesStored(items: readonly TableItem[], accountId: string): number {
  const own = items.filter(({ PK }) => String(PK).startsWith(`ACC#${accountId}#TL#`));
  const present = new Set(
    own.filter(({ entity }) => entity === 'timeline').flatMap(({ slides }) => slides as string[]),
  );
  return own
    .filter(({ entity, SK }) => entity === 'slide' && present.has(String(SK).replace('SLIDE#', '')))
    .reduce((sum, { image }) => sum + Number((image as { size_bytes?: number } | undefined)?.size_bytes ?? 0), 0);
}

export function checksOfRest(items: readonly TableItem[], files: readonly string[]): Check[] {
  const { missing, unnamed } = fileFaults(items, files);
  return [
    {
      what: 'slots, tickets, reservations, tombstones and marks of work left',
      wanted: '0',
      seen: count(heldIn(items, new Date())),
    },
    { what: 'files that a record names and that are missing', wanted: '0', seen: count(missing) },
    { what: 'files that no record names and no rule deletes', wanted: '0', seen: count(unnamed) },
  ];
}

/** After the stop. Processes of the service, orphans of killed ones too, have its folder in their environment. */
export function checksOfProcesses(dataDir: string): Check[] {
  const strays = processesWith(dataDir).filter((pid) => pid !== process.pid && isProcessAlive(pid));
  const temporary = readdirSync(join(dataDir, 'tmp'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return [
    {
      what: 'stray processes',
      wanted: '0',
      seen: count(strays.map((pid) => `${pid} ${commandOf(pid).replaceAll('\0', ' ').slice(0, 80)}`)),
    },
    { what: 'temporary files left', wanted: '0', seen: count(temporary.map(({ name }) => name)) },
  ];
}
