import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import type { PlanLimits } from '#features/accounts/public.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { TombstoneChange } from '#platform/erasure/public.ts';
import type { CustomTemplate } from './custom-template.ts';

/** Storage of previews of templates. */
export interface TemplatePreviewFiles {
  /** The size of a file in bytes; undefined when it does not exist. */
  sizeOf(key: string): Promise<number | undefined>;
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Makes a URL that returns the file for one hour. */
  presignGet(key: string): Promise<string>;
}

/** The part of the painter that previews use. */
export interface TemplatePreviewPainter {
  /** Draws a slide as a PNG of exactly this size in pixels. */
  paintPng(slide: DrawableSlide, size: PictureDimensions, template: SlideTemplate): Promise<Uint8Array>;
}

/** A change of a template in the store. */
export interface StoredTemplateChange {
  before: CustomTemplate;
  after: CustomTemplate;
  /** Tombstones that the same transaction adds and lifts. */
  tombstones?: TombstoneChange | undefined;
}

/** The brand (theme of a deck) of a new template, by its hash, and the previous template of the brand, if it was deleted. */
export interface NewTemplateBrand {
  /** Hash of its colours, fonts and logo, hex. */
  brand: string;
  /** The id of the brand's previous template, which was deleted; undefined if it had none. */
  instead_of: string | undefined;
}

/** The files and the brand with which a template is inserted. */
export interface NewTemplateBrandAndLiftedTombstones {
  /** Absent: the template is not the one of a brand. */
  brand?: NewTemplateBrand | undefined;
  /** Ids of the tombstones of the template's files, which the write lifts. */
  lifted: readonly string[];
}

/** Store of custom templates. */
export interface CustomTemplateStore {
  /**
   * Inserts a template and counts it with the bytes of its logo, unless the account would exceed a limit.
   * @returns `no_font`: a font that it names was deleted; `brand_taken`: its brand has got another template since it was looked up
   * @throws WriteConflictError when a tombstone cannot be lifted, or the account of a template with an origin was deleted
   */
  insert(
    template: CustomTemplate,
    limits: Pick<PlanLimits, 'own_templates' | 'stored_bytes'>,
    answer?: PreparedIdempotentAnswer,
    origin?: NewTemplateBrandAndLiftedTombstones,
  ): Promise<'inserted' | 'too_many' | 'no_font' | 'brand_taken'>;
  /** Finds the template of a brand; without `template`, it was deleted. Strongly consistent. */
  findByBrand(
    accountId: string,
    brand: string,
  ): Promise<{ id: string; template?: CustomTemplate | undefined } | undefined>;
  /** Strongly consistent. */
  find(accountId: string, templateId: string): Promise<CustomTemplate | undefined>;
  /** All templates of an account, the newest first. Strongly consistent. */
  all(accountId: string): Promise<CustomTemplate[]>;
  /**
   * Writes the next version of a template, and counts the change of its logo's bytes.
   * @throws WriteConflictError when the template has another version or was deleted, or a tombstone cannot be lifted
   */
  save(
    change: StoredTemplateChange,
    limits: Pick<PlanLimits, 'stored_bytes'>,
    answer?: PreparedIdempotentAnswer,
  ): Promise<'saved' | 'no_room' | 'no_font'>;
  /** Removes a template that no timeline uses. @throws WriteConflictError when it has another version */
  remove(template: CustomTemplate, tombstones: TombstoneChange): Promise<'removed' | 'in_use' | 'gone'>;
}
