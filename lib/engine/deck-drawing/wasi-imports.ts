/** Functions that a module of WASI imports from its host. */
type WasiImports = Record<string, (...values: number[]) => number>;

const SUCCESS = 0;
/** Error number of WASI for a bad file descriptor (`badf`). */
const BAD_FILE_DESCRIPTOR = 8;
/** Bytes of a size or an address. */
const SIZE_BYTES = 4;

/** The error for a module that called `proc_exit`. */
export class WasmModuleExitError extends Error {
  override name = 'WasmModuleExitError';
}

/**
 * Imports of WASI without a system: no files, no environment, no arguments, a constant clock, and constant random numbers, so that the
 * picture of a slide is always the same. Node's WASI would need a permission with which code of this process could open any file.
 * @param memory returns the memory of the instance; it is called only while the module runs
 */
export function createWasiImports(memory: () => WebAssembly.Memory): WasiImports {
  const memoryView = (): DataView => new DataView(memory().buffer);
  const writeZeroSize = (address: number): void => memoryView().setUint32(address, 0, true);
  return {
    environ_sizes_get(countAddress = 0, bytesAddress = 0) {
      writeZeroSize(countAddress);
      writeZeroSize(bytesAddress);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    clock_time_get(_clock, _precision, address = 0) {
      memoryView().setBigUint64(address, 0n, true);
      return SUCCESS;
    },
    random_get(address = 0, length = 0) {
      new Uint8Array(memory().buffer, address, length).fill(1);
      return SUCCESS;
    },
    /** Discards the output of the module, such as messages of panics. */
    fd_write(_file, vectorsAddress = 0, vectorCount = 0, writtenBytesAddress = 0) {
      let writtenBytes = 0;
      for (let i = 0; i < vectorCount; i++)
        writtenBytes += memoryView().getUint32(vectorsAddress + 2 * SIZE_BYTES * i + SIZE_BYTES, true);
      memoryView().setUint32(writtenBytesAddress, writtenBytes, true);
      return SUCCESS;
    },
    fd_close: () => BAD_FILE_DESCRIPTOR,
    fd_fdstat_get: () => BAD_FILE_DESCRIPTOR,
    fd_filestat_get: () => BAD_FILE_DESCRIPTOR,
    fd_prestat_get: () => BAD_FILE_DESCRIPTOR,
    fd_prestat_dir_name: () => BAD_FILE_DESCRIPTOR,
    fd_read: () => BAD_FILE_DESCRIPTOR,
    path_filestat_get: () => BAD_FILE_DESCRIPTOR,
    path_open: () => BAD_FILE_DESCRIPTOR,
    proc_exit(code) {
      throw new WasmModuleExitError(`the module ended itself with ${code}`);
    },
  };
}
