import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AccountStore, UsageStore } from '#features/accounts/ports.ts';
import { usageMonthOf } from '#features/accounts/public.ts';
import { toSlideAudioAnswer } from '#features/narration/audio-view.ts';
import { FileMissingError, type FileStore, type RenderStore } from '#features/renders/ports.ts';
import { toRenderAnswer } from '#features/renders/view.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import { toTimelineAnswer } from '#features/timelines/view.ts';
import { toDeliveryAnswer } from '#features/webhooks/manage-deliveries.ts';
import { toWebhookAnswer } from '#features/webhooks/manage-webhooks.ts';
import type { DeliveryStore, WebhookStore } from '#features/webhooks/ports.ts';
import type { RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
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
export interface FinishedAccountExport {
  account_id: string;
  directory: string;
  /** Number of files in the directory, without the manifest, and the sum of their sizes. */
  files: number;
  bytes: number;
}

/** Thrown if the directory of an export exists already. */
export class ExportDirectoryExistsError extends Error {
  override name = 'ExportDirectoryExistsError';
}

/** The number of entities that are in memory at the same time. */
const PAGE_SIZE = 20;

/** Reports whether files with a prefix are exported. Others are derived data: parts of videos, plans, stored answers. */
const isExported = (prefix: string): boolean => prefix.startsWith('tmp/uploads/') || !/^(cache|tmp)\//.test(prefix);

/** All entities of a list, which is read page by page. */
async function* allItems<Entity>(
  list: (page: RepositoryPageRequest) => Promise<RepositoryPage<Entity>>,
): AsyncGenerator<Entity> {
  let cursor: string | undefined;
  do {
    const page = await list({ limit: PAGE_SIZE, after: cursor });
    yield* page.items;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** The months from one time to another, both included, as `yyyy-mm`. */
function monthsBetween(from: string, to: Date): string[] {
  const months: string[] = [];
  const month = new Date(`${usageMonthOf(from)}-01T00:00:00.000Z`);
  for (; month <= to; month.setUTCMonth(month.getUTCMonth() + 1)) months.push(usageMonthOf(formatUtcTimestamp(month)));
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

  static async open(directory: string, manifestHead: object): Promise<ExportWriter> {
    // The mode lets only the owner read it.
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const manifest = await open(join(directory, 'manifest.json'), 'wx', 0o600);
    await manifest.write(`${JSON.stringify(manifestHead).slice(0, -1)},"files":[`);
    return new ExportWriter(directory, manifest);
  }

  /** Adds a file. @param writeTo writes it to a path; resolves to false if there is nothing to write @returns the result of `writeTo` */
  async add(path: string, writeTo: (file: string) => Promise<boolean>): Promise<boolean> {
    const file = join(this.#directory, path);
    await mkdir(dirname(file), { recursive: true });
    if (!(await writeTo(file))) return false;
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

  /** Adds a file with a value as indented JSON. */
  addJson(path: string, value: unknown): Promise<boolean> {
    return this.add(path, async (file) => {
      await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
      return true;
    });
  }

  /** Adds a file of JSON lines: one value per line. */
  addLines(path: string, values: AsyncIterable<unknown>): Promise<boolean> {
    return this.add(path, async (file) => {
      await using lines = await open(file, 'wx');
      for await (const value of values) await lines.write(`${JSON.stringify(value)}\n`);
      return true;
    });
  }

  /** Completes the manifest and closes it. */
  async close(): Promise<void> {
    await this.#manifest.write('\n]}\n');
    await this.#manifest.sync();
    await this.#manifest.close();
  }

  /** Removes the directory with all files that were written. */
  async abandon(): Promise<void> {
    await this.#manifest.close().catch(() => undefined);
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** The path of a stored file in the export, which the JSON of the export has instead of a URL. */
const exportPathOf = (accountId: string, key: string): string => `files/${key.replace(`/${accountId}/`, '/')}`;

async function writeAccount(deps: ExportDeps, accountId: string, writer: ExportWriter): Promise<void> {
  const { accounts, usage, timelines, renders, webhooks, deliveries, files, clock } = deps;
  const account = await accounts.findAccount(accountId);
  if (!account) return;
  const [keys, identities, webhookList] = await Promise.all([
    accounts.listKeys(accountId),
    accounts.listIdentities(accountId),
    webhooks.all(accountId),
  ]);
  await writer.addJson('account.json', {
    ...account,
    keys: keys.map(({ id, name, last4, created_at, last_used_at }) => ({ id, name, last4, created_at, last_used_at })),
    identities: identities.map(({ issuer, subject, created_at }) => ({ issuer, subject, created_at })),
  });
  const months: Record<string, object> = {};
  for (const month of monthsBetween(account.created_at, clock())) {
    const { render_seconds, renders: count, narration_characters } = await usage.read(accountId, month);
    months[month] = { renders: count, render_seconds, narration_characters };
  }
  await writer.addJson('usage.json', months);
  await writer.addJson('webhooks.json', webhookList.map(toWebhookAnswer));

  const pathSigner = { presignGet: async (key: string) => exportPathOf(accountId, key) };
  for await (const { id } of allItems((page) => timelines.list(accountId, page))) {
    const storedTimeline = await timelines.load(accountId, id);
    // It was deleted after the list was read.
    if (!storedTimeline) continue;
    // The words of the voice are made from the notes, which are exported.
    const narration = storedTimeline.slides.map((slide) =>
      toSlideAudioAnswer(
        { slide, audio: slide.audio, timeline: storedTimeline.timeline },
        pathSigner.presignGet,
        undefined,
      ),
    );
    await writer.addJson(`timelines/${id}.json`, {
      ...(await toTimelineAnswer(storedTimeline, pathSigner)),
      narration: await Promise.all(narration),
    });
  }

  const allRenders = () => allItems((page) => renders.list(accountId, {}, page));
  const renderAnswers = async function* () {
    for await (const render of allRenders()) yield await toRenderAnswer(render, pathSigner, clock());
  };
  await writer.addLines('renders.jsonl', renderAnswers());
  const receiverIds = async function* () {
    for (const { id } of webhookList) yield id;
    for await (const { id, webhook_url } of allRenders()) if (webhook_url !== undefined) yield id;
  };
  const deliveryAnswers = async function* () {
    for await (const receiver of receiverIds())
      for await (const delivery of allItems((page) => deliveries.listDeliveries(accountId, receiver, {}, page)))
        yield { receiver, ...toDeliveryAnswer(delivery), render_id: delivery.render_id };
  };
  await writer.addLines('deliveries.jsonl', deliveryAnswers());

  for (const prefix of fileKeyPrefixesOfAccount(accountId).filter(isExported)) {
    let storedKeys = await files.list(prefix);
    while (storedKeys.length > 0) {
      for (const key of storedKeys)
        await writer.add(exportPathOf(accountId, key), async (file) => {
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
      storedKeys = await files.list(prefix, storedKeys.at(-1));
    }
  }
}

/**
 * Writes all data of an account into a new directory: JSON in the form of the API, stored files, and a manifest with the SHA-256 of each file.
 * Until it is complete, the directory has `.partial-` in its name; an interrupted export leaves such a directory. Data that changes during
 * the export may be in its old or its new state.
 * @returns undefined for an unknown account
 * @throws ExportDirectoryExistsError
 */
export async function exportAccount(
  deps: ExportDeps,
  accountId: string,
  directory: string,
): Promise<FinishedAccountExport | undefined> {
  if (!(await deps.accounts.findAccount(accountId))) return undefined;
  if (existsSync(directory)) throw new ExportDirectoryExistsError(`${directory} exists already.`);
  const now = deps.clock();
  const partialDirectory = `${directory}.partial-${createOpaqueToken(now)}`;
  const writer = await ExportWriter.open(partialDirectory, {
    account_id: accountId,
    exported_at: formatUtcTimestamp(now),
  });
  try {
    await writeAccount(deps, accountId, writer);
    await writer.close();
    await rename(partialDirectory, directory);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
  return { account_id: accountId, directory, files: writer.files, bytes: writer.bytes };
}
