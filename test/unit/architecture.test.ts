import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { default: rules } = (await import(join(root, '.dependency-cruiser.mjs'))) as {
  default: { forbidden: object[]; options: object };
};
const scratch: string[] = [];
afterEach(() => {
  for (const directory of scratch.splice(0)) rmSync(directory, { recursive: true });
});

async function violations(baseDir: string, folders: string[]): Promise<{ names: string[]; modules: number }> {
  const { forbidden, options } = rules;
  const { output } = await cruise(folders, {
    ...options,
    ruleSet: { forbidden },
    validate: true,
    baseDir,
  } as Parameters<typeof cruise>[1]);
  const { summary } = output as ICruiseResult;
  return {
    names: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    modules: summary.totalCruised,
  };
}

/** A tree with one import in it. */
function treeWith(from: string, to: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'imports-'));
  scratch.push(directory);
  const up = '../'.repeat(from.split('/').length - 1);
  for (const [path, text] of [
    [to, 'export const value = 1;\n'],
    [from, `import { value } from '${up}${to}';\nexport default value;\n`],
  ] as const) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  writeFileSync(join(directory, 'tsconfig.json'), '{}');
  return directory;
}

describe('the import rules', () => {
  it('hold for the whole code', async () => {
    const { names, modules } = await violations(root, ['functions', 'lib', 'localstack']);
    expect(names).toEqual([]);
    expect(modules).toBeGreaterThan(150);
  });

  it.each([
    ['lib/renders/create-render.ts', 'functions/http/x.ts', 'nothing-imports-functions'],
    ['lib/renders/create-render.ts', 'lib/aws/storage.ts', 'only-runtime-composes'],
    ['functions/http/x.ts', 'lib/video/mux.ts', 'functions-only-translate'],
    ['lib/renders/create-render.ts', 'lib/webhooks/deliver.ts', 'features-see-only-outsides'],
    ['lib/aws/storage.ts', 'lib/renders/create-render.ts', 'adapters-know-no-use-cases'],
    ['lib/renders/contract.ts', 'lib/renders/create-render.ts', 'contracts-know-only-entities'],
    ['lib/http/x.ts', 'localstack/start.ts', 'lib-stands-alone'],
  ])('refuse %s → %s', async (from, to, rule) => {
    const { names } = await violations(treeWith(from, to), [from]);
    expect(names).toEqual([`${rule}: ${from} → ${to}`]);
  });
});
