const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
const ELF_MACHINES: Readonly<Record<number, string>> = { 62: 'linux-x64', 183: 'linux-arm64' };
const MACH_O_64 = 0xfeedfacf;
const MACH_O_MACHINES: Readonly<Record<number, string>> = { 16777223: 'darwin-x64', 16777228: 'darwin-arm64' };
const PE_SIGNATURE = 0x4550;
const PE_MACHINES: Readonly<Record<number, string>> = { 34404: 'win32-x64', 43620: 'win32-arm64' };
/** The place, in a program of Windows, of the place of its PE header. */
const PE_OFFSET = 0x3c;

function ofWindows(bytes: Buffer): string | undefined {
  if (bytes.length < PE_OFFSET + 4 || bytes.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const at = bytes.readUInt32LE(PE_OFFSET);
  if (at + 6 > bytes.length || bytes.readUInt32LE(at) !== PE_SIGNATURE) return undefined;
  return PE_MACHINES[bytes.readUInt16LE(at + 4)];
}

/** The system and the processor that a program is for, in Node's words; undefined for another file. @param bytes the first 4 KiB of its file */
export function programFormat(bytes: Buffer): string | undefined {
  if (bytes.length < 20) return undefined;
  if (bytes.subarray(0, ELF.length).equals(ELF)) return ELF_MACHINES[bytes.readUInt16LE(18)];
  if (bytes.readUInt32LE(0) === MACH_O_64) return MACH_O_MACHINES[bytes.readUInt32LE(4)];
  return ofWindows(bytes);
}
