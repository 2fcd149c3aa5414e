import { hasSameJsonContent } from '#kernel/shared/has-same-json-content.ts';
import type { CustomTemplate } from './custom-template.ts';
import type { TemplateFieldSource } from './template-field-source.ts';

function fieldValue({ colors, fonts, logo }: CustomTemplate, field: TemplateFieldSource['field']): unknown {
  if (field === 'logo') return logo?.sha256;
  const [group, name] = field.split('.');
  const fields: Readonly<Record<string, unknown>> = group === 'colors' ? colors : fonts;
  return Object.entries(fields).find(([key]) => key === name)?.[1];
}

/** The origins that are still true after a change of a template: those of fields whose value has not changed. */
export const templateFieldSourcesAfterChange = (
  before: CustomTemplate,
  after: CustomTemplate,
): TemplateFieldSource[] | undefined =>
  before.sources?.filter(({ field }) =>
    hasSameJsonContent({ value: fieldValue(before, field) }, { value: fieldValue(after, field) }),
  );
