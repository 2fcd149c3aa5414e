/**
 * How the service of the end-to-end tests runs. `embedded`: on this machine, with the emulators of the local stack.
 * `endpoint`: on this machine, against an AWS-compatible endpoint. `deployed`: deployed to such an endpoint.
 */
export const MODES = ['embedded', 'endpoint', 'deployed'] as const;
export type Mode = (typeof MODES)[number];

/** The mode that the environment names. @throws Error for one that does not exist */
export function modeOf({ E2E_MODE: named = 'embedded' }: NodeJS.ProcessEnv): Mode {
  const mode = MODES.find((one) => one === named);
  if (mode === undefined) throw new Error(`E2E_MODE must be one of ${MODES.join(', ')}, not "${named}".`);
  return mode;
}
