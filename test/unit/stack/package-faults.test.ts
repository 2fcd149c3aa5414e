import { describe, expect, test } from 'vitest';
import { detectProgramPlatform } from '#deploy/packages/archive.ts';
import { LAMBDA_PACKAGE_SIZE_LIMITS, packageFaults } from '#deploy/packages/package-faults.ts';
import type { PackagedFunctionOrLayer } from '#deploy/packages/packaged-stage.ts';

const code = (given: Partial<PackagedFunctionOrLayer> = {}): PackagedFunctionOrLayer => ({
  name: 'getMe',
  kind: 'api',
  architecture: 'x86_64',
  layers: [],
  handler: 'get-me.handler',
  zipped: 500_000,
  unpacked: 2_000_000,
  files: [],
  ...given,
});
const file = (path: string, machine?: string) => ({ path, bytes: 1000, machine });
const faults = (...all: PackagedFunctionOrLayer[]) => packageFaults({ code: all, resources: 400 });

describe('a package', () => {
  test('within its budget has no fault', () => {
    const layer = code({ name: 'images', kind: 'layer', files: [file('nodejs/node_modules/x/x.node', 'x86_64')] });
    const worker = code({
      name: 'draw',
      kind: 'worker',
      layers: ['images'],
      files: [file('node_modules/x/LICENSE.md')],
    });
    expect(faults(code(), worker, layer)).toEqual([]);
  });

  test.each([
    ['a large function of the API', code({ zipped: 1_200_001 }), 'getMe has 1.2 MB zipped, of at most 1.2 MB.'],
    [
      'fluent-ffmpeg where requests are answered',
      code({ files: [file('node_modules/fluent-ffmpeg/index.js')] }),
      'getMe answers requests and has fluent-ffmpeg, which only workers need.',
    ],
    [
      'a large worker',
      code({ name: 'draw', kind: 'worker', zipped: 15_100_000 }),
      'draw has 15.1 MB zipped, of at most 15.0 MB.',
    ],
    ['too many layers', code({ layers: ['a', 'b', 'c', 'd', 'e', 'f'] }), 'getMe has 6 layers, of at most 5.'],
    [
      'reports',
      code({ files: [file('node_modules/x/coverage/lcov.info')] }),
      'getMe has 1 files that no function reads, such as node_modules/x/coverage/lcov.info.',
    ],
    [
      'types',
      code({ files: [file('node_modules/x/index.d.ts'), file('node_modules/x/README.md')] }),
      'getMe has 2 files that no function reads, such as node_modules/x/index.d.ts.',
    ],
    [
      'a program of another system',
      code({ files: [file('node_modules/x/x.node', 'macOS')] }),
      'node_modules/x/x.node of getMe is for macOS, and the function for x86_64.',
    ],
    [
      'a program of another architecture',
      code({ kind: 'layer', name: 'images', files: [file('nodejs/x.so', 'arm64')] }),
      'nodejs/x.so of images is for arm64, and the layer for x86_64.',
    ],
  ])('with %s has one', (_, given, sentence) => {
    expect(faults(given)).toEqual([sentence]);
  });

  test('with a layer of another architecture than the function has one', () => {
    const layer = code({ name: 'images', kind: 'layer', architecture: 'arm64' });
    expect(faults(code({ layers: ['images'] }), layer)).toEqual([
      'getMe runs on x86_64, and its layer images is for arm64.',
    ]);
  });

  test('that Lambda would not unpack has one: the layers count', () => {
    const layer = code({ name: 'fonts', kind: 'layer', unpacked: LAMBDA_PACKAGE_SIZE_LIMITS.unpacked });
    expect(faults(code({ layers: ['fonts'] }), layer)).toEqual([
      'getMe has 264.1 MB unpacked with its layers, of at most 262.1 MB.',
    ]);
    expect(faults(code(), layer)).toEqual([]);
  });

  test('that is too large in all has one', () => {
    const layers = ['a', 'b'].map((name) => code({ name, kind: 'layer', zipped: 70_500_001 }));
    expect(faults(...layers)).toEqual(['All zips have 141.0 MB, of at most 141.0 MB.']);
  });

  test('whose template leaves no room has one', () => {
    expect(packageFaults({ code: [], resources: 450 })).toEqual(['The template has 450 resources, of fewer than 450.']);
  });
});

describe('a program', () => {
  const elf = (machine: number) =>
    Buffer.concat([Buffer.from('7f454c460201010000000000000000000300', 'hex'), Buffer.from([machine, 0])]);

  test.each([
    ['x86_64', elf(62)],
    ['arm64', elf(183)],
    ['machine 40', elf(40)],
    ['macOS', Buffer.from('cffaedfe0c00000100000000', 'hex')],
    ['Windows', Buffer.from('4d5a90000300000004000000', 'hex')],
    ['no system: it is not a program', Buffer.from('<!doctype html>')],
    ['no system: it is not a program', Buffer.from('7f454c46', 'hex')],
  ])('is for %s by its first bytes', (machine, header) => {
    expect(detectProgramPlatform(header)).toBe(machine);
  });
});
