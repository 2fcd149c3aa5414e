import { LAMBDA_PACKAGE_SIZE_LIMITS, totalZipBytes, unpackedBytesWithLayers } from './package-faults.ts';
import type { PackagedStage } from './packaged-stage.ts';

const MB = 1e6;
const megabytesText = (bytes: number): string => (bytes / MB).toFixed(2);

/**
 * Formats a table of functions and layers, the largest first, and a line with the sums.
 * @param startMsByName milliseconds to load, by function
 */
export function formatFunctionPackageTable(
  { code, resources }: PackagedStage,
  startMsByName: ReadonlyMap<string, number> = new Map(),
): string {
  const rows = code
    .toSorted((a, b) => b.zipped - a.zipped || a.name.localeCompare(b.name))
    .map((packagedCode) => [
      packagedCode.name,
      packagedCode.kind,
      packagedCode.architecture,
      megabytesText(packagedCode.zipped),
      megabytesText(packagedCode.unpacked),
      packagedCode.kind === 'layer' ? '' : megabytesText(unpackedBytesWithLayers(packagedCode, code)),
      ...(startMsByName.size === 0 ? [] : [startMsByName.get(packagedCode.name)?.toFixed(0) ?? '']),
    ]);
  const header = [
    '',
    'kind',
    'architecture',
    'zipped (MB)',
    'unpacked (MB)',
    'with layers (MB)',
    ...(startMsByName.size === 0 ? [] : ['ms to load']),
  ];
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const formatLine = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  const functions = code.filter(({ kind }) => kind !== 'layer').length;
  const unpackedBytes = code.reduce((sum, packagedCode) => sum + packagedCode.unpacked, 0);
  return [
    formatLine(header),
    ...rows.map(formatLine),
    '',
    `${functions} functions and ${code.length - functions} layers: ${megabytesText(totalZipBytes(code))} MB zipped (at most ${megabytesText(LAMBDA_PACKAGE_SIZE_LIMITS.all)}), ${megabytesText(unpackedBytes)} MB unpacked; ${resources} resources (fewer than ${LAMBDA_PACKAGE_SIZE_LIMITS.resources})`,
    '',
  ].join('\n');
}
