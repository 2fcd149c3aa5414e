import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AccountStore, UsageStore } from '#features/accounts/ports.ts';
import { usageMonthOf } from '#features/accounts/public.ts';
import { toAudioAnswer } from '#features/narration/audio-view.ts';
import { FileMissingError, type FileStore, type RenderStore } from '#features/renders/ports.ts';
import { toRenderAnswer } from '#features/renders/view.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import { toTimelineAnswer } from '#features/timelines/view.ts';
import { toDeliveryAnswer } from '#features/webhooks/manage-deliveries.ts';
import { toWebhookAnswer } from '#features/webhooks/manage-webhooks.ts';
import type { DeliveryStore, WebhookStore } from '#features/webhooks/ports.ts';
import type { RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import { type Clock, formatTimestamp } from '#kernel/shared/clock.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { fileKeyPrefixesOfAccount } from '#kernel/shared/lifetimes.ts';
import type { FileRemover } from '#platform/erasure/public.ts';

/** Dependencies of `exportAccount`. */
export interface ExportDeps {
  accounts: Pick<AccountStore, 'findAccount' | 'listKeys' | 'listIdentities'>;
  usage: Pick<UsageStore, 'read'>;
  timelines: Pick<TimelineStore, 'list' | 'load'>;
  renders: Pick<RenderStore, 'list'>;
  webhooks: Pick<WebhookStore, 'all'>;
  deliveries: Pick<DeliveryStore, 'listDeliveries'>;
  files: Pick<FileRemover, 'list'> & Pick<FileStore, 'getFile'>;
  clock: Clock;
}

/** A finished export. */
export interface AccountExport {
  account_id: string;
  directory: string;
  /** Number of files in the directory, without the manifest, and the sum of their sizes. */
  files: number;
  bytes: number;
}

/** Thrown if the directory of an export exists already. */
export class ExportExistsError extends Error {
  override name = 'ExportExistsError';
}

/** The number of entities that are in memory at the same time. */
const PAGE_SIZE = 20;

/** Reports whether files with a prefix are exported. Others are derived data: parts of videos, plans, stored answers. */
const isExported = (prefix: string): boolean => prefix.startsWith('tmp/uploads/') || !/^(cache|tmp)\//.test(prefix);

/** All entities of a list, which is read page by page. */
async function* allItems<Entity>(
  list: (page: RepositoryPageRequest) => Promise<RepositoryPage<Entity>>,
): AsyncGenerator<Entity> {
  let after: string | undefined;
  do {
    const page = await list({ limit: PAGE_SIZE, after });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

/** The months from one time to another, both included, as `yyyy-mm`. */
function monthsBetween(from: string, to: Date): string[] {
  const months: string[] = [];
  const month = new Date(`${usageMonthOf(from)}-01T00:00:00.000Z`);
  for (; month <= to; month.setUTCMonth(month.getUTCMonth() + 1)) months.push(usageMonthOf(formatTimestamp(month)));
  return months;
}

/** Writes the files of an export below a directory, and an entry in its manifest for each. */
class ExportWriter {
  readonly #directory: string;
  readonly #manifest: FileHandle;
  files = 0;
  bytes = 0;

  private constructor(directory: string, manifest: FileHandle) {
    this.#directory = directory;
    this.#manifest = manifest;
  }

  static async open(directory: string, head: object): Promise<ExportWriter> {
    // The mode lets only the owner read it.
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const manifest = await open(join(directory, 'manifest.json'), 'wx', 0o600);
    await manifest.write(`${JSON.stringify(head).slice(0, -1)},"files":[`);
    return new ExportWriter(directory, manifest);
  }

  /** Adds a file. @param make writes it to a path; resolves to false if there is nothing to write @returns the result of `make` */
  async add(path: string, make: (file: string) => Promise<boolean>): Promise<boolean> {
    const file = join(this.#directory, path);
    await mkdir(dirname(file), { recursive: true });
    if (!(await make(file))) return false;
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    const entry = JSON.stringify({ path, bytes, sha256: hash.digest('hex') });
    await this.#manifest.write(`${this.files === 0 ? '' : ','}\n${entry}`);
    this.files += 1;
    this.bytes += bytes;
    return true;
  }

  json(path: string, value: unknown): Promise<boolean> {
    return this.add(path, async (file) => {
      await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
      return true;
    });
  }

  /** Adds a file of JSON lines: one value per line. */
  lines(path: string, values: AsyncIterable<unknown>): Promise<boolean> {
    return this.add(path, async (file) => {
      await using lines = await open(file, 'wx');
      for await (const value of values) await lines.write(`${JSON.stringify(value)}\n`);
      return true;
    });
  }

  async close(): Promise<void> {
    await this.#manifest.write('\n]}\n');
    await this.#manifest.sync();
    await this.#manifest.close();
  }

  async abandon(): Promise<void> {
    await this.#manifest.close().catch(() => undefined);
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** The path of a stored file in the export, which the JSON of the export has instead of a URL. */
const pathOf = (accountId: string, key: string): string => `files/${key.replace(`/${accountId}/`, '/')}`;

async function writeAll(deps: ExportDeps, accountId: string, writer: ExportWriter): Promise<void> {
  const { accounts, usage, timelines, renders, webhooks, deliveries, files, clock } = deps;
  const account = await accounts.findAccount(accountId);
  if (!account) return;
  const [keys, identities, webhookList] = await Promise.all([
    accounts.listKeys(accountId),
    accounts.listIdentities(accountId),
    webhooks.all(accountId),
  ]);
  await writer.json('account.json', {
    ...account,
    keys: keys.map(({ id, name, last4, created_at, last_used_at }) => ({ id, name, last4, created_at, last_used_at })),
    identities: identities.map(({ issuer, subject, created_at }) => ({ issuer, subject, created_at })),
  });
  const months: Record<string, object> = {};
  for (const month of monthsBetween(account.created_at, clock())) {
    const { render_seconds, renders: count, narration_characters } = await usage.read(accountId, month);
    months[month] = { renders: count, render_seconds, narration_characters };
  }
  await writer.json('usage.json', months);
  await writer.json('webhooks.json', webhookList.map(toWebhookAnswer));

  const paths = { presignGet: async (key: string) => pathOf(accountId, key) };
  for await (const { id } of allItems((page) => timelines.list(accountId, page))) {
    const loaded = await timelines.load(accountId, id);
    // It was deleted after the list was read.
    if (!loaded) continue;
    // The words of the voice are made from the notes, which are exported.
    const narration = loaded.slides.map((slide) =>
      toAudioAnswer({ slide, audio: slide.audio, timeline: loaded.timeline }, paths.presignGet, undefined),
    );
    await writer.json(`timelines/${id}.json`, {
      ...(await toTimelineAnswer(loaded, paths)),
      narration: await Promise.all(narration),
    });
  }

  const listed = () => allItems((page) => renders.list(accountId, {}, page));
  const views = async function* () {
    for await (const render of listed()) yield await toRenderAnswer(render, paths, clock());
  };
  await writer.lines('renders.jsonl', views());
  const receivers = async function* () {
    for (const { id } of webhookList) yield id;
    for await (const { id, webhook_url } of listed()) if (webhook_url !== undefined) yield id;
  };
  const sent = async function* () {
    for await (const receiver of receivers())
      for await (const delivery of allItems((page) => deliveries.listDeliveries(accountId, receiver, {}, page)))
        yield { receiver, ...toDeliveryAnswer(delivery), render_id: delivery.render_id };
  };
  await writer.lines('deliveries.jsonl', sent());

  for (const prefix of fileKeyPrefixesOfAccount(accountId).filter(isExported)) {
    let stored = await files.list(prefix);
    while (stored.length > 0) {
      for (const key of stored)
        await writer.add(pathOf(accountId, key), async (file) => {
          try {
            await files.getFile(key, file);
            return true;
          } catch (error) {
            // The file was deleted after the list was read.
            if (!(error instanceof FileMissingError)) throw error;
            await rm(file, { force: true });
            return false;
          }
        });
      stored = await files.list(prefix, stored.at(-1));
    }
  }
}

/**
 * Writes all data of an account into a new directory: JSON in the form of the API, stored files, and a manifest with the SHA-256 of each file.
 * Until it is complete, the directory has `.partial-` in its name; an interrupted export leaves such a directory. Data that changes during
 * the export may be in its old or its new state.
 * @returns undefined for an unknown account
 * @throws ExportExistsError
 */
export async function exportAccount(
  deps: ExportDeps,
  accountId: string,
  directory: string,
): Promise<AccountExport | undefined> {
  if (!(await deps.accounts.findAccount(accountId))) return undefined;
  if (existsSync(directory)) throw new ExportExistsError(`${directory} exists already.`);
  const now = deps.clock();
  const partial = `${directory}.partial-${createOpaqueToken(now)}`;
  const writer = await ExportWriter.open(partial, { account_id: accountId, exported_at: formatTimestamp(now) });
  try {
    await writeAll(deps, accountId, writer);
    await writer.close();
    await rename(partial, directory);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
  return { account_id: accountId, directory, files: writer.files, bytes: writer.bytes };
}
