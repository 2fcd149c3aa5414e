import { CommandError } from '#emulators/host/command-errors.ts';

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

function partsOf(version: string): [number, number, number] {
  const match = VERSION.exec(version);
  if (!match) throw new CommandError(`"${version}" is not a version: it has three numbers, such as 1.1.0.`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

/** Order of two versions: negative if the first is older. @throws CommandError for what is not a version */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  const differing = one.findIndex((part, at) => part !== other[at]);
  return differing === -1 ? 0 : (one[differing] ?? 0) - (other[differing] ?? 0);
}

/** Reports whether a version may break what the other promised: its first number is larger. */
export const isMajor = (version: string, before: string): boolean => partsOf(version)[0] > partsOf(before)[0];

/** @throws CommandError unless the wanted version is a version, and newer than all that are there */
export function assertNewer(wanted: string, existing: readonly string[]): void {
  const newest = [...existing].sort(compareVersions).at(-1);
  if (newest === undefined) partsOf(wanted);
  else if (compareVersions(wanted, newest) <= 0)
    throw new CommandError(`${wanted} is not newer than ${newest}, which is there already.`);
}
