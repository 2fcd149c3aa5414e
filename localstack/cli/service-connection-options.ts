import { type Command, Option } from 'commander';
import { UsageError } from '#emulators/host/command-errors.ts';

/** A service and an API key for it. */
export interface ServiceUrlAndKey {
  /** The base address, with the version, without a slash at its end. */
  baseUrl: string;
  apiKey: string;
}

/** Values of the options of `addServiceConnectionOptions`. */
export interface ServiceConnectionOptions {
  url?: string;
  /** `--api`, the former name of `--url`. */
  api?: string;
  key?: string;
}

/** Adds the options that name a running service. @param fallback the service that is used without them, for the help */
export function addServiceConnectionOptions(command: Command, fallback: string): Command {
  return command
    .optionsGroup('Service:')
    .option(
      '--url <url>',
      `a running service, such as http://localhost:3000/v1 (VIDEO_API_URL); without it ${fallback}`,
    )
    .option('--key <key>', 'an API key of it (VIDEO_API_KEY)')
    .addOption(new Option('--api <url>').hideHelp());
}

/**
 * The service that the options name, else the one of the environment variables; undefined if neither names one.
 * @throws UsageError for an address without a key, a key without an address, or an invalid address
 */
export function findServiceUrlAndKey(
  options: ServiceConnectionOptions,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ServiceUrlAndKey | undefined {
  const url = options.url || options.api || environment.VIDEO_API_URL || environment.RENDER_API_URL || undefined;
  const apiKey = options.key || environment.VIDEO_API_KEY || environment.RENDER_API_KEY || undefined;
  if (url === undefined && apiKey === undefined) return undefined;
  if (url === undefined)
    throw new UsageError('A key was given without a service. Give --url as well, or set VIDEO_API_URL.');
  if (apiKey === undefined) throw new UsageError('A running service needs a key: give --key, or set VIDEO_API_KEY.');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`--url: "${url}" is not an address, such as http://localhost:3000/v1.`);
  return { baseUrl: url.replace(/\/+$/, ''), apiKey };
}
