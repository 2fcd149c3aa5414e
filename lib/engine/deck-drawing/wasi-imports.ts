/** Functions that a module of WASI imports from its host. */
type Imports = Record<string, (...values: number[]) => number>;

const DONE = 0;
/** Error number of WASI for a bad file descriptor (`badf`). */
const BAD_FILE = 8;
const SIZE_BYTES = 4;

/** The module called `proc_exit`. */
export class WasmModuleExitError extends Error {
  override name = 'WasmModuleExitError';
}

/**
 * Imports of WASI without a system: no files, no environment, no arguments, a constant clock, and constant random numbers, so that the
 * picture of a slide is always the same. Node's WASI would need a permission with which code of this process could open any file.
 * @param memory of the instance, once there is one
 */
export function wasiImports(memory: () => WebAssembly.Memory): Imports {
  const view = (): DataView => new DataView(memory().buffer);
  const writeSize = (at: number): void => view().setUint32(at, 0, true);
  return {
    environ_sizes_get(count = 0, bytes = 0) {
      writeSize(count);
      writeSize(bytes);
      return DONE;
    },
    environ_get: () => DONE,
    clock_time_get(_clock, _precision, at = 0) {
      view().setBigUint64(at, 0n, true);
      return DONE;
    },
    random_get(at = 0, length = 0) {
      new Uint8Array(memory().buffer, at, length).fill(1);
      return DONE;
    },
    /** Discards the output of the module, such as messages of panics. */
    fd_write(_file, vectors = 0, count = 0, written = 0) {
      let bytes = 0;
      for (let i = 0; i < count; i++) bytes += view().getUint32(vectors + 2 * SIZE_BYTES * i + SIZE_BYTES, true);
      view().setUint32(written, bytes, true);
      return DONE;
    },
    fd_close: () => BAD_FILE,
    fd_fdstat_get: () => BAD_FILE,
    fd_filestat_get: () => BAD_FILE,
    fd_prestat_get: () => BAD_FILE,
    fd_prestat_dir_name: () => BAD_FILE,
    fd_read: () => BAD_FILE,
    path_filestat_get: () => BAD_FILE,
    path_open: () => BAD_FILE,
    proc_exit(code) {
      throw new WasmModuleExitError(`the module ended itself with ${code}`);
    },
  };
}
