import type { z } from 'zod';
import type { getProtectedResourceContract } from './contract.ts';

/** The metadata of `/mcp` as a protected resource (RFC 9728). @param issuer of bearer tokens; undefined: only API keys are accepted */
export const protectedResourceMetadata = (
  base: string,
  issuer: string | undefined,
): z.output<(typeof getProtectedResourceContract)['answer']> => ({
  resource: `${base}/mcp`,
  resource_name: 'Video Timeline and Render Service',
  resource_documentation: `${base}/docs/agents.md`,
  ...(issuer === undefined ? {} : { authorization_servers: [issuer] }),
  bearer_methods_supported: ['header'],
});
