import type { Template } from '#engine/video/drawing/design.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import type { Size } from '#engine/video/format.ts';
import type { Limits } from '#features/accounts/public.ts';
import type { PreparedAnswer } from '#kernel/shared/prepared-answer.ts';
import type { TombstoneChange } from '#platform/erasure/public.ts';
import type { CustomTemplate } from './custom-template.ts';

/** Store of pictures of templates. */
export interface PreviewFiles {
  /** undefined when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** A URL that gives the file for one hour. */
  presignGet(key: string): Promise<string>;
}

export interface PreviewPainter {
  /** A slide as a PNG of exactly this size in pixels. */
  paintPng(slide: DrawableSlide, size: Size, template: Template): Promise<Uint8Array>;
}

/** Change of a template in the store. */
export interface CustomTemplateChange {
  before: CustomTemplate;
  after: CustomTemplate;
  /** In the same transaction. */
  tombstones?: TombstoneChange | undefined;
}

/** The brand of which a template is made. */
export interface BrandSource {
  /** Hash of its colours, fonts and logo, hex. */
  brand: string;
  /** Id of its template that was deleted. Absent: it had none. */
  instead_of: string | undefined;
  /** The tombstones under which the files of the template were announced. */
  lifted: readonly string[];
}

/** Store of templates of accounts. */
export interface CustomTemplateStore {
  /**
   * Adds a template and counts it with the bytes of its logo, unless the account is at a limit. `no_font`: a font that it names was
   * deleted; `brand_taken`: the brand that it is of has another template since it was looked up.
   * @throws WriteConflict when a tombstone cannot be lifted, or the account of a brand was deleted
   */
  insert(
    template: CustomTemplate,
    limits: Pick<Limits, 'own_templates' | 'stored_bytes'>,
    answer?: PreparedAnswer,
    source?: BrandSource,
  ): Promise<'inserted' | 'too_many' | 'no_font' | 'brand_taken'>;
  /** The template of a brand; without `template` it was deleted. Strongly consistent. */
  findByBrand(
    accountId: string,
    brand: string,
  ): Promise<{ id: string; template?: CustomTemplate | undefined } | undefined>;
  /** Strongly consistent. */
  find(accountId: string, templateId: string): Promise<CustomTemplate | undefined>;
  /** All templates of an account, the newest first. Strongly consistent. */
  all(accountId: string): Promise<CustomTemplate[]>;
  /**
   * Writes the next version, and counts the bytes of its logo instead of those before.
   * @throws WriteConflict when the template has another version, is gone, or a tombstone cannot be lifted
   */
  save(
    change: CustomTemplateChange,
    limits: Pick<Limits, 'stored_bytes'>,
    answer?: PreparedAnswer,
  ): Promise<'saved' | 'no_room' | 'no_font'>;
  /** Removes a template that no timeline uses. @throws WriteConflict when it has another version */
  remove(template: CustomTemplate, tombstones: TombstoneChange): Promise<'removed' | 'in_use' | 'gone'>;
}
