import {
  canDrawOriginalLookOfDeckKind,
  DECK_FORMATS,
  DECK_KINDS,
  type DeckKind,
  fileEndingsOfDeckKind,
  isDeckKindWithoutOriginalLook,
  isPictureOnlyDeckKind,
  isPlainTextDeckKind,
  mediaTypesOfDeckKind,
} from '#engine/deck-reading/deck-formats.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf } from '#engine/deck-reading/detect-deck.ts';
import { findUnsupportedFileKind, UNSUPPORTED_FILES } from '#engine/deck-reading/unsupported-files.ts';
import {
  deletedAccountError,
  limitsOfPlan,
  type Principal,
  storedBytesExceededError,
} from '#features/accounts/public.ts';
import { checkTemplateExists, type TemplateChoiceDeps } from '#features/templates/public.ts';
import {
  completeUploadWithWork,
  DECK_IMPORT_UPLOAD_PATH,
  type ReceiveFileDeps,
  readUploadedBytes,
  requireUpload,
  type UploadOperation,
} from '#features/uploads/public.ts';
import type { UploadedFile } from '#kernel/contract/uploaded-file.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { invalidValueError, runIgnoringUnavailability, ServiceError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type ImportRequestOptions, importRequestOptionsSchema } from './contract.ts';
import { DECK_FILE_RULES, DECK_PDF_FILE_RULES } from './deck-file.ts';
import { parseGoogleSlidesUrl } from './google-slides.ts';
import type { Import } from './import.ts';
import type { ImportQueue, ImportStore } from './ports.ts';

/** Dependencies of `createImport`. */
export interface CreateImportDeps extends ReceiveFileDeps, TemplateChoiceDeps {
  imports: ImportStore;
  queue: ImportQueue;
  clock: Clock;
}

/** The seconds that most imports take, which a refused client is advised to wait. */
const TYPICAL_SECONDS = 30;

/**
 * Detects the kind of a file by its first bytes and, for a zip, by the names in its directory. Nothing is inflated.
 * @param param field of the request, for the error
 * @param deckFile path of the deck in a zip, if the client names it
 * @throws ServiceError `import_invalid`, `import_encrypted` for a file that is not a deck
 */
function detectKind(bytes: Uint8Array, param: string, deckFile?: string): DeckKind {
  try {
    return deckKindOf(bytes, deckFile);
  } catch (error) {
    if (!(error instanceof DeckRefusal)) throw error;
    throw new ServiceError(error.code, error.message, { param, cause: error });
  }
}

/** The format that a client declares by a media type or a file extension; undefined for plain text, which no bytes identify. */
const declaredFormatOf = (type: string | undefined, name: string | undefined): { noun: string } | undefined => {
  const declaredKind = DECK_KINDS.filter((kind) => !isPlainTextDeckKind(kind)).find(
    (kind) =>
      mediaTypesOfDeckKind(kind).some(
        (mediaType) => mediaType.toLowerCase() === type?.split(';')[0]?.trim().toLowerCase(),
      ) || fileEndingsOfDeckKind(kind).some((ending) => name?.toLowerCase().endsWith(`.${ending}`)),
  );
  return declaredKind && DECK_FORMATS[declaredKind];
};

/**
 * Refuses plain text that was sent as a PDF, PPTX, ODP or DOCX, or as a file of another program: a damaged file is not read as Markdown.
 * @param kind detected from the bytes
 * @throws ServiceError `import_invalid`
 */
function checkDeclaredFormat(kind: DeckKind, type: string | undefined, name: string | undefined): void {
  if (!isPlainTextDeckKind(kind)) return;
  const unsupportedKind = name === undefined ? undefined : findUnsupportedFileKind(name);
  if (unsupportedKind !== undefined)
    throw new ServiceError('import_invalid', UNSUPPORTED_FILES[unsupportedKind].advice, {
      param: DECK_FILE_RULES.field,
    });
  const declaredFormat = declaredFormatOf(type, name);
  if (declaredFormat)
    throw new ServiceError(
      'import_invalid',
      `The file was sent as ${declaredFormat.noun}, but its bytes are of another format or damaged. Export it again.`,
      { param: DECK_FILE_RULES.field },
    );
}

/** The maximum length of the stored name of a file, in UTF-16 code units. */
const MAX_NAME_CHARACTERS = 200;

/** The name of a file without its folders; null if the path has none. */
const storedFileName = (path: string | undefined): string | null =>
  path?.split(/[\\/]/).at(-1)?.slice(0, MAX_NAME_CHARACTERS) || null;

/** The options of a request, with the ids of its uploads. */
type DeckUploadOptions = ImportRequestOptions & { pdf_upload_id?: string | undefined; upload_id?: string | undefined };

/** A request for an import, without the bytes of the deck. */
export interface ImportRequest {
  /** Options of the query. They override those of a form or a JSON body. */
  query: Partial<ImportRequestOptions>;
  /** The file that the request contains; absent for an upload or an address. */
  file?: UploadedFile | undefined;
  /** The address of the deck; absent for a file or an upload. */
  url?: string | undefined;
}

/** Refuses options that a kind of deck does not support, before it is stored. @throws ServiceError `validation_failed`, `look_unavailable` */
function checkOptions({ look, pdf_upload_id }: DeckUploadOptions, kind: DeckKind, hasPdf: boolean): void {
  if (hasPdf && !canDrawOriginalLookOfDeckKind(kind))
    throw invalidValueError(
      pdf_upload_id === undefined ? 'pdf' : 'pdf_upload_id',
      'Only a PPTX or an ODP takes a PDF next to it. Leave the PDF out, or send it alone.',
    );
  if (look === 'original' && isDeckKindWithoutOriginalLook(kind))
    throw new ServiceError(
      'look_unavailable',
      `A ${DECK_FORMATS[kind].noun} has no original look that can be kept. Leave out \`look\`, or export the deck as PDF.`,
      { param: 'look' },
    );
  if (look === 'redesign' && isPictureOnlyDeckKind(kind))
    throw invalidValueError(
      'look',
      'The pages of a PDF are pictures: they cannot be drawn in a template. Leave out `look`.',
    );
}

/** The upload operation whose file is a deck: it starts the import when the file has arrived. */
export const deckUploadOperation = (
  deps: CreateImportDeps,
  principal: Principal,
  request: ImportRequest,
  prepareAnswer: PrepareIdempotentAnswer<Import>,
): UploadOperation<DeckUploadOptions> => ({
  target: DECK_IMPORT_UPLOAD_PATH,
  rules: DECK_FILE_RULES,
  form: importRequestOptionsSchema,
  check: async () => undefined,
  place: (bytes, options, type) =>
    createImport(deps, principal, { ...request, type }, bytes, { ...options, ...request.query }, prepareAnswer),
});

const PDF_PARAM = 'pdf_upload_id';

/**
 * Starts the import of a deck. The upload of a PDF that belongs to it is claimed like that of the deck, so that only one import gets it.
 * @throws ServiceError `import_invalid`, `import_encrypted`, `look_unavailable`, `validation_failed`, `entitlement_required`,
 * `upload_not_found`, `upload_in_progress`
 */
export async function createImport(
  deps: CreateImportDeps,
  principal: Principal,
  { file, url, type }: ImportRequest & { type?: string | undefined },
  bytes: Uint8Array,
  { pdf_upload_id, upload_id, ...options }: DeckUploadOptions,
  prepareAnswer: PrepareIdempotentAnswer<Import>,
): Promise<Import> {
  const kind = detectKind(bytes, DECK_FILE_RULES.field, options.deck_file);
  const name = file?.name ?? (url === undefined || parseGoogleSlidesUrl(url) ? undefined : new URL(url).pathname);
  checkDeclaredFormat(kind, type, name);
  if (options.template_id !== undefined)
    await checkTemplateExists(deps.templates, principal.account_id, options.template_id);
  checkOptions({ ...options, pdf_upload_id }, kind, file?.secondFile !== undefined || pdf_upload_id !== undefined);
  const start = (pdf: Uint8Array | undefined) =>
    storeImport(deps, principal, { kind, name, bytes, pdf, options }, prepareAnswer);
  if (pdf_upload_id === undefined) return start(file?.secondFile);
  if (pdf_upload_id === upload_id)
    throw invalidValueError(PDF_PARAM, 'Is the upload of the deck. Announce the PDF as a separate upload.');
  const upload = await requireUpload(deps, principal, DECK_IMPORT_UPLOAD_PATH, pdf_upload_id, PDF_PARAM);
  return completeUploadWithWork(
    deps,
    upload,
    async () => start(await readUploadedBytes(deps, DECK_PDF_FILE_RULES, upload, PDF_PARAM)),
    PDF_PARAM,
  );
}

/** A deck whose kind and options were checked. */
interface CheckedDeck {
  kind: DeckKind;
  name: string | undefined;
  bytes: Uint8Array;
  /** The PDF that belongs to it. */
  pdf: Uint8Array | undefined;
  options: ImportRequestOptions;
}

/**
 * Stores the files of a deck, writes its import, and sends its message. If it is killed before the write, the files expire; if it is
 * killed after it, the sweeper sends the message.
 * @throws ServiceError `import_invalid`, `import_encrypted`, `entitlement_required`, `too_many_imports`
 */
async function storeImport(
  deps: CreateImportDeps,
  principal: Principal,
  { kind, name, bytes, pdf, options }: CheckedDeck,
  prepareAnswer: PrepareIdempotentAnswer<Import>,
): Promise<Import> {
  const { account_id, plan } = principal;
  const limits = limitsOfPlan(plan);
  if (pdf && detectKind(pdf, DECK_PDF_FILE_RULES.field) !== 'pdf')
    throw new ServiceError(
      'import_invalid',
      'The file next to the deck is not a PDF. Export the deck as PDF and send that.',
      { param: DECK_PDF_FILE_RULES.field },
    );
  const now = deps.clock();
  const id = newId('import', now);
  const deckImport: Import = {
    id,
    account_id,
    plan,
    status: 'queued',
    progress: 0,
    timeline_id: newId('timeline', now),
    options,
    kind,
    name: storedFileName(name),
    size_bytes: bytes.length,
    deck_key: storageKeys.importedFile(account_id, id, 'deck'),
    ...(pdf ? { pdf_key: storageKeys.importedFile(account_id, id, 'pdf') } : {}),
    attempt: 0,
    enqueued_at: formatUtcTimestamp(now),
    created_at: formatUtcTimestamp(now),
  };
  const removeFiles = () =>
    Promise.allSettled([deckImport.deck_key, deckImport.pdf_key].flatMap((key) => (key ? deps.blobs.remove(key) : [])));
  await deps.blobs.putBytes(deckImport.deck_key, bytes, 'application/octet-stream');
  if (pdf && deckImport.pdf_key) await deps.blobs.putBytes(deckImport.pdf_key, pdf, 'application/octet-stream');
  const outcome = await deps.imports.insert(deckImport, limits, await prepareAnswer(deckImport));
  if (outcome !== 'inserted') {
    await removeFiles();
    if (outcome === 'no_room') throw storedBytesExceededError(limits);
    if (outcome === 'account_deleted') throw deletedAccountError(principal);
    throw new ServiceError(
      'too_many_imports',
      `Your plan allows ${limits.imports_waiting} imports at a time. Wait until one has ended.`,
      { param: 'imports_waiting', headers: { 'retry-after': String(TYPICAL_SECONDS) } },
    );
  }
  await runIgnoringUnavailability(() => deps.queue.send({ account_id, import_id: id }));
  return deckImport;
}
