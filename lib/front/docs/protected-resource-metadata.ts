import type { z } from 'zod';
import type { getProtectedResourceContract } from './contract.ts';

/**
 * The metadata of `/mcp` as a protected resource (RFC 9728).
 * @param baseUrl the base address, with the version and without a slash at its end
 * @param issuer the issuer of bearer tokens; undefined: only API keys are accepted
 */
export const protectedResourceMetadata = (
  baseUrl: string,
  issuer: string | undefined,
): z.output<(typeof getProtectedResourceContract)['answer']> => ({
  resource: `${baseUrl}/mcp`,
  resource_name: 'Video Timeline and Render Service',
  resource_documentation: `${baseUrl}/docs/agents.md`,
  ...(issuer === undefined ? {} : { authorization_servers: [issuer] }),
  bearer_methods_supported: ['header'],
});
