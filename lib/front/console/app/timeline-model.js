import { signal } from '@preact/signals';
import { ApiError } from '#front/client/api-error.ts';
import { moved } from './amounts.ts';
import { createEditHistory } from './edit-history.ts';
import { signedIn, video } from './session.ts';
import { contentOf, fieldsOf, isSame, labelOf, overlapping } from './slide-content.ts';
import { copyOf, imageOf, makeSlide, optionsOf, sendImage } from './slide-files.ts';

/** Number of attempts of a change that others overtake. */
const ATTEMPTS = 5;
/** A deleted slide can be restored as it was for this time; then the service deletes it. */
const DELETE_AFTER_MS = 8_000;
/** Somebody else changed the same fields of a slide meanwhile. */
export class EditConflict extends Error {
  theirs;
  fields;
  /** @param theirs the slide as it is now; undefined: it was deleted */
  constructor(theirs, fields) {
    const names = fields.map((field) => labelOf(field).toLowerCase()).join(', ');
    super(
      theirs === undefined
        ? 'The slide was deleted elsewhere.'
        : `The slide was changed elsewhere: ${names}. Nothing was overwritten.`,
    );
    this.theirs = theirs;
    this.fields = fields;
  }
}
const isOvertaken = (error) => error instanceof ApiError && (error.code === 'version_conflict' || error.status === 412);
const numbered = (slides) => slides.map((slide, position) => ({ ...slide, position }));
/** Opens a timeline. @param read the timeline as the service answered it */
export function createTimelineModel(read) {
  const { id } = read;
  const timeline = signal(read);
  const failure = signal(undefined);
  const conflict = signal(undefined);
  const resets = signal(0);
  const discarded = new Set();
  const own = new Set();
  const sent = new Map();
  const overlap = (before, theirs, body) => {
    const ours = sent.get(theirs.id);
    const now = contentOf(theirs);
    return overlapping(before, theirs, body).filter((name) => !isSame(ours?.[name], now[name]));
  };
  const stateOf = ({ id: slideId, updated_at }) => `${slideId} ${updated_at}`;
  const history = createEditHistory();
  const deletes = new Map();
  let last = Promise.resolve();
  /** One change at a time: each is made on the version that the one before it left. */
  const inTurn = (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  const show = (slides, version = timeline.value.version) => {
    timeline.value = { ...timeline.value, version, slides: numbered(slides), slide_count: slides.length };
  };
  const adopt = (fresh) => {
    const slides = numbered(fresh.slides.filter((slide) => !deletes.has(slide.id)));
    timeline.value = { ...fresh, slides, slide_count: slides.length };
  };
  const readAgain = async () => {
    const fresh = await signedIn().quiet.get('/timelines/{id}', { params: { path: { id } } });
    adopt(fresh);
    return fresh;
  };
  const take = (slide) =>
    show(timeline.value.slides.map((each) => (each.id === slide.id ? { ...slide, position: each.position } : each)));
  const nextVersion = () => timeline.value.version + 1;
  /** Changes fields of a slide on the version that is known; where that is overtaken, on the present one. */
  async function change(slideId, body, before, onSaved = () => undefined) {
    const path = { id, sid: slideId };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { version } = timeline.value;
        const saved = await video().put('/timelines/{id}/slides/{sid}', {
          params: { path },
          body: { ...body, version },
        });
        onSaved(saved);
        show(
          timeline.value.slides.map((each) => (each.id === saved.id ? saved : each)),
          nextVersion(),
        );
        return saved;
      } catch (error) {
        if (!isOvertaken(error) || attempt === ATTEMPTS) throw error;
        const { slides } = await readAgain();
        const theirs = slides.find((slide) => slide.id === slideId);
        const fields = theirs ? overlap(before, theirs, body) : [];
        if (!theirs || fields.length > 0) throw new EditConflict(theirs, fields);
      }
    }
  }
  /** @param etag deletes the slide only while it has this tag */
  async function deleteNow(sid, etag) {
    const header = etag === undefined ? {} : { 'if-match': etag };
    await video().delete('/timelines/{id}/slides/{sid}', { params: { path: { id, sid }, header } });
    show(
      timeline.value.slides.filter((slide) => slide.id !== sid),
      nextVersion(),
    );
  }
  /** What a deleted slide was, for a later undo. */
  const copies = new Map();
  /** Deletes a slide that is hidden, unless somebody changed it meanwhile. */
  const commit = async ({ slide, timer }) => {
    clearTimeout(timer);
    const changedElsewhere = () =>
      new Error(
        `Slide ${String(slide.position + 1)} was changed elsewhere, so it was not deleted. Delete it again if you still want to.`,
      );
    try {
      const { slides } = await signedIn().quiet.get('/timelines/{id}', { params: { path: { id } } });
      const now = slides.find((each) => each.id === slide.id);
      if (now && !isSame(contentOf(now), contentOf(slide))) throw changedElsewhere();
      if (now) {
        copies.set(slide.id, await copyOf(now));
        await deleteNow(now.id, now.etag);
      }
    } catch (error) {
      if (deletes.has(slide.id)) {
        deletes.delete(slide.id);
        await readAgain().catch(() => undefined);
      }
      failure.value = isOvertaken(error) ? changedElsewhere() : error;
    }
    deletes.delete(slide.id);
  };
  const flush = () =>
    inTurn(async () => {
      for (const pending of [...deletes.values()]) await commit(pending);
    });
  const hide = (slide) => {
    const position = timeline.value.slides.findIndex((each) => each.id === slide.id);
    if (position < 0) return;
    const timer = setTimeout(() => {
      const pending = deletes.get(slide.id);
      if (pending) void inTurn(() => commit(pending));
    }, DELETE_AFTER_MS);
    deletes.set(slide.id, { slide, position, timer });
    show(timeline.value.slides.filter((each) => each.id !== slide.id));
  };
  /** Puts a slide back: as it is, while it is only hidden; else it is made again, with its files. */
  const restore = async (slide, position) => {
    const slideId = history.idOf(slide.id);
    const pending = deletes.get(slideId);
    if (pending) {
      clearTimeout(pending.timer);
      deletes.delete(slideId);
      const next = [...timeline.value.slides];
      next.splice(Math.min(position, next.length), 0, pending.slide);
      show(next);
      return;
    }
    const copy = copies.get(slideId) ?? { content: contentOf(slide) };
    const at = Math.min(position, timeline.value.slides.length);
    const made = await makeSlide(id, copy, at);
    history.rename(slideId, made.id);
    const next = [...timeline.value.slides];
    next.splice(at, 0, made);
    show(next, nextVersion());
  };
  /** Puts the slides into an order; those that it does not name stay behind the others. */
  async function order(wanted) {
    const known = new Map(timeline.value.slides.map((slide) => [slide.id, slide]));
    const ids = wanted.map((slideId) => history.idOf(slideId)).filter((slideId) => known.has(slideId));
    const slide_ids = [...ids, ...[...known.keys()].filter((slideId) => !ids.includes(slideId))];
    const before = timeline.value.slides;
    const shown = before.map((slide) => slide.id);
    show(slide_ids.flatMap((slideId) => known.get(slideId) ?? []));
    const changedElsewhere = () =>
      new Error('The slides were changed elsewhere, so nothing was moved. Here they are as they are now.');
    try {
      const { slides, version } = await signedIn().quiet.get('/timelines/{id}', { params: { path: { id } } });
      if (
        !isSame(
          slides.map((slide) => slide.id),
          shown,
        )
      )
        throw changedElsewhere();
      const header = { 'if-match': `"${String(version)}"` };
      await video().patch('/timelines/{id}/slides/reorder', { params: { path: { id }, header }, body: { slide_ids } });
      show(timeline.value.slides, nextVersion());
    } catch (error) {
      show(before);
      await readAgain().catch(() => undefined);
      throw isOvertaken(error) ? changedElsewhere() : error;
    }
  }
  const pathOf = (slide) => ({ id, sid: history.idOf(slide.id) });
  const dropImage = async (slide) =>
    take(await video().delete('/timelines/{id}/slides/{sid}/images', { params: { path: pathOf(slide) } }));
  const giveImage = async (slide, image) => take(await sendImage(pathOf(slide), image.file, image.options));
  const nameOf = ({ position }) => `slide ${String(position + 1)}`;
  return {
    ...{ timeline, history, failure, conflict, resets, take, adopt, flush },
    overlap,
    noteSent: (slideId, fields) => void sent.set(slideId, fields),
    isOwn: (slide) => own.has(stateOf(slide)),
    discard: (slideId) => {
      discarded.add(slideId);
      resets.value += 1;
    },
    wasDiscarded: (slideId) => discarded.delete(slideId),
    async showImage(slide, options) {
      if (!slide.image) return;
      const before = optionsOf(slide.image);
      const put = (image) =>
        inTurn(async () =>
          take(await video().put('/timelines/{id}/slides/{sid}', { params: { path: pathOf(slide) }, body: { image } })),
        );
      await put(options);
      history.push({
        label: `Image of ${nameOf(slide)}`,
        undo: () => put(before),
        redo: () => put({ ...before, ...options }),
      });
    },
    async setImage(slide, file) {
      const before = await imageOf(slide);
      const { fit = 'cover', alt = '' } = slide.image ?? {};
      const image = { file, options: { fit, alt, focus: { x: 0.5, y: 0.5 }, is_whole_slide: false } };
      await inTurn(() => giveImage(slide, image));
      history.push({
        label: `Image of ${nameOf(slide)}`,
        undo: () => inTurn(() => (before ? giveImage(slide, before) : dropImage(slide))),
        redo: () => inTurn(() => giveImage(slide, image)),
      });
    },
    async removeImage(slide) {
      const before = await imageOf(slide);
      await inTurn(() => dropImage(slide));
      history.push({
        label: `Removal of the image of ${nameOf(slide)}`,
        undo: () => inTurn(async () => (before ? giveImage(slide, before) : undefined)),
        redo: () => inTurn(() => dropImage(slide)),
      });
    },
    save: (slideId, body, before) =>
      inTurn(async () => {
        const known = timeline.value.slides.find((slide) => slide.id === history.idOf(slideId));
        if (known && isSame(fieldsOf(known, body), body)) return known;
        const label = Object.keys(body)
          .map((field) => labelOf(field).toLowerCase())
          .join(', ');
        const saved = await change(history.idOf(slideId), body, before, (slide) => own.add(stateOf(slide)));
        const after = fieldsOf(saved, body);
        history.push({
          label: `Edit of slide ${String(saved.position + 1)} (${label})`,
          undo: () => inTurn(async () => void (await change(history.idOf(slideId), before, after))),
          redo: () => inTurn(async () => void (await change(history.idOf(slideId), after, before))),
        });
        return saved;
      }),
    async add(copy, position, label) {
      await flush();
      return inTurn(async () => {
        const insert = async () => {
          const made = await makeSlide(id, copy, Math.min(position, timeline.value.slides.length));
          const next = [...timeline.value.slides];
          next.splice(made.position, 0, made);
          show(next, nextVersion());
          return made;
        };
        const made = await insert();
        history.push({
          label,
          undo: () => inTurn(() => deleteNow(history.idOf(made.id))),
          redo: () => inTurn(async () => history.rename(history.idOf(made.id), (await insert()).id)),
        });
        return made;
      });
    },
    async move(from, to) {
      await flush();
      const before = timeline.value.slides.map((slide) => slide.id);
      const after = moved(before, from, to);
      await inTurn(() => order(after));
      history.push({
        label: `Move of slide ${String(from + 1)} to ${String(to + 1)}`,
        undo: async () => {
          await flush();
          await inTurn(() => order(before));
        },
        redo: async () => {
          await flush();
          await inTurn(() => order(after));
        },
      });
    },
    remove(slide) {
      const { position } = slide;
      hide(slide);
      history.push({
        label: `Delete of slide ${String(position + 1)}`,
        undo: () => inTurn(() => restore(slide, position)),
        redo: async () => {
          const now = timeline.value.slides.find((each) => each.id === history.idOf(slide.id));
          if (now) hide(now);
        },
      });
    },
    waiting: () => [...deletes.keys()],
  };
}
const models = new Map();
/** Opens a timeline as it is now, with the history that it has in this tab. */
export async function openTimeline(id) {
  const read = await video().get('/timelines/{id}', { params: { path: { id } } });
  const known = models.get(id);
  if (known) known.adopt(read);
  const model = known ?? createTimelineModel(read);
  models.set(id, model);
  return model;
}
/** Deletes everywhere what waits to be deleted. */
export const flushTimelines = async () => {
  await Promise.all([...models.values()].map((model) => model.flush()));
};
/** Forgets all timelines and their histories: the next account must not see them. */
export const forgetTimelines = () => models.clear();
