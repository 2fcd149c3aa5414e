/** A file in a request that replaces the present one; other members are options of the present one. */
type NewFile<Sent> = Extract<Sent, { url: string } | { upload_id: string } | { copy_of: object }>;

/** The new video or presenter in a request, or null to remove the present one; undefined if the request does neither. */
export const newVideoOrPresenterInRequest = <Sent extends object>(
  sent: Sent | null | undefined,
): NewFile<Sent> | null | undefined =>
  sent === null || (sent && ('url' in sent || 'upload_id' in sent || 'copy_of' in sent))
    ? (sent as NewFile<Sent> | null)
    : undefined;
