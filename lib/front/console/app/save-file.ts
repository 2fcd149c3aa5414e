/** Milliseconds after which the object URL of a download is released: enough for the browser to start it. */
const RELEASE_AFTER_MS = 60_000;

/** Saves a file as a download of the browser. */
export function saveAsDownload(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_AFTER_MS);
}
