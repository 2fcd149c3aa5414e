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

/** A project of small files: each exports a value and imports the files it is listed with. */
function projectOf(imports: Readonly<Record<string, readonly string[]>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'imports-'));
  scratch.push(directory);
  for (const path of new Set([...Object.keys(imports), ...Object.values(imports).flat()])) {
    const up = '../'.repeat(path.split('/').length - 1);
    const lines = (imports[path] ?? []).map((to) => `import type {} from './${up}${to}';\n`);
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), `${lines.join('')}export const value = 1;\n`);
  }
  writeFileSync(join(directory, 'tsconfig.json'), '{}');
  return directory;
}

const rulesBroken = (lines: readonly string[]): string[] => [...new Set(lines.map((line) => line.split(':')[0] ?? ''))];

// `npm run lint` holds the whole code against them; here they are held against code that breaks them.
describe('the import rules', () => {
  it.each([
    ['nothing-imports-functions', 'lib/renders/create-render.ts', 'functions/http/x.ts'],
    ['lib-stands-alone', 'lib/api/x.ts', 'localstack/commands/start.ts'],
    ['functions-only-translate', 'functions/http/x.ts', 'lib/video/mux/mux-video.ts'],
    ['only-runtime-composes', 'lib/renders/create-render.ts', 'lib/aws/storage.ts'],
    ['only-runtime-composes', 'lib/api/endpoint.ts', 'lib/config.ts'],
    ['features-see-only-public', 'lib/renders/create-render.ts', 'lib/webhooks/deliver.ts'],
    ['others-see-only-public', 'lib/aws/storage.ts', 'lib/renders/create-render.ts'],
    ['others-see-only-public', 'lib/config.ts', 'lib/accounts/account.ts'],
    ['contracts-know-only-shapes', 'lib/renders/contract.ts', 'lib/egress/exchange.ts'],
    ['contracts-know-only-shapes', 'lib/docs/contract.ts', 'lib/shared/clock.ts'],
    ['shared-imports-only-shared', 'lib/shared/ids.ts', 'lib/contract/text.ts'],
    ['contract-imports-only-shared', 'lib/contract/text.ts', 'lib/api/http-response.ts'],
    ['egress-imports-only-shared', 'lib/egress/exchange.ts', 'lib/webhooks/public.ts'],
    ['leases-imports-only-shared', 'lib/leases/claim.ts', 'lib/renders/public.ts'],
    ['video-imports-only-shared', 'lib/video/mux/mux-video.ts', 'lib/templates/public.ts'],
    ['audio-decoding-imports-only-shared-video', 'lib/audio-decoding/x.ts', 'lib/uploads/contract.ts'],
    ['speech-imports-only-shared-contract-video-audio-decoding', 'lib/speech/voices.ts', 'lib/narration/public.ts'],
  ])('%s refuses %s → %s', async (rule, from, to) => {
    const { names } = await violations(projectOf({ [from]: [to] }), [from]);
    expect(names).toEqual([`${rule}: ${from} → ${to}`]);
  });

  it.each([
    ['only-aws-imports-the-sdk', '@aws-sdk/client-s3'],
    ['only-video-imports-ffmpeg-and-takumi', 'fluent-ffmpeg'],
  ])('%s refuses a feature that imports %s', async (rule, name) => {
    const project = projectOf({ 'lib/renders/x.ts': [], [`node_modules/${name}/index.js`]: [] });
    writeFileSync(join(project, 'lib/renders/x.ts'), `import type {} from '${name}';\n`);
    const { names } = await violations(project, ['lib']);
    expect(rulesBroken(names)).toEqual([rule]);
  });

  it('refuse a contract whose own file leads to the ports of its feature', async () => {
    const contract = 'lib/renders/contract.ts';
    const useCase = projectOf({
      [contract]: ['lib/renders/create-render.ts'],
      'lib/renders/create-render.ts': ['lib/renders/ports.ts'],
    });
    const { names } = await violations(useCase, ['lib']);
    expect(rulesBroken(names)).toEqual(['contract-of-renders-knows-only-entities']);
  });

  it('refuse a request that leads to a decoder of files, but not the decoder', async () => {
    const project = projectOf({
      'functions/http/x.ts': ['lib/runtime/images.ts'],
      'functions/media/x.ts': ['lib/runtime/images.ts'],
      'lib/runtime/images.ts': ['lib/images/reencode.ts'],
    });
    const { names } = await violations(project, ['functions', 'lib']);
    expect(names).toEqual(['requests-decode-no-files: functions/http/x.ts → lib/images/reencode.ts']);
  });

  it('accept a contract of entities, packages and other contracts', async () => {
    const project = projectOf({
      'lib/images/contract.ts': [
        'lib/contract/text.ts',
        'lib/shared/ids.ts',
        'lib/video/format.ts',
        'lib/images/image-rules.ts',
        'lib/timelines/contract.ts',
        'lib/timelines/public.ts',
      ],
      // Another feature's public.ts may name its ports.
      'lib/timelines/public.ts': ['lib/timelines/ports.ts'],
    });
    expect((await violations(project, ['lib'])).names).toEqual([]);
  });

  it.each([
    ['lib/api/a.ts', 'lib/api/b.ts'],
    ['localstack/cli/a.ts', 'localstack/cli/b.ts'],
  ])('no-cycles refuses %s ↔ %s, also of types only', async (one, other) => {
    const { names } = await violations(projectOf({ [one]: [other], [other]: [one] }), [dirname(one)]);
    expect(rulesBroken(names)).toEqual(['no-cycles']);
  });

  it('no-cycles-between-folders-of-lib refuses two features that see each other, by whatever files', async () => {
    const project = projectOf({
      'lib/accounts/limits.ts': ['lib/timelines/public.ts'],
      'lib/timelines/create-timeline.ts': ['lib/accounts/public.ts'],
    });
    const { names } = await violations(project, ['lib']);
    expect(rulesBroken(names)).toEqual(['no-cycles-between-folders-of-lib']);
  });
});
