import { renderEventContracts } from '#features/webhooks/contract.ts';
import { contracts } from '../contracts.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

/** The description of this service as it answers at `baseUrl` (with the version). */
export const describeService = (baseUrl: string): OpenApiDocument =>
  openApiDocument({ contracts, events: renderEventContracts, baseUrl });
