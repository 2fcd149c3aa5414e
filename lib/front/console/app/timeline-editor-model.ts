import { type Signal, signal } from '@preact/signals';
import { ApiError } from '#front/client/api-error.ts';
import type { Schemas } from '#front/client/client.ts';
import { listWithItemMoved } from './amounts.ts';
import { VIDEO_LABELS } from './console-field-definitions.ts';
import { createEditHistory, type EditHistory } from './edit-history.ts';
import type { SlideVideosRequestInput } from './sent-video.ts';
import { requireSession, requireSessionRecordingClient } from './session.ts';
import {
  currentSlideFieldValues,
  editConflictsOfSlide,
  isSameJson,
  labelOfSlideField,
  type SlideRequestFields,
  slideContentForRequest,
} from './slide-content.ts';
import {
  createSlideFromCopy,
  downloadSlideFilesForCopy,
  downloadSlideImage,
  type ImageDisplayOptions,
  imageOptionsOf,
  type SlideCopy,
  uploadSlideImage,
} from './slide-files.ts';

type Timeline = Schemas['Timeline'];
type Slide = Schemas['Slide'];
type Path = { id: string; sid: string };

/** The largest number of attempts of a change while other clients change the timeline. */
const MAX_ATTEMPTS = 5;
/** Milliseconds for which a deleted slide is only hidden and can be shown again; after that the service deletes it. */
const DELETE_AFTER_MS = 8_000;

/** Thrown if another client has changed the same fields of a slide, or has deleted the slide. */
export class EditConflictError extends Error {
  readonly theirs: Slide | undefined;
  readonly fields: readonly (keyof SlideRequestFields)[];

  /** @param theirs the slide as it is now; undefined: it was deleted */
  constructor(theirs: Slide | undefined, fields: readonly (keyof SlideRequestFields)[]) {
    const names = fields.map((field) => labelOfSlideField(field).toLowerCase()).join(', ');
    super(
      theirs === undefined
        ? 'The slide was deleted elsewhere.'
        : `The slide was changed elsewhere: ${names}. Nothing was overwritten.`,
    );
    this.theirs = theirs;
    this.fields = fields;
  }
}

const isVersionConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'version_conflict' || error.status === 412);

const withPositions = (slides: readonly Slide[]): Slide[] => slides.map((slide, position) => ({ ...slide, position }));

interface PendingDelete {
  slide: Slide;
  position: number;
  timer: ReturnType<typeof setTimeout>;
}

/** A change that was not made, because another client has changed the same fields. */
export interface EditConflictDetails {
  /** The slide at the time when it was edited. */
  slide: Slide;
  body: SlideRequestFields;
  /** The slide as it is now; undefined: it was deleted. */
  theirs: Slide | undefined;
  fields: readonly (keyof SlideRequestFields)[];
}

/** The state of a timeline that is open in the console. All changes of its slides are made here, one after the other. */
export interface TimelineEditorModel {
  timeline: Signal<Timeline>;
  history: EditHistory;
  /** The error of a change in the background, such as a delayed delete; undefined if there is none. */
  failure: Signal<unknown>;
  /** A conflict about which the user is asked; undefined if there is none. */
  conflict: Signal<EditConflictDetails | undefined>;
  /** The number of times that the form of a slide was discarded. */
  formResets: Signal<number>;
  /** Records values of fields that this tab sent when its page was left, or that the user has seen: they cause no conflict. */
  noteKnownValues(slideId: string, fields: SlideRequestFields): void;
  /** The fields of a change that another client has changed meanwhile (`editConflictsOfSlide`), without those whose values were noted. */
  findConflictingFields(
    before: SlideRequestFields,
    theirs: Slide,
    body: SlideRequestFields,
  ): (keyof SlideRequestFields)[];
  /** Reports whether this tab saved this state of a slide. */
  wasSavedHere(slide: Slide): boolean;
  /** Discards the form of a slide. */
  discardForm(slideId: string): void;
  /** Reports whether the form of a slide was discarded since the last call. */
  wasFormDiscarded(slideId: string): boolean;
  /** Replaces a slide by the answer of the service. */
  applySlide(slide: Slide): void;
  /** Replaces the timeline by the answer of the service; slides that are about to be deleted stay hidden. */
  applyTimeline(timeline: Timeline): void;
  /**
   * Saves fields of a slide and adds the change to the history. Changes of other clients in other fields are kept.
   * @param before the values of the fields when editing started
   * @throws EditConflictError
   */
  save(slideId: string, body: SlideRequestFields, before: SlideRequestFields): Promise<Slide>;
  /** Changes the options of the image of a slide. */
  setImageOptions(slide: Slide, options: Partial<ImageDisplayOptions>): Promise<void>;
  /** Replaces the image of a slide. */
  setImage(slide: Slide, file: Blob): Promise<void>;
  /** Removes the image of a slide. */
  removeImage(slide: Slide): Promise<void>;
  /** Changes the video or the presenter of a slide. @param before the change that takes it back; absent: it is not in the history */
  changeVideo<Name extends keyof SlideVideosRequestInput>(
    slide: Slide,
    name: Name,
    change: SlideVideosRequestInput[Name],
    before?: SlideVideosRequestInput[Name],
  ): Promise<void>;
  /** Reads the timeline again, after changes of other clients or of workers. */
  refresh(): Promise<void>;
  /** Adds a slide and then uploads its files. @param label of the step in the history @returns the slide */
  add(copy: SlideCopy, position: number, label: string): Promise<Slide>;
  /** Moves the slide at index `from` to index `to`. */
  move(from: number, to: number): Promise<void>;
  /** Hides a slide, and deletes it after 8 seconds, unless the user undoes the change. */
  remove(slide: Slide): void;
  /** Deletes all hidden slides now. */
  deleteHiddenSlides(): Promise<void>;
  /** The ids of the hidden slides. */
  hiddenSlideIds(): string[];
}

/** The state of a timeline with an empty history. @param loadedTimeline the timeline as the API answered it */
export function createTimelineEditorModel(loadedTimeline: Timeline): TimelineEditorModel {
  const { id } = loadedTimeline;
  const timeline = signal(loadedTimeline);
  const failure = signal<unknown>(undefined);
  const conflict = signal<EditConflictDetails | undefined>(undefined);
  const formResets = signal(0);
  const slidesWithDiscardedForm = new Set<string>();
  const slideStatesSavedHere = new Set<string>();
  const knownValues = new Map<string, SlideRequestFields>();
  const findConflictingFields: TimelineEditorModel['findConflictingFields'] = (before, theirs, body) => {
    const knownFields = knownValues.get(theirs.id);
    const currentFields = slideContentForRequest(theirs);
    return editConflictsOfSlide(before, theirs, body).filter(
      (name) => !isSameJson(knownFields?.[name], currentFields[name]),
    );
  };
  const stateOf = ({ id: slideId, updated_at }: Slide): string => `${slideId} ${updated_at}`;
  const history = createEditHistory();
  const pendingDeletes = new Map<string, PendingDelete>();
  let latestWork: Promise<unknown> = Promise.resolve();
  /** Makes one change at a time, because each is made on the version that the previous one produced. */
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const result = latestWork.then(work, work);
    latestWork = result.catch(() => undefined);
    return result;
  };

  const showSlides = (slides: readonly Slide[], version = timeline.value.version) => {
    timeline.value = { ...timeline.value, version, slides: withPositions(slides), slide_count: slides.length };
  };
  const applyTimeline = (freshTimeline: Timeline) => {
    // A read that a change has overtaken.
    if (freshTimeline.version < timeline.value.version) return;
    const slides = withPositions(freshTimeline.slides.filter((slide) => !pendingDeletes.has(slide.id)));
    timeline.value = { ...freshTimeline, slides, slide_count: slides.length };
  };
  const reread = async () => {
    const freshTimeline = await requireSession().quietClient.get('/timelines/{id}', { params: { path: { id } } });
    applyTimeline(freshTimeline);
    return freshTimeline;
  };
  const applySlide = (slide: Slide) =>
    showSlides(
      timeline.value.slides.map((each) => (each.id === slide.id ? { ...slide, position: each.position } : each)),
    );
  const nextVersion = () => timeline.value.version + 1;

  /** Changes fields of a slide in the known version of the timeline; after a version conflict, in the current one. */
  async function saveFields(
    slideId: string,
    body: SlideRequestFields,
    before: SlideRequestFields,
    onSaved: (slide: Slide) => void = () => undefined,
  ): Promise<Slide> {
    const path: Path = { id, sid: slideId };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { version } = timeline.value;
        const savedSlide = await requireSessionRecordingClient().put('/timelines/{id}/slides/{sid}', {
          params: { path },
          body: { ...body, version },
        });
        onSaved(savedSlide);
        showSlides(
          timeline.value.slides.map((each) => (each.id === savedSlide.id ? savedSlide : each)),
          nextVersion(),
        );
        return savedSlide;
      } catch (error) {
        if (!isVersionConflict(error) || attempt === MAX_ATTEMPTS) throw error;
        const { slides } = await reread();
        const theirs = slides.find((slide) => slide.id === slideId);
        const fields = theirs ? findConflictingFields(before, theirs, body) : [];
        if (!theirs || fields.length > 0) throw new EditConflictError(theirs, fields);
      }
    }
  }

  /** Deletes a slide. @param etag the slide is deleted only if it still has this entity tag */
  async function deleteNow(sid: string, etag?: string): Promise<void> {
    const header = etag === undefined ? {} : { 'if-match': etag };
    await requireSessionRecordingClient().delete('/timelines/{id}/slides/{sid}', {
      params: { path: { id, sid }, header },
    });
    showSlides(
      timeline.value.slides.filter((slide) => slide.id !== sid),
      nextVersion(),
    );
  }

  /** Copies of deleted slides, for a later undo. */
  const copies = new Map<string, SlideCopy>();

  /** Deletes a hidden slide, unless another client has changed it. */
  const commitDelete = async ({ slide, timer }: PendingDelete) => {
    clearTimeout(timer);
    const changedElsewhere = () =>
      new Error(
        `Slide ${String(slide.position + 1)} was changed elsewhere, so it was not deleted. Delete it again if you still want to.`,
      );
    try {
      const { slides } = await requireSession().quietClient.get('/timelines/{id}', { params: { path: { id } } });
      const currentSlide = slides.find((each) => each.id === slide.id);
      if (currentSlide && !isSameJson(slideContentForRequest(currentSlide), slideContentForRequest(slide)))
        throw changedElsewhere();
      if (currentSlide) {
        copies.set(slide.id, await downloadSlideFilesForCopy(currentSlide));
        await deleteNow(currentSlide.id, currentSlide.etag);
      }
    } catch (error) {
      if (pendingDeletes.has(slide.id)) {
        pendingDeletes.delete(slide.id);
        await reread().catch(() => undefined);
      }
      failure.value = isVersionConflict(error) ? changedElsewhere() : error;
    }
    pendingDeletes.delete(slide.id);
  };
  const deleteHiddenSlides = () =>
    inTurn(async () => {
      for (const pending of [...pendingDeletes.values()]) await commitDelete(pending);
    });

  const hide = (slide: Slide) => {
    const position = timeline.value.slides.findIndex((each) => each.id === slide.id);
    if (position < 0) return;
    const timer = setTimeout(() => {
      const pending = pendingDeletes.get(slide.id);
      if (pending) void inTurn(() => commitDelete(pending));
    }, DELETE_AFTER_MS);
    pendingDeletes.set(slide.id, { slide, position, timer });
    showSlides(timeline.value.slides.filter((each) => each.id !== slide.id));
  };
  /** Undoes a delete: a hidden slide is shown again; a deleted one is created again, with its files. */
  const restore = async (slide: Slide, position: number) => {
    const slideId = history.idOf(slide.id);
    const pending = pendingDeletes.get(slideId);
    if (pending) {
      clearTimeout(pending.timer);
      pendingDeletes.delete(slideId);
      const slides = [...timeline.value.slides];
      slides.splice(Math.min(position, slides.length), 0, pending.slide);
      showSlides(slides);
      return;
    }
    const copy = copies.get(slideId) ?? { content: slideContentForRequest(slide) };
    const insertIndex = Math.min(position, timeline.value.slides.length);
    const restoredSlide = await createSlideFromCopy(id, copy, insertIndex);
    history.rename(slideId, restoredSlide.id);
    const slides = [...timeline.value.slides];
    slides.splice(insertIndex, 0, restoredSlide);
    showSlides(slides, nextVersion());
  };

  /** Reorders the slides; those that `wantedIds` does not name are put at the end. @throws Error if the slides were changed elsewhere */
  async function setOrder(wantedIds: readonly string[]): Promise<void> {
    const slidesById = new Map(timeline.value.slides.map((slide) => [slide.id, slide]));
    const ids = wantedIds.map((slideId) => history.idOf(slideId)).filter((slideId) => slidesById.has(slideId));
    const slide_ids = [...ids, ...[...slidesById.keys()].filter((slideId) => !ids.includes(slideId))];
    const slidesBefore = timeline.value.slides;
    const shownIds = slidesBefore.map((slide) => slide.id);
    showSlides(slide_ids.flatMap((slideId) => slidesById.get(slideId) ?? []));
    const changedElsewhere = () =>
      new Error('The slides were changed elsewhere, so nothing was moved. This is their present state.');
    try {
      const { slides, version } = await requireSession().quietClient.get('/timelines/{id}', {
        params: { path: { id } },
      });
      if (
        !isSameJson(
          slides.map((slide) => slide.id),
          shownIds,
        )
      )
        throw changedElsewhere();
      const header = { 'if-match': `"${String(version)}"` };
      await requireSessionRecordingClient().patch('/timelines/{id}/slides/reorder', {
        params: { path: { id }, header },
        body: { slide_ids },
      });
      showSlides(timeline.value.slides, nextVersion());
    } catch (error) {
      showSlides(slidesBefore);
      await reread().catch(() => undefined);
      throw isVersionConflict(error) ? changedElsewhere() : error;
    }
  }

  const pathOf = (slide: Slide): Path => ({ id, sid: history.idOf(slide.id) });
  const deleteImage = async (slide: Slide) =>
    applySlide(
      await requireSessionRecordingClient().delete('/timelines/{id}/slides/{sid}/images', {
        params: { path: pathOf(slide) },
      }),
    );
  const uploadImage = async (slide: Slide, image: NonNullable<SlideCopy['image']>) =>
    applySlide(await uploadSlideImage(pathOf(slide), image.file, image.options));
  const nameOf = ({ position }: Slide): string => `slide ${String(position + 1)}`;

  return {
    timeline,
    history,
    failure,
    conflict,
    formResets,
    applySlide,
    applyTimeline,
    deleteHiddenSlides,
    findConflictingFields,
    noteKnownValues: (slideId, fields) => void knownValues.set(slideId, fields),
    wasSavedHere: (slide) => slideStatesSavedHere.has(stateOf(slide)),
    discardForm: (slideId) => {
      slidesWithDiscardedForm.add(slideId);
      formResets.value += 1;
    },
    wasFormDiscarded: (slideId) => slidesWithDiscardedForm.delete(slideId),
    async setImageOptions(slide, options) {
      if (!slide.image) return;
      const previousOptions = imageOptionsOf(slide.image);
      const put = (image: Partial<ImageDisplayOptions>) =>
        inTurn(async () =>
          applySlide(
            await requireSessionRecordingClient().put('/timelines/{id}/slides/{sid}', {
              params: { path: pathOf(slide) },
              body: { image },
            }),
          ),
        );
      await put(options);
      history.push({
        label: `Image of ${nameOf(slide)}`,
        undo: () => put(previousOptions),
        redo: () => put({ ...previousOptions, ...options }),
      });
    },
    async setImage(slide, file) {
      const previousImage = await downloadSlideImage(slide);
      const { alt = '', caption = '' } = slide.image ?? {};
      const image = { file, options: { alt, caption, is_whole_slide: false } };
      await inTurn(() => uploadImage(slide, image));
      history.push({
        label: `Image of ${nameOf(slide)}`,
        undo: () => inTurn(() => (previousImage ? uploadImage(slide, previousImage) : deleteImage(slide))),
        redo: () => inTurn(() => uploadImage(slide, image)),
      });
    },
    async removeImage(slide) {
      const previousImage = await downloadSlideImage(slide);
      await inTurn(() => deleteImage(slide));
      history.push({
        label: `Removal of the image of ${nameOf(slide)}`,
        undo: () => inTurn(async () => (previousImage ? uploadImage(slide, previousImage) : undefined)),
        redo: () => inTurn(() => deleteImage(slide)),
      });
    },
    async changeVideo(slide, name, change, before) {
      const put = (change: SlideVideosRequestInput[typeof name]) =>
        inTurn(async () =>
          applySlide(
            await requireSessionRecordingClient().put('/timelines/{id}/slides/{sid}', {
              params: { path: pathOf(slide) },
              body: { [name]: change },
            }),
          ),
        );
      await put(change);
      if (before !== undefined)
        history.push({
          label: `${VIDEO_LABELS[name]} of ${nameOf(slide)}`,
          undo: () => put(before),
          redo: () => put(change),
        });
    },
    refresh: () => inTurn(async () => void (await reread())),
    save: (slideId, body, before) =>
      inTurn(async () => {
        const knownSlide = timeline.value.slides.find((slide) => slide.id === history.idOf(slideId));
        if (knownSlide && isSameJson(currentSlideFieldValues(knownSlide, body), body)) return knownSlide;
        const label = Object.keys(body)
          .map((field) => labelOfSlideField(field as keyof SlideRequestFields).toLowerCase())
          .join(', ');
        const savedSlide = await saveFields(history.idOf(slideId), body, before, (slide) =>
          slideStatesSavedHere.add(stateOf(slide)),
        );
        const fieldsAfter = currentSlideFieldValues(savedSlide, body);
        history.push({
          label: `Edit of slide ${String(savedSlide.position + 1)} (${label})`,
          undo: () => inTurn(async () => void (await saveFields(history.idOf(slideId), before, fieldsAfter))),
          redo: () => inTurn(async () => void (await saveFields(history.idOf(slideId), fieldsAfter, before))),
        });
        return savedSlide;
      }),
    async add(copy, position, label) {
      await deleteHiddenSlides();
      return inTurn(async () => {
        const insert = async () => {
          const createdSlide = await createSlideFromCopy(id, copy, Math.min(position, timeline.value.slides.length));
          const slides = [...timeline.value.slides];
          slides.splice(createdSlide.position, 0, createdSlide);
          showSlides(slides, nextVersion());
          return createdSlide;
        };
        const addedSlide = await insert();
        history.push({
          label,
          undo: () => inTurn(() => deleteNow(history.idOf(addedSlide.id))),
          redo: () => inTurn(async () => history.rename(history.idOf(addedSlide.id), (await insert()).id)),
        });
        return addedSlide;
      });
    },
    async move(from, to) {
      await deleteHiddenSlides();
      const orderBefore = timeline.value.slides.map((slide) => slide.id);
      const orderAfter = listWithItemMoved(orderBefore, from, to);
      await inTurn(() => setOrder(orderAfter));
      history.push({
        label: `Move of slide ${String(from + 1)} to ${String(to + 1)}`,
        undo: async () => {
          await deleteHiddenSlides();
          await inTurn(() => setOrder(orderBefore));
        },
        redo: async () => {
          await deleteHiddenSlides();
          await inTurn(() => setOrder(orderAfter));
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
          const shownSlide = timeline.value.slides.find((each) => each.id === history.idOf(slide.id));
          if (shownSlide) hide(shownSlide);
        },
      });
    },
    hiddenSlideIds: () => [...pendingDeletes.keys()],
  };
}

const models = new Map<string, TimelineEditorModel>();

/** Loads a timeline. A timeline that was open in this tab keeps its history. */
export async function loadTimelineEditorModel(id: string): Promise<TimelineEditorModel> {
  const loadedTimeline = await requireSessionRecordingClient().get('/timelines/{id}', { params: { path: { id } } });
  const knownModel = models.get(id);
  if (knownModel) knownModel.applyTimeline(loadedTimeline);
  const model = knownModel ?? createTimelineEditorModel(loadedTimeline);
  models.set(id, model);
  return model;
}

/**
 * Deletes now, in all open timelines, the slides that the user has deleted. Until then they are only hidden, so that the deletion can be
 * undone.
 */
export const flushPendingSlideDeletions = async (): Promise<void> => {
  await Promise.all([...models.values()].map((model) => model.deleteHiddenSlides()));
};

/** Forgets all timelines and their histories at the end of a session, so that the next account cannot see them. */
export const forgetOpenTimelines = (): void => models.clear();
