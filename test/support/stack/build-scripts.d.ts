/** The build scripts are plain JavaScript: the Serverless CLI loads them with require(). */
declare module '*/esbuild.config.mjs' {
  export function bundleHandlers(options: {
    serviceDir: string;
    handlers: readonly string[];
    outDir?: string;
    inputs?: Set<string>;
    whole?: boolean;
    together?: readonly string[];
  }): Promise<Record<string, { handler: string; files: string[]; packages: string[] }>>;
}

declare module '*/layers/ffmpeg/build.mjs' {
  export function buildLayer(dist: string, pinned?: { source?: string; checksum?: string }): Promise<string>;
}

declare module '*/bundle-if-changed.mjs' {
  type Bundles = Record<string, { handler: string; files: string[]; packages: string[] }>;
  interface BundleOptions {
    serviceDir: string;
    handlers: readonly string[];
    outDir?: string;
    together?: readonly string[];
  }
  export function bundleIfChanged(
    options: BundleOptions,
    bundle: (options: Required<BundleOptions>) => Promise<{ bundles: Bundles; inputs: string[] }>,
  ): Promise<Bundles>;
}

declare module '*/lambda-packages.mjs' {
  interface LockedPackage {
    path: string;
    version: string;
    integrity: string | undefined;
  }
  export function lockedPackages(
    serviceDir: string,
    names: readonly string[],
    architecture: string,
    options?: { alone?: boolean },
  ): LockedPackage[];
  export function folderOf(
    serviceDir: string,
    locked: LockedPackage,
    options?: { installed?: boolean },
  ): Promise<string>;
}

declare module '*/package-files.mjs' {
  export function isPackaged(file: string): boolean;
}

declare module '*/cors.mjs' {
  export function originsOf(setting?: string): string[];
  export function gatewayCorsParameters(origins: readonly string[], exposed: string): Record<string, string>;
}

declare module '*/secrets-key.mjs' {
  export function resourceOf(given: string): string | Record<string, unknown>;
}

declare module '*/empty-bucket.mjs' {
  type Call = (method: string, params: { Delete?: { Objects: { Key: string }[] } }) => Promise<object>;
  export function emptyBucket(s3: Call, Bucket: string): Promise<number>;
}

declare module '*/layers/contents.mjs' {
  export const PACKAGE_LAYERS: Readonly<
    Record<string, { code: readonly string[]; files?: readonly (readonly [string, RegExp])[] }>
  >;
}

declare module '*/layers/packages.mjs' {
  export function buildPackageLayer(
    dist: string,
    options: {
      serviceDir: string;
      content: { code: readonly string[]; files?: readonly (readonly [string, RegExp])[] };
      architecture: 'x86_64' | 'arm64';
      installed?: boolean;
    },
  ): Promise<void>;
}
