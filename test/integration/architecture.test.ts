import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterEach, describe, expect, it } from 'vitest';
import engineDoors from '../../lib/engine/doors.json' with { type: 'json' };

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

// `npm run lint` has the whole code against them; here they are held against code that breaks them.
describe('the import rules', () => {
  it.each([
    ['nothing-imports-functions', 'lib/features/renders/create-render.ts', 'functions/http/x.ts'],
    ['lib-stands-alone', 'lib/front/api/x.ts', 'localstack/cli/commands/start.ts'],
    ['functions-only-translate', 'functions/http/x.ts', 'lib/engine/video/format.ts'],
    ['features-see-only-public', 'lib/features/renders/create-render.ts', 'lib/features/webhooks/deliver.ts'],
    ['others-see-only-public', 'lib/adapters/aws/storage.ts', 'lib/features/renders/create-render.ts'],
    ['others-see-only-public', 'lib/app/config.ts', 'lib/features/accounts/account.ts'],
    ['contracts-know-only-shapes', 'lib/features/renders/contract.ts', 'lib/platform/egress/exchange.ts'],
    ['contracts-know-only-shapes', 'lib/front/docs/contract.ts', 'lib/kernel/shared/clock.ts'],
    ['lib-kernel-imports-only-rooms-before-it', 'lib/kernel/contract/text.ts', 'lib/engine/video/format.ts'],
    ['lib-engine-imports-only-rooms-before-it', 'lib/engine/video/mux/mux-video.ts', 'lib/platform/leases/claim.ts'],
    ['lib-platform-imports-only-rooms-before-it', 'lib/platform/leases/claim.ts', 'lib/features/renders/public.ts'],
    ['lib-features-imports-only-rooms-before-it', 'lib/features/renders/x.ts', 'lib/front/api/http-response.ts'],
    ['lib-front-imports-only-rooms-before-it', 'lib/front/api/endpoint.ts', 'lib/adapters/aws/storage.ts'],
    ['lib-adapters-imports-only-rooms-before-it', 'lib/adapters/aws/storage.ts', 'lib/app/config.ts'],
    ['localstack-emulators-imports-only-rooms-before-it', 'localstack/emulators/sqs.ts', 'localstack/stack/log.ts'],
    ['localstack-deploy-imports-only-rooms-before-it', 'localstack/deploy/roles.ts', 'localstack/cli/command.ts'],
    ['door-of-engine-video', 'lib/features/renders/x.ts', 'lib/engine/video/mux/mux-video.ts'],
    ['door-of-engine-speech', 'lib/engine/video/x.ts', 'lib/engine/speech/engine.tsx'],
    ['layers-know-the-kernel-and-lists-of-files', 'layers/packages.ts', 'localstack/deploy/roles.ts'],
    ['nothing-imports-the-build', 'localstack/deploy/roles.ts', 'esbuild.config.ts'],
  ])('%s refuses %s → %s', async (rule, from, to) => {
    const { names } = await violations(projectOf({ [from]: [to] }), [from]);
    expect(names).toEqual([`${rule}: ${from} → ${to}`]);
  });

  it.each([
    ['only-aws-imports-the-sdk', '@aws-sdk/client-s3'],
    ['only-video-imports-ffmpeg-and-takumi', 'fluent-ffmpeg'],
  ])('%s refuses a feature that imports %s', async (rule, name) => {
    const project = projectOf({ 'lib/features/renders/x.ts': [], [`node_modules/${name}/index.js`]: [] });
    writeFileSync(join(project, 'lib/features/renders/x.ts'), `import type {} from '${name}';\n`);
    const { names } = await violations(project, ['lib']);
    expect(rulesBroken(names)).toEqual([rule]);
  });

  it('refuse a contract whose own file leads to the ports of its feature', async () => {
    const contract = 'lib/features/renders/contract.ts';
    const useCase = projectOf({
      [contract]: ['lib/features/renders/create-render.ts'],
      'lib/features/renders/create-render.ts': ['lib/features/renders/ports.ts'],
    });
    const { names } = await violations(useCase, ['lib']);
    expect(rulesBroken(names)).toEqual(['contract-of-renders-knows-only-entities']);
  });

  it('refuse a request that leads to a decoder of files, but not the decoder', async () => {
    const project = projectOf({
      'functions/http/x.ts': ['lib/app/composition/images.ts'],
      'functions/media/x.ts': ['lib/app/composition/images.ts'],
      'lib/app/composition/images.ts': ['lib/features/images/reencode.ts'],
    });
    const { names } = await violations(project, ['functions', 'lib']);
    expect(names).toEqual(['requests-decode-no-files: functions/http/x.ts → lib/features/images/reencode.ts']);
  });

  it('accept a contract of entities, packages and other contracts', async () => {
    const project = projectOf({
      'lib/features/images/contract.ts': [
        'lib/kernel/contract/text.ts',
        'lib/kernel/shared/ids.ts',
        'lib/engine/video/format.ts',
        'lib/features/images/image-rules.ts',
        'lib/features/timelines/contract.ts',
        'lib/features/timelines/public.ts',
      ],
      // Another feature's public.ts may name its ports.
      'lib/features/timelines/public.ts': ['lib/features/timelines/ports.ts'],
    });
    expect((await violations(project, ['lib'])).names).toEqual([]);
  });

  it.each([
    ['lib/front/api/a.ts', 'lib/front/api/b.ts'],
    ['localstack/cli/a.ts', 'localstack/cli/b.ts'],
  ])('no-cycles refuses %s ↔ %s, also of types only', async (one, other) => {
    const { names } = await violations(projectOf({ [one]: [other], [other]: [one] }), [dirname(one)]);
    expect(rulesBroken(names)).toEqual(['no-cycles']);
  });

  it('no-cycles-between-packages refuses two features that see each other, by whatever files', async () => {
    const project = projectOf({
      'lib/features/accounts/limits.ts': ['lib/features/timelines/public.ts'],
      'lib/features/timelines/create-timeline.ts': ['lib/features/accounts/public.ts'],
    });
    const { names } = await violations(project, ['lib']);
    expect(rulesBroken(names)).toEqual(['no-cycles-between-packages']);
  });
});

describe('the doors of the engine', () => {
  it('are files that the rest of the code imports', () => {
    const sources = globSync('{lib,functions,localstack,layers}/**/*.{ts,tsx}', { cwd: root });
    const imported = sources.flatMap((path) => {
      const code = readFileSync(join(root, path), 'utf8');
      const files = [...code.matchAll(/'#engine\/([^']+)'/g)].map(([, file = '']) => file);
      return files.filter((file) => !path.startsWith(`lib/engine/${file.slice(0, file.indexOf('/'))}/`));
    });
    const doors = Object.entries(engineDoors).flatMap(([name, files]) => files.map((file) => `${name}/${file}`));
    expect(doors.toSorted()).toEqual([...new Set(imported)].toSorted());
  });
});
