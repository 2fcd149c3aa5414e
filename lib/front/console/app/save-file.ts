/** The address of a file in this page is released after the browser has taken it. */
const TAKEN_MS = 60_000;

/** Hands a file to the browser as a download. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS);
}
