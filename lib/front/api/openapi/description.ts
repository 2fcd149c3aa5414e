import { renderEventContracts } from '#features/webhooks/contract.ts';
import { apiContracts } from '../contracts.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

/** The OpenAPI document of this service. @param baseUrl the base address, with the version */
export const createServiceOpenApiDocument = (baseUrl: string): OpenApiDocument =>
  openApiDocument({ contracts: apiContracts, events: renderEventContracts, baseUrl });
