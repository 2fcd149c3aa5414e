import { InvalidArgumentError } from 'commander';

/** The port in the value of an option, 0 to 65535. @throws InvalidArgumentError for any other text */
export function parsePortOption(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isInteger(value) || value < 0 || value > 65_535)
    throw new InvalidArgumentError('A port, 0 to 65535.');
  return value;
}
