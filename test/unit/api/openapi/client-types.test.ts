import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeService } from '../../../../lib/api/openapi/description.ts';
import { clientTypes } from '../../../../localstack/cli/client-types.ts';
import { consoleFields } from '../../../../localstack/cli/console-fields.ts';

it('the types of the client are those of the contracts (if not: npm run openapi)', async () => {
  const present = readFileSync(new URL('../../../../lib/client/schema.ts', import.meta.url), 'utf8');
  // Compared as a truth value: a difference of thousands of lines helps no reader.
  expect(present === (await clientTypes(describeService('http://localhost:3000/v1')))).toBe(true);
});

it('the fields of slides in the console are those that are defined (if not: npm run openapi)', () => {
  const present = readFileSync(new URL('../../../../lib/console/app/field-definitions.ts', import.meta.url), 'utf8');
  expect(present).toBe(consoleFields());
});
