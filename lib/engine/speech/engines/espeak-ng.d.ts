// The npm package has no types. These are the parts of its Emscripten module that are used.
declare module 'espeak-ng' {
  export interface EspeakModule {
    FS: {
      stat(path: string): { size: number };
      readFile(path: string): Uint8Array;
      unlink(path: string): void;
      /** Open streams by descriptor. */
      streams: (object | null | undefined)[];
      close(stream: object): void;
    };
  }

  export interface EspeakOptions {
    /** Command line of the espeak-ng program, without its name. */
    arguments?: readonly string[];
    /** Load the program without running it. */
    noInitialRun?: boolean;
    print(line: string): void;
    printErr(line: string): void;
    preRun?: ((module: EspeakModule) => void)[];
    /** Next byte of standard input; null ends a line, and a null without a byte before it ends the input. */
    stdin?(): number | null;
    instantiateWasm?(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }

  /** Loads the program, and runs it to its end. */
  export default function espeak(options: EspeakOptions): Promise<EspeakModule>;
}

// TypeScript has WebAssembly only in its DOM types. These are the parts that are used here.
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Imports): Promise<Instance>;
}
