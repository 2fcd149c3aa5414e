/** Downloads a file from its signed URL. @throws Error if the storage no longer has it, or the URL has expired */
export async function downloadSignedFile(url: string): Promise<Blob> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error('A file of the slide could not be read. Reload the page, then try again.');
  return answer.blob();
}
