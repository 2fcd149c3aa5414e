import { InvalidArgumentError } from 'commander';

/** Reads a port of an option. @throws InvalidArgumentError for what is none */
export function readPort(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isInteger(value) || value < 0 || value > 65_535)
    throw new InvalidArgumentError('A port, 0 to 65535.');
  return value;
}
