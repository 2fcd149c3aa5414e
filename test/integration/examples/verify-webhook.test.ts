import { expect, it } from 'vitest';
import {
  MISSING_HEADERS,
  missingHeadersIn,
  namedVerdicts,
  SIGNATURE_CASES,
  SIGNATURE_VERDICTS,
} from '#test/support/webhooks/signature-cases.ts';
import {
  inGo,
  inPython,
  inTypeScript,
  inTypeScriptClient,
  skipReason,
  type VerifyExample,
} from '#test/support/webhooks/verify-examples.ts';

const LANGUAGES: readonly [string, VerifyExample, string[]][] = [
  ['the example in TypeScript', inTypeScript, []],
  ['the TypeScript client', inTypeScriptClient, []],
  ['the example in Python', inPython, ['python3', '--version']],
  ['the example in Go', inGo, ['go', 'version']],
];

it.for(LANGUAGES)('%s accepts what is genuine and nothing else', async ([, verify, tool], { skip }) => {
  const reason = await skipReason(tool);
  skip(reason !== undefined, reason);
  expect(namedVerdicts(await verify(Object.values(SIGNATURE_CASES)))).toEqual(SIGNATURE_VERDICTS);
});

it('the TypeScript client names the header that a delivery has not', async () => {
  expect(missingHeadersIn(await inTypeScriptClient(Object.values(SIGNATURE_CASES)))).toEqual(MISSING_HEADERS);
});
