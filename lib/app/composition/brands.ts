import { performance } from 'node:perf_hooks';
import type { CreateTemplateFromDeps } from '#features/brands/create-template-from.ts';
import { type LogoFacts, logoFactsSchema } from '#features/brands/logo-facts.ts';
import type { BrandDecoder } from '#features/brands/ports.ts';
import { THEME_DECK_FILE_RULES, WEB_PAGE_FILE_RULES } from '#features/brands/source-kinds.ts';
import { themeFactsSchema } from '#features/brands/theme-facts.ts';
import { webPageFactsSchema } from '#features/brands/web-page-facts.ts';
import { IMAGE_FILE_RULES } from '#features/images/image-rules.ts';
import { doesImageSignatureMatchType } from '#features/images/ports.ts';
import type { IsolatedDecodeTask } from '#features/uploads/decode-file-in-isolated-function.ts';
import { createSsrfGuardedGet } from '#features/uploads/fetch-file.ts';
import { createUploadDeadlineSignal } from './create-upload-deadline-signal.ts';
import { createSlottedFileDecoder } from './decoded-isolated.ts';
import { sharedServices } from './services.ts';

/** Form of requests to the decoder for a logo. */
const LOGO_DECODE_TASK: IsolatedDecodeTask<LogoFacts> = {
  medium: 'logo',
  rules: IMAGE_FILE_RULES,
  facts: logoFactsSchema,
  isOwnFormat: doesImageSignatureMatchType,
};
/** Form of requests to the decoder for a web page, which is answered by facts alone. */
const PAGE_DECODE_TASK = {
  medium: 'web_page',
  rules: WEB_PAGE_FILE_RULES,
  facts: webPageFactsSchema,
  isOwnFormat: (bytes: Uint8Array) => bytes.length === 0,
} as const;
/**
 * Form of requests to the decoder for the theme of a deck. The bytes of its answer are the deck's logo as it is in the file; it is decoded
 * next.
 */
const THEME_DECODE_TASK = {
  medium: 'deck_theme',
  rules: THEME_DECK_FILE_RULES,
  facts: themeFactsSchema,
  isOwnFormat: () => true,
} as const;

/** The isolated function, as brands use it. @param deadline of the request */
const brandDecoder = (deadline: AbortSignal): BrandDecoder => ({
  async readPage(files, accountId) {
    const { bytes: _, ...facts } = await createSlottedFileDecoder(PAGE_DECODE_TASK, deadline)(
      Buffer.from(JSON.stringify(files)),
      accountId,
    );
    return facts;
  },
  async decodeLogo(picture, accountId, crop) {
    const decode = createSlottedFileDecoder({ ...LOGO_DECODE_TASK, ...(crop ? { kept: { crop } } : {}) }, deadline);
    const { bytes, width, height, content_type, palette, edge } = await decode(picture, accountId);
    return { bytes, facts: { width, height, content_type }, palette, edge };
  },
  readTheme: createSlottedFileDecoder(THEME_DECODE_TASK, deadline),
});

/**
 * Dependencies of templates that are made of brands.
 * @param deadline of the request
 */
export function templateFromBrandDeps(deadline: AbortSignal = createUploadDeadlineSignal()): CreateTemplateFromDeps {
  const { templates, fonts, uploads, files: blobs, tombstones, clock } = sharedServices();
  const stores = { templates, fonts, uploads, blobs, tombstones, clock };
  return { ...stores, decoder: brandDecoder(deadline), get: createSsrfGuardedGet(), elapsed: () => performance.now() };
}
