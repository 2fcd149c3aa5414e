import { expect, it } from 'vitest';
import { type DynamoDbBinaryLookup, requireDynamoDbBinary } from '#emulators/find-dynamodb-binary.ts';
import { StartError } from '#emulators/host/start-error.ts';

/** A machine on which npm has installed packages, with programs at paths. */
const machine = (
  { packages = [], programs = [] }: { packages?: readonly string[]; programs?: readonly string[] },
  more: Partial<DynamoDbBinaryLookup>,
): DynamoDbBinaryLookup => ({
  environment: {},
  platform: 'linux',
  arch: 'arm64',
  resolve(name) {
    if (!packages.includes(name)) throw new Error('MODULE_NOT_FOUND');
    return `/modules/${name}`;
  },
  isProgram: (path) => programs.includes(path),
  ...more,
});

it('takes the program of the npm package for the platform', () => {
  const packages = ['@dynoxide/darwin-arm64/dynoxide', '@dynoxide/win32-x64/dynoxide.exe'];
  expect(requireDynamoDbBinary(machine({ packages }, { platform: 'darwin' }))).toBe(
    '/modules/@dynoxide/darwin-arm64/dynoxide',
  );
  expect(requireDynamoDbBinary(machine({ packages }, { platform: 'win32', arch: 'x64' }))).toBe(
    '/modules/@dynoxide/win32-x64/dynoxide.exe',
  );
});

it('takes a program on PATH where npm has none, by the rules of the platform', () => {
  const unix = machine({ programs: ['/opt/bin/dynoxide'] }, { environment: { PATH: '/usr/bin:/opt/bin' } });
  expect(requireDynamoDbBinary(unix)).toBe('/opt/bin/dynoxide');
  const windows = machine(
    { programs: ['D:\\tools\\dynoxide.exe'] },
    { platform: 'win32', environment: { Path: 'C:\\Windows;D:\\tools' } },
  );
  expect(requireDynamoDbBinary(windows)).toBe('D:\\tools\\dynoxide.exe');
});

it('prefers DYNOXIDE_PATH, which must be a program', () => {
  const environment = { DYNOXIDE_PATH: '/opt/dynoxide', PATH: '/bin' };
  const packages = ['@dynoxide/linux-arm64/dynoxide'];
  expect(requireDynamoDbBinary(machine({ packages, programs: ['/opt/dynoxide'] }, { environment }))).toBe(
    '/opt/dynoxide',
  );
  expect(() => requireDynamoDbBinary(machine({ packages }, { environment }))).toThrow(
    /^DYNOXIDE_PATH: \/opt\/dynoxide/,
  );
});

it('says without one what to install and what works without it', () => {
  const start = () => requireDynamoDbBinary(machine({}, { platform: 'darwin' }));
  expect(start).toThrow(StartError);
  expect(start).toThrow(/darwin-arm64.*DYNOXIDE_PATH.*npm install --no-save @dynoxide\/darwin-arm64.*AWS_ENDPOINT_URL/);
});
