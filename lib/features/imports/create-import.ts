import {
  DECK_FORMATS,
  DECK_KINDS,
  type DeckKind,
  endingsOfKind,
  isPlainText,
  isShapeKind,
  isTextKind,
  typesOfKind,
} from '#engine/deck-reading/deck-formats.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { deckKindOf } from '#engine/deck-reading/detect-deck.ts';
import { FOREIGN_FILES, foreignKindOf } from '#engine/deck-reading/foreign-files.ts';
import { limitsOf, noRoomForFileError, type Principal, refusalOf } from '#features/accounts/public.ts';
import { checkTemplate, type TemplateChoiceDeps } from '#features/templates/public.ts';
import {
  completeUpload,
  findUpload,
  type ReceiveFileDeps,
  type UploadOperation,
  uploadedBytes,
} from '#features/uploads/public.ts';
import type { UploadedFile } from '#kernel/contract/uploaded-file.ts';
import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import { invalidValue, ServiceError, unlessUnavailable } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import type { PrepareAnswer } from '#kernel/shared/prepared-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type ImportForm, importForm } from './contract.ts';
import { DECK_FILE, DECK_PDF } from './deck-file.ts';
import { googleSlidesAt } from './google-slides.ts';
import type { Import } from './import.ts';
import type { ImportQueue, ImportStore } from './ports.ts';

export interface CreateImportDeps extends ReceiveFileDeps, TemplateChoiceDeps {
  imports: ImportStore;
  queue: ImportQueue;
  clock: Clock;
}

/** Seconds within which most decks are imported. */
const IMPORTS_SECONDS = 30;

/** The path at which decks and their PDFs are announced and completed. */
export const IMPORT_TARGET = '/timelines/import';

/** Detects the kind of a file from its first bytes, without parsing it. @throws ServiceError for bytes that no deck starts with */
function kindOf(bytes: Uint8Array, param: string, deckFile?: string): DeckKind {
  try {
    return deckKindOf(bytes, deckFile);
  } catch (error) {
    if (!(error instanceof DeckRefusal)) throw error;
    throw new ServiceError(error.code, error.message, { param, cause: error });
  }
}

/** Format of a file as its client states it, by its media type or by the end of its name. Markdown has no separate bytes. */
const saidFormat = (type: string | undefined, name: string | undefined): { noun: string } | undefined => {
  const said = DECK_KINDS.filter((kind) => !isPlainText(kind)).find(
    (kind) =>
      typesOfKind(kind).some((each) => each.toLowerCase() === type?.split(';')[0]?.trim().toLowerCase()) ||
      endingsOfKind(kind).some((ending) => name?.toLowerCase().endsWith(`.${ending}`)),
  );
  return said && DECK_FORMATS[said];
};

/**
 * Refuses a file that was sent as a PDF, PPTX, ODP or DOCX and has the bytes of none: a damaged one is not read as Markdown.
 * @throws ServiceError `import_invalid`
 */
function checkSaid(kind: DeckKind, type: string | undefined, name: string | undefined): void {
  if (!isPlainText(kind)) return;
  const foreign = name === undefined ? undefined : foreignKindOf(name);
  if (foreign !== undefined)
    throw new ServiceError('import_invalid', FOREIGN_FILES[foreign].advice, { param: DECK_FILE.field });
  const said = saidFormat(type, name);
  if (said)
    throw new ServiceError(
      'import_invalid',
      `The file was sent as a deck of the format ${said.noun}, and its bytes are of another one, or damaged. Export it again.`,
      { param: DECK_FILE.field },
    );
}

/** The name of a file without its folders, as a report shows it. */
const fileName = (name: string | undefined): string | null => name?.split(/[\\/]/).at(-1)?.slice(0, 200) || null;

/** The options that a request has next to its deck. */
type Options = ImportForm & { pdf_upload_id?: string | undefined; upload_id?: string | undefined };

/** The rest of a request for an import when its deck has arrived. */
export interface ImportRequest {
  /** Options of the query; they win over those of a form or a JSON body. */
  query: Partial<ImportForm>;
  file?: UploadedFile | undefined;
  url?: string | undefined;
}

/** Refuses options that can never work before a file is stored. */
function checkOptions({ look, pdf_upload_id }: Options, kind: DeckKind, hasPdf: boolean): void {
  if (hasPdf && !isShapeKind(kind))
    throw invalidValue(
      pdf_upload_id === undefined ? 'pdf' : 'pdf_upload_id',
      'Only a PPTX or an ODP takes a PDF next to it. Leave the PDF out, or send it alone.',
    );
  if (look === 'original' && isTextKind(kind))
    throw new ServiceError(
      'look_unavailable',
      `A ${DECK_FORMATS[kind].noun} has no original look that can be kept. Leave out \`look\`, or export the deck as PDF.`,
      { param: 'look' },
    );
  if (look === 'redesign' && kind === 'pdf')
    throw invalidValue(
      'look',
      'The pages of a PDF are pictures: they cannot be drawn in a template. Leave out `look`.',
    );
}

/** A deck, as the destination of a file that a client sends. */
export const deckUploadOperation = (
  deps: CreateImportDeps,
  principal: Principal,
  request: ImportRequest,
  prepareAnswer: PrepareAnswer<Import>,
): UploadOperation<Options> => ({
  target: IMPORT_TARGET,
  kind: DECK_FILE,
  form: importForm,
  check: async () => undefined,
  place: (bytes, options, type) =>
    createImport(deps, principal, { ...request, type }, bytes, { ...options, ...request.query }, prepareAnswer),
});

const PDF_PARAM = 'pdf_upload_id';

/**
 * Starts to make a timeline of a deck. The upload of a PDF next to it is claimed meanwhile, as that of the deck is: one import has it.
 * @throws ServiceError `import_invalid`, `import_encrypted`, `look_unavailable`, `validation_failed`, `entitlement_required`,
 * `upload_not_found`, `upload_in_progress`
 */
export async function createImport(
  deps: CreateImportDeps,
  principal: Principal,
  { file, url, type }: ImportRequest & { type?: string | undefined },
  bytes: Uint8Array,
  { pdf_upload_id, upload_id, ...options }: Options,
  prepareAnswer: PrepareAnswer<Import>,
): Promise<Import> {
  const kind = kindOf(bytes, DECK_FILE.field, options.deck_file);
  const name = file?.name ?? (url === undefined || googleSlidesAt(url) ? undefined : new URL(url).pathname);
  checkSaid(kind, type, name);
  if (options.template_id !== undefined) await checkTemplate(deps.templates, principal.account_id, options.template_id);
  checkOptions({ ...options, pdf_upload_id }, kind, file?.beside !== undefined || pdf_upload_id !== undefined);
  const begin = (pdf: Uint8Array | undefined) =>
    beginImport(deps, principal, { kind, name, bytes, pdf, options }, prepareAnswer);
  if (pdf_upload_id === undefined) return begin(file?.beside);
  if (pdf_upload_id === upload_id)
    throw invalidValue(PDF_PARAM, 'Is the upload of the deck. Announce the PDF as a separate upload.');
  const upload = await findUpload(deps, principal, IMPORT_TARGET, pdf_upload_id, PDF_PARAM);
  return completeUpload(
    deps,
    upload,
    async () => begin(await uploadedBytes(deps, DECK_PDF, upload, PDF_PARAM)),
    PDF_PARAM,
  );
}

/** A deck that was looked at, and the PDF next to it. */
interface CheckedDeck {
  kind: DeckKind;
  name: string | undefined;
  bytes: Uint8Array;
  pdf: Uint8Array | undefined;
  options: ImportForm;
}

/**
 * Stores the files of a deck, writes its import, sends its message. Killed before the write, it leaves files that expire; killed after
 * it, the sweeper sends the message.
 * @throws ServiceError `import_invalid`, `import_encrypted`, `entitlement_required`, `too_many_imports`
 */
async function beginImport(
  deps: CreateImportDeps,
  principal: Principal,
  { kind, name, bytes, pdf, options }: CheckedDeck,
  prepareAnswer: PrepareAnswer<Import>,
): Promise<Import> {
  const { account_id, plan } = principal;
  const limits = limitsOf(plan);
  if (pdf && kindOf(pdf, DECK_PDF.field) !== 'pdf')
    throw new ServiceError(
      'import_invalid',
      'The file next to the deck is not a PDF. Export the deck as PDF and send that.',
      { param: DECK_PDF.field },
    );
  const now = deps.clock();
  const id = newId('import', now);
  const made: Import = {
    id,
    account_id,
    plan,
    status: 'queued',
    progress: 0,
    timeline_id: newId('timeline', now),
    options,
    kind,
    name: fileName(name),
    size_bytes: bytes.length,
    deck_key: storageKeys.importedFile(account_id, id, 'deck'),
    ...(pdf ? { pdf_key: storageKeys.importedFile(account_id, id, 'pdf') } : {}),
    attempt: 0,
    enqueued_at: timestamp(now),
    created_at: timestamp(now),
  };
  const remove = () =>
    Promise.allSettled([made.deck_key, made.pdf_key].flatMap((key) => (key ? deps.blobs.remove(key) : [])));
  await deps.blobs.putBytes(made.deck_key, bytes, 'application/octet-stream');
  if (pdf && made.pdf_key) await deps.blobs.putBytes(made.pdf_key, pdf, 'application/octet-stream');
  const outcome = await deps.imports.insert(made, limits, await prepareAnswer(made));
  if (outcome !== 'inserted') {
    await remove();
    if (outcome === 'no_room') throw noRoomForFileError(limits);
    if (outcome === 'account_deleted') throw refusalOf(principal);
    throw new ServiceError(
      'too_many_imports',
      `Your plan allows ${limits.imports_waiting} imports at a time. Wait until one has ended.`,
      { param: 'imports_waiting', headers: { 'retry-after': String(IMPORTS_SECONDS) } },
    );
  }
  await unlessUnavailable(() => deps.queue.send({ account_id, import_id: id }));
  return made;
}
