import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { bytes } from '../amounts.ts';
import { imageTypeOf } from '../deck-type.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { Failure } from '../parts/states.tsx';
import { video } from '../session.ts';

/** An image as it is: shown, on its way, or refused with the reason. */
function ImageState({ image }: { image: Schemas['SlideImage'] }) {
  const { status, url, alt, width, height, size_bytes, error } = image;
  if (status === 'failed') return <p class="fine">{error?.message ?? 'The image could not be read.'}</p>;
  if (status === 'pending' || url === null)
    return <p class="fine">The image is being fetched. It is shown when you open the slide again.</p>;
  return (
    <>
      <img class="media-thumb" src={url} alt={alt} />
      <p class="fine">
        {width} × {height}, {bytes(size_bytes ?? 0)}
      </p>
    </>
  );
}

/** The image of a slide: dropped, shown, removed. */
export function SlideImageField({
  path,
  slide,
  onSaved,
}: {
  path: { id: string; sid: string };
  slide: Schemas['Slide'];
  onSaved: (slide: Schemas['Slide']) => void;
}) {
  const [work, setWork] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const attempt = async (make: () => Promise<Schemas['Slide']>) => {
    setWork({ isBusy: true });
    try {
      onSaved(await make());
      setWork({ isBusy: false });
    } catch (error) {
      setWork({ isBusy: false, error });
    }
  };
  const send = (file: File) =>
    attempt(async () => {
      const contentType = imageTypeOf(file.type);
      if (contentType === undefined)
        throw new Error('This is no image that can be taken: JPEG, PNG, WebP, GIF or AVIF.');
      return video().upload('/timelines/{id}/slides/{sid}/images', file, { contentType, params: { path } });
    });
  const remove = () => attempt(() => video().delete('/timelines/{id}/slides/{sid}/images', { params: { path } }));
  const { image } = slide;
  return (
    <div class="media-field">
      <h2>Image</h2>
      {image ? (
        <div class="media-row">
          <ImageState image={image} />
          <button type="button" class="button button-small" disabled={work.isBusy} onClick={remove}>
            Remove
          </button>
        </div>
      ) : (
        !work.isBusy && (
          <DropZone label="Image" accept="image/*" hint="JPEG, PNG, WebP, GIF or AVIF, at most 25 MB" onFile={send} />
        )
      )}
      {work.isBusy && (
        <p class="fine" role="status">
          Working on it…
        </p>
      )}
      {work.error !== undefined && <Failure error={work.error} />}
    </div>
  );
}
