/** Modules of serverless-offline that are not among its exports. */
export type ServerlessOfflineModulePath =
  | 'ServerlessOffline.js'
  | 'events/http/HttpServer.js'
  | 'lambda/LambdaFunction.js';

/**
 * Imports the default export of a module of serverless-offline: the same one that its other modules use. The npm package has another
 * function here (`test/tools/release/service-package/bundle-programs.ts`), because serverless-offline is in its bundle.
 */
export async function importServerlessOfflineModule<Loaded>(name: ServerlessOfflineModulePath): Promise<Loaded> {
  const { default: defaultExport } = await import(new URL(name, import.meta.resolve('serverless-offline')).href);
  return defaultExport;
}
