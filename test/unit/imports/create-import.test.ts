import { beforeEach, describe, expect, it } from 'vitest';
import { type CreateImportDeps, createImport } from '#features/imports/create-import.ts';
import type { Import } from '#features/imports/import.ts';
import { DECK_IMPORT_UPLOAD_PATH } from '#features/uploads/upload-targets.ts';
import { prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { makePdf } from '#test/support/decks/pdf.ts';
import { makePptx } from '#test/support/decks/pptx.ts';
import { memoryAnnouncedUploads } from '#test/support/fakes/announced-uploads.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { handClock, samplePrincipal } from '#test/support/samples/entities.ts';

const principal = samplePrincipal();
const DECK = makePptx({ slides: [{}] });
const PDF = makePdf([{}]);
const UPLOAD = 'up_pdf';

let inserted: Import[];
let outcome: 'inserted' | 'too_many';
let deps: CreateImportDeps;
let hand: ReturnType<typeof handClock>;
let blobs: ReturnType<typeof memoryFileStore>;

beforeEach(async () => {
  inserted = [];
  outcome = 'inserted';
  hand = handClock();
  blobs = memoryFileStore();
  const uploads = memoryAnnouncedUploads();
  const key = storageKeys.upload(principal.account_id, UPLOAD);
  await blobs.putBytes(key, PDF, 'application/pdf');
  const now = hand.clock();
  await uploads.insert({
    ...{ id: UPLOAD, account_id: principal.account_id, key, target: DECK_IMPORT_UPLOAD_PATH },
    ...{ content_type: 'application/pdf', size_bytes: PDF.length },
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + 3_600_000).toISOString(),
  });
  deps = {
    uploads,
    blobs,
    clock: hand.clock,
    templates: noOwnTemplates,
    fetchFile: () => Promise.reject(new Error('not used here')),
    queue: { send: async () => undefined },
    imports: {
      insert: async (made: Import) => {
        if (outcome === 'inserted') inserted.push(made);
        return outcome;
      },
    } as Partial<CreateImportDeps['imports']> as CreateImportDeps['imports'],
  };
});

const begin = (over: { upload_id?: string } = {}) =>
  createImport(
    deps,
    principal,
    { query: {} },
    DECK,
    { look: 'auto', pdf_text: 'none', brand: 'deck', pdf_upload_id: UPLOAD, ...over },
    prepareNoIdempotentAnswer,
  );

describe('the upload of a PDF next to a deck', () => {
  it('is taken by one of the imports that name it at the same time', async () => {
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => begin()));
    expect(inserted).toHaveLength(1);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends)
      if (end.status === 'rejected')
        expect(end.reason).toMatchObject({ code: 'upload_in_progress', details: { param: 'pdf_upload_id' } });
  });

  it('is gone after that, with its bytes', async () => {
    await begin();
    await expect(begin()).rejects.toMatchObject({ code: 'upload_not_found', details: { param: 'pdf_upload_id' } });
    expect(await blobs.sizeOf(storageKeys.upload(principal.account_id, UPLOAD))).toBeUndefined();
  });

  it('can be named again after a refusal', async () => {
    outcome = 'too_many';
    await expect(begin()).rejects.toMatchObject({ code: 'too_many_imports' });
    outcome = 'inserted';
    await begin();
    expect(inserted).toHaveLength(1);
  });

  it('is not that of the deck', async () => {
    await expect(begin({ upload_id: UPLOAD })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { param: 'pdf_upload_id' },
    });
  });
});
