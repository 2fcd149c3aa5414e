import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateClientTypes } from '#cli/generate-client-types.ts';
import { generateConsoleFieldDefinitions } from '#cli/generate-console-field-definitions.ts';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';

it('the types of the client are those of the contracts (if not: npm run openapi)', async () => {
  const present = readFileSync(new URL('../../../../lib/front/client/schema.ts', import.meta.url), 'utf8');
  // Compared as a truth value: a difference of thousands of lines helps no reader.
  expect(present === (await generateClientTypes(createServiceOpenApiDocument('http://localhost:3000/v1')))).toBe(true);
});

it('the fields of slides in the console are those that are defined (if not: npm run openapi)', () => {
  const present = readFileSync(
    new URL('../../../../lib/front/console/app/console-field-definitions.ts', import.meta.url),
    'utf8',
  );
  expect(present).toBe(generateConsoleFieldDefinitions());
});
