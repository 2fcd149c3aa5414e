import { createHash } from 'node:crypto';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { RESOLUTIONS } from '#engine/video/format.ts';
import { ENTITLEMENTS, limitsOfPlan } from '#features/accounts/public.ts';
import type { CheckVoiceDeps } from '#features/timelines/public.ts';
import type { UploadBlobs } from '#features/uploads/public.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { createRemovalTombstone, type Tombstone } from '#platform/erasure/public.ts';
import {
  isWorkAbandoned,
  type LeaseDeps,
  type LeasedWorkHandler,
  MAX_WORK_FAILURES,
  type ReceivedMessage,
  runLeasedWork,
  type WorkAttemptCountLimits,
} from '#platform/leases/public.ts';
import {
  type BrandTemplateDeps,
  type BrandTemplateResult,
  ensureDeckBrandTemplate,
  NO_BRAND_TEMPLATE,
} from './brand-template.ts';
import {
  type Import,
  type ImportFailure,
  type ImportRef,
  type ImportReport,
  isImportUnfinished,
  MAX_REPORT_WARNINGS,
} from './import.ts';
import { ABANDONED_IMPORT_SECONDS, ImportExceedsPlanLimitsError } from './import-exceeds-plan-limits.ts';
import { removeUnsupportedVoiceFromDeck } from './known-voices.ts';
import { originalSlidePicturesKey, packOriginalSlidePictures, type ShrinkPicture } from './original-slide-pictures.ts';
import {
  DEFAULT_IMPORT_RESOLUTION,
  DEFAULT_IMPORT_TEMPLATE,
  languageOfImport,
  type StoredDeckPicture,
  type StoredDeckPictures,
  unknownTemplateImportWarning,
} from './plan-import.ts';
import { planImportWithinTimelineLimit } from './plan-import-within-timeline-limit.ts';
import type { ImportQueue, ImportStore, IsolatedDeckResult, ReadDeckIsolated } from './ports.ts';
import { storeRecordings } from './store-recordings.ts';
import { discardStoredVideosOfDeck, type StoreDeckVideosDeps, storeDeckVideos } from './store-videos.ts';
import { selectReportWarnings } from './verdict.ts';

/** Dependencies of `importDeck`. */
export interface ImportDeckDeps extends LeaseDeps, BrandTemplateDeps, CheckVoiceDeps, StoreDeckVideosDeps {
  imports: ImportStore;
  files: Pick<UploadBlobs, 'getBytes' | 'putBytes'>;
  readDeck: ReadDeckIsolated;
  shrinkPicture: ShrinkPicture;
  queue: ImportQueue;
}

/** The number of claims of an import, without postponed ones, after which it fails. */
const MAX_CLAIMS = 5;
/** Numbers of claims, failures and postponements after which an import fails. */
export const IMPORT_ATTEMPT_LIMITS: WorkAttemptCountLimits = {
  claims: MAX_CLAIMS,
  failures: MAX_WORK_FAILURES,
  postponements: MAX_CLAIMS - 1,
};

/** The maximum duration of one attempt: less than the timeout of importDeck in serverless.yml. */
const MAX_ATTEMPT_SECONDS = 840;
/** The maximum length of the longer side of a stored picture. */
const MAX_LONG_SIDE_PIXELS = 3840;
const CONCURRENT_PICTURES = 4;
/** Seconds between two updates of the progress that clients see. */
const PROGRESS_SECONDS = 1;
/** Percent of the progress when the deck has been read. The rest is storing its files. */
const READING_PERCENT = 80;

/** The failure of an import whose last worker died. */
export const ABANDONED_IMPORT_FAILURE: ImportFailure = {
  code: 'internal_error',
  message: 'The import broke off. Send the deck again.',
};

/** Number of claims of an import that count towards its limit: postponed ones do not. */
export const countedImportClaims = ({ attempt, claims_allowed = MAX_CLAIMS }: Import): number =>
  attempt - (claims_allowed - MAX_CLAIMS);

/** The warning about a template of the deck's theme that was deleted before the timeline was made. */
const TEMPLATE_DELETED_WARNING: DeckWarning = {
  slide: null,
  code: 'brand_not_taken',
  message: `The template with the colours and fonts of the deck was deleted during the import; ${DEFAULT_IMPORT_TEMPLATE} was taken.`,
};

const keysOf = ({ deck_key, pdf_key }: Import): string[] => [deck_key, ...(pdf_key ? [pdf_key] : [])];

/**
 * The tombstone, for the write that completes an import, that removes the files of the deck.
 * @param unused keys of files that were stored but are not part of the timeline
 */
const createSourcesTombstone = (deckImport: Import, now: Date, unused: readonly string[]): { added: Tombstone } => {
  const { account_id, timeline_id } = deckImport;
  return {
    added: createRemovalTombstone(
      account_id,
      { kind: 'files', timeline_id, keys: [...keysOf(deckImport), ...unused] },
      now,
    ),
  };
};

/** The tombstone, for the write that fails an import, that removes all its files. */
const createAllFilesTombstone = (deckImport: Import, now: Date): { added: Tombstone } => {
  const { timeline_id, account_id } = deckImport;
  const keys = [...keysOf(deckImport), originalSlidePicturesKey(deckImport)];
  return { added: createRemovalTombstone(account_id, { kind: 'files', timeline_id, keys }, now) };
};

function failureOf(error: unknown, { plan }: Import): ImportFailure {
  if (error instanceof DeckRefusal) return { code: error.code, message: error.message };
  if (error instanceof ImportExceedsPlanLimitsError && plan !== 'free') {
    const { timelines, stored_bytes } = ENTITLEMENTS[plan];
    return {
      code: 'entitlement_required',
      message: `Your plan has no room for this timeline: it allows ${timelines} timelines and keeps files of ${stored_bytes} bytes.`,
    };
  }
  return {
    code: 'internal_error',
    message: 'The deck could not be imported because of a fault on our side. Try again.',
  };
}

function leasedWorkOf(deps: ImportDeckDeps, ref: ImportRef): LeasedWorkHandler<Import> {
  const { imports: store, queue, clock } = deps;
  const find = async () => {
    const deckImport = await store.find(ref);
    return deckImport && isImportUnfinished(deckImport) ? deckImport : undefined;
  };
  const failedEnd = (error: ImportFailure) => ({ at: formatUtcTimestamp(clock()), error });
  return {
    name: 'import',
    limits: IMPORT_ATTEMPT_LIMITS,
    claim: (claim) => store.claim(ref, { ...claim, max_claims: MAX_CLAIMS }),
    async state() {
      const deckImport = await find();
      return deckImport && { ...deckImport, claims: countedImportClaims(deckImport) };
    },
    renew: (deckImport, leaseUntil) => store.renew(deckImport, leaseUntil),
    release: (deckImport) => store.release(deckImport),
    postpone: (deckImport, at, postponed) =>
      store.postpone(deckImport, at, { claims_allowed: (deckImport.claims_allowed ?? MAX_CLAIMS) + 1, postponed }),
    fail: (deckImport, error) =>
      store.fail(deckImport, failedEnd(failureOf(error, deckImport)), createAllFilesTombstone(deckImport, clock())),
    async failAbandoned() {
      const now = clock();
      const deckImport = await find();
      if (
        deckImport &&
        isWorkAbandoned({ ...deckImport, claims: countedImportClaims(deckImport) }, { now, maxClaims: MAX_CLAIMS })
      )
        await failAbandonedImport(deps, deckImport);
    },
    send: (delaySeconds) => queue.send(ref, delaySeconds),
    counts: (deckImport) => ({
      claims: countedImportClaims(deckImport),
      failures: deckImport.failures ?? 0,
      postponed: deckImport.postponed,
    }),
    kindOf(error) {
      if (error instanceof DeckRefusal || error instanceof ImportExceedsPlanLimitsError) return 'final';
      // Other files of the account are being decoded, or the decoder is busy: nothing failed.
      const isBusy = error instanceof ServiceError && (error.code === 'rate_limited' || error.code === 'unavailable');
      return isBusy ? 'busy' : 'failure';
    },
    describe: ({ id, account_id, kind, attempt }) => ({ import_id: id, account_id, kind, attempt }),
  };
}

/** Ends an import whose last worker died. @throws WriteConflictError if that worker is alive */
export const failAbandonedImport = (
  { imports, clock }: Pick<ImportDeckDeps, 'imports' | 'clock'>,
  seenImport: Import,
): Promise<void> =>
  imports.failAbandoned(
    seenImport,
    { at: formatUtcTimestamp(clock()), error: ABANDONED_IMPORT_FAILURE },
    createAllFilesTombstone(seenImport, clock()),
  );

/**
 * Stores the pictures of a deck, each under a new key that no other attempt knows. A tombstone names them before the first is written,
 * so that a killed attempt leaves no file; the write that creates the timeline deletes the tombstone.
 * @returns `lifted`: the ids of tombstones to delete
 */
async function storePictures(
  { files, tombstones, clock }: ImportDeckDeps,
  { account_id, timeline_id }: Import,
  { deck, pictures, bytesOf }: IsolatedDeckResult,
): Promise<{ stored: StoredDeckPictures; lifted: string[] }> {
  const now = clock();
  const pictureByPath = new Map(pictures.map((picture) => [picture.path, picture]));
  const picturesToStore = deck.slides.flatMap(({ image, images = [], builds = [] }, index) => {
    const slideImages = [...(image ? [image] : []), ...images];
    const sources = [...slideImages.map(({ source }) => source), ...builds.map(({ source }) => source)];
    const paths = new Set(sources.flatMap((source) => (source.from === 'path' ? source.path : [])));
    return [...paths].flatMap((path) => {
      const picture = pictureByPath.get(path);
      const extension = picture?.content_type === 'image/png' ? 'png' : 'jpg';
      return picture
        ? [{ index, picture, key: storageKeys.slideImage(account_id, timeline_id, createOpaqueToken(now), extension) }]
        : [];
    });
  });
  if (picturesToStore.length === 0) return { stored: new Map(), lifted: [] };
  const id = createOpaqueToken(now);
  await tombstones.insert({
    id,
    account_id,
    remains: { kind: 'files', timeline_id, keys: picturesToStore.map(({ key }) => key) },
    due_at: formatUtcTimestamp(addSeconds(now, ABANDONED_IMPORT_SECONDS)),
  });
  const picturesByIndex = new Map<number, Map<string, StoredDeckPicture>>();
  await forEachConcurrent(picturesToStore, CONCURRENT_PICTURES, async ({ index, picture, key }) => {
    const bytes = await bytesOf(picture);
    const { width, height, content_type, is_figure, found_focus } = picture;
    await files.putBytes(key, bytes, content_type);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const slidePictures = picturesByIndex.get(index) ?? new Map<string, StoredDeckPicture>();
    picturesByIndex.set(index, slidePictures);
    slidePictures.set(picture.path, {
      key,
      sha256,
      width,
      height,
      content_type,
      size_bytes: bytes.length,
      ...(is_figure ? { is_figure } : {}),
      ...(found_focus ? { found_focus } : {}),
    });
  });
  return { stored: picturesByIndex, lifted: [id] };
}

/**
 * Handles one message of the import queue: reads the deck in a separate process, stores its pictures, recordings and videos, and creates the
 * timeline. It may be killed at any point and run twice: the last write creates the timeline and ends the import in one transaction,
 * and succeeds only for the last claim. Files of an attempt that did not reach it are named by a tombstone.
 * @throws the error of a failed attempt, so that the queue keeps the message
 */
export async function importDeck(deps: ImportDeckDeps, ref: ImportRef, receipt: ReceivedMessage): Promise<void> {
  const { imports, files, clock, log } = deps;
  const perform = async (deckImport: Import, signal: AbortSignal): Promise<void> => {
    const limits = limitsOfPlan(deckImport.plan);
    const [deck, pdf] = await Promise.all([
      files.getBytes(deckImport.deck_key),
      deckImport.pdf_key === undefined ? undefined : files.getBytes(deckImport.pdf_key),
    ]);
    const { look, pdf_text, deck_file, resolution = DEFAULT_IMPORT_RESOLUTION } = deckImport.options;
    const long_side = Math.min(MAX_LONG_SIDE_PIXELS, Math.round((RESOLUTIONS[resolution] * 16) / 9));
    const job = {
      account_id: deckImport.account_id,
      deck,
      pdf,
      look,
      pdf_text,
      deck_file,
      long_side,
      max_slides: limits.slides_per_timeline,
    };
    let lastUpdate = clock();
    const onProgress = (done: number, pages: number): void => {
      if (addSeconds(lastUpdate, PROGRESS_SECONDS) > clock()) return;
      lastUpdate = clock();
      const progress = Math.floor((READING_PERCENT * done) / Math.max(1, pages));
      imports
        .noteProgress(deckImport, progress, pages)
        .catch((error: unknown) => log.warn('progress not noted', { error }));
    };
    await deps.readDeck(
      job,
      async (deckResult) => {
        const { stored: pictures, lifted } = await storePictures(deps, deckImport, deckResult);
        const originalPictures = await packOriginalSlidePictures(deckResult, deps.shrinkPicture);
        if (originalPictures)
          await files.putBytes(originalSlidePicturesKey(deckImport), originalPictures, 'application/json');
        const language = languageOfImport(deckImport, deckResult.deck);
        const storedRecordings = await storeRecordings(deps, deckImport, deckResult, language, limits);
        let videos = await storeDeckVideos(deps, deckImport, deckResult, limits, signal);
        signal.throwIfAborted();
        const now = clock();
        const { stored: recordings, warnings } = storedRecordings;
        const deckWithSupportedVoice = removeUnsupportedVoiceFromDeck(deckResult.deck, language, deps.voices);
        const planWith = ({ brand, warnings: brandWarnings }: BrandTemplateResult) => {
          const deckWithWarnings = {
            ...deckWithSupportedVoice,
            warnings: [...deckWithSupportedVoice.warnings, ...warnings, ...videos.warnings, ...brandWarnings],
          };
          const storedFiles = { pictures, recordings, videos: videos.stored, brand };
          return planImportWithinTimelineLimit(deckImport, deckWithWarnings, storedFiles, limits, now);
        };
        // A deck whose timeline would be too large is refused before its brand becomes a template.
        planWith(NO_BRAND_TEMPLATE);
        const brand = await ensureDeckBrandTemplate(deps, deckImport, deckResult, limits);
        let { loaded, report, unused } = planWith(brand);
        const complete = (template_id: string, finalReport: ImportReport = report) => {
          const end = { at: formatUtcTimestamp(now), report: finalReport, pages: deckResult.deck.pages };
          const { timeline, slides } = loaded;
          const tombstones = {
            ...createSourcesTombstone(deckImport, now, [...unused, ...videos.unused]),
            lifted: [...lifted, ...storedRecordings.lifted, ...videos.lifted],
          };
          return imports.complete(
            deckImport,
            end,
            { timeline: { ...timeline, template_id }, slides },
            limits,
            tombstones,
          );
        };
        const { template_id } = loaded.timeline;
        let outcome = await complete(template_id);
        if (outcome === 'no_room' && videos.stored.size > 0) {
          videos = discardStoredVideosOfDeck(videos, deckResult.deck.slides);
          ({ loaded, report, unused } = planWith(brand));
          outcome = await complete(template_id);
        }
        // The account has no such template, or it was deleted while the deck was read.
        if (outcome === 'no_template') {
          const { brand: _, ...reportWithoutBrand } = report;
          const templateWarning =
            report.brand?.template_id === template_id
              ? TEMPLATE_DELETED_WARNING
              : unknownTemplateImportWarning(template_id);
          // The warning about the template is always kept: it is last, and the others are cut to make room.
          const reportWarnings = [...selectReportWarnings(report.warnings, MAX_REPORT_WARNINGS - 1), templateWarning];
          outcome = await complete(DEFAULT_IMPORT_TEMPLATE, { ...reportWithoutBrand, warnings: reportWarnings });
        }
        if (outcome === 'no_room') throw new ImportExceedsPlanLimitsError('the plan has no room for the timeline');
      },
      onProgress,
      signal,
      (times) =>
        log.info('import', {
          account_id: deckImport.account_id,
          import_id: deckImport.id,
          kind: deckImport.kind,
          ...times,
        }),
    );
  };
  await runLeasedWork(deps, leasedWorkOf(deps, ref), receipt, perform, MAX_ATTEMPT_SECONDS);
}
