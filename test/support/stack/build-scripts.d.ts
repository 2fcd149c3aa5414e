/** The two build scripts are plain JavaScript: the Serverless CLI loads them with require(). */
declare module '*/esbuild.config.mjs' {
  export function bundleHandlers(options: {
    serviceDir: string;
    handlers: readonly string[];
    outDir?: string;
  }): Promise<Record<string, { handler: string; files: string[]; packages: string[] }>>;
}

declare module '*/layers/ffmpeg/build.mjs' {
  export function buildLayer(dist: string, pinned?: { source?: string; checksum?: string }): Promise<string>;
}
