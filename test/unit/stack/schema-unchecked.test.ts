import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { disableServerlessConfigValidation } from '#deploy/supervisor.ts';

interface CliService {
  initialServerlessConfig: object;
  validate(): Promise<object>;
}
type Cli = Parameters<typeof disableServerlessConfigValidation>[0];

/** The service of the CLI itself: a version of it that checks in another way fails here, and would start slower. */
const Service: new (cli: Cli) => CliService = createRequire(import.meta.resolve('serverless/package.json'))(
  './lib/classes/service.js',
);

it('serverless.yml is not checked by the schema of the CLI where the local stack starts it', async () => {
  const cli: Cli = {
    configSchemaHandler: {
      validateConfig: async () => {
        throw new Error('checked');
      },
    },
  };
  const service = new Service(cli);
  service.initialServerlessConfig = {};
  await expect(service.validate()).rejects.toThrow('checked');
  disableServerlessConfigValidation(cli);
  expect(await service.validate()).toBe(service);
});
