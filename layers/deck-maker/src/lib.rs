//! Draws the slides of a PPTX as PNG: a module of WebAssembly (WASI) that opens one deck and reads nothing but what its host gives it.
//!
//! Every function that can fail returns -1; its reason is then the output, a text. The output (`out_ptr`, `out_len`) holds until the next
//! call. Bytes that the host gives lie in memory that it takes with `alloc`; the function that reads them frees them.
//! A trap (no memory left, a panic) ends the instance: the host makes a new one.

mod arrowheads;
mod facts;
mod hidden;
mod right_to_left;
mod slide_numbers;
mod text_faults;

use std::cell::RefCell;
use std::fmt::Display;

use pptx_edit::DeckSession;
use pptx_raster::{AssetMap, GlyphCache, ImageCache, RenderOptions, RenderResources};
use pptx_render::{Primitive, SlideRenderer};
use serde::Serialize;

use facts::SlideFacts;
use hidden::{Hidden, hide_lines};
use text_faults::TextFaults;

/// Any number: the session has no other editors.
const CLIENT: u64 = 1;

struct Deck {
    session: DeckSession,
    renderer: SlideRenderer,
    glyphs: GlyphCache,
    images: ImageCache,
}

thread_local! {
    static DECK: RefCell<Option<Deck>> = const { RefCell::new(None) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A deck that was opened.
#[derive(Serialize)]
struct DeckFacts {
    /// The part of each slide in the package, in the order of the deck.
    parts: Vec<String>,
}

/// A slide that was drawn: its PNG is the output after a line of this.
#[derive(Serialize)]
struct DrawnFacts {
    width: u32,
    height: u32,
    /// Pictures that are missing, cannot be decoded or are too large; nothing is in their place.
    skipped_pictures: usize,
    /// Texts that end below the slide, and texts upon others.
    cut_texts: usize,
    covering_texts: usize,
}

fn put(bytes: Vec<u8>) {
    OUTPUT.with(|output| *output.borrow_mut() = bytes);
}

/// Puts a result into the output. @returns 0, or -1 for an error
fn answer<Failure: Display>(result: Result<Vec<u8>, Failure>) -> i32 {
    match result {
        Ok(bytes) => {
            put(bytes);
            0
        }
        Err(error) => {
            put(error.to_string().into_bytes());
            -1
        }
    }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, String> {
    serde_json::to_vec(value).map_err(|error| error.to_string())
}

fn with_deck(work: impl FnOnce(&mut Deck) -> Result<Vec<u8>, String>) -> i32 {
    DECK.with(|deck| match deck.borrow_mut().as_mut() {
        Some(deck) => answer(work(deck)),
        None => answer(Err("no deck is open")),
    })
}

/// Takes over bytes that the host wrote.
///
/// # Safety
/// `pointer` is one of `alloc(length)`, and is not used again.
unsafe fn taken(pointer: *mut u8, length: usize) -> Vec<u8> {
    unsafe { Vec::from_raw_parts(pointer, length, length) }
}

/// Takes memory for bytes of the host.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Where the output lies.
#[unsafe(no_mangle)]
pub extern "C" fn out_ptr() -> *const u8 {
    OUTPUT.with(|output| output.borrow().as_ptr())
}

/// Bytes of the output.
#[unsafe(no_mangle)]
pub extern "C" fn out_len() -> usize {
    OUTPUT.with(|output| output.borrow().len())
}

fn open(bytes: Vec<u8>) -> Result<(Deck, DeckFacts), String> {
    let mut package = pptx_parse::parse_pptx(&bytes).map_err(|error| error.to_string())?;
    slide_numbers::fill_slide_numbers(&mut package);
    let session =
        DeckSession::from_package_with_source(package, &bytes, CLIENT).map_err(|error| error.to_string())?;
    drop(bytes);
    let parts = session.package().slides.iter().map(|slide| slide.part_path.clone()).collect();
    let facts = DeckFacts { parts };
    let deck = Deck {
        session,
        renderer: SlideRenderer::new(),
        glyphs: GlyphCache::default(),
        images: ImageCache::default(),
    };
    Ok((deck, facts))
}

/// Opens a deck. Output: `DeckFacts` as JSON.
///
/// # Safety
/// The bytes are of `alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open_deck(pointer: *mut u8, length: usize) -> i32 {
    let bytes = unsafe { taken(pointer, length) };
    answer(open(bytes).and_then(|(deck, facts)| {
        DECK.with(|place| *place.borrow_mut() = Some(deck));
        json(&facts)
    }))
}

/// Gives the deck a face of a font. `is_spare`: it is drawn only where the face that a text asks for has no glyph; spare faces of the
/// same family come first, then all in their order. `is_leaning`: it is upright and stands for an italic one.
///
/// # Safety
/// The bytes of both are of `alloc`; the family is UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add_font(
    family: *mut u8,
    family_length: usize,
    font: *mut u8,
    length: usize,
    is_bold: bool,
    is_italic: bool,
    is_spare: bool,
    is_leaning: bool,
) -> i32 {
    let (family, font) = unsafe { (taken(family, family_length), taken(font, length)) };
    let family = String::from_utf8_lossy(&family).into_owned();
    with_deck(|deck| {
        let registered = if is_spare {
            deck.renderer.register_fallback_font(&family, is_bold, is_italic, &font)
        } else {
            deck.renderer.register_font(&family, is_bold, is_italic, &font)
        };
        let id = registered.map_err(|error| error.to_string())?;
        if is_leaning {
            deck.renderer.slant(id);
        }
        Ok(Vec::new())
    })
}

/// Says what a slide needs, before its fonts are there. Output: `SlideFacts` as JSON. @param index from 0
#[unsafe(no_mangle)]
pub extern "C" fn slide_facts(index: usize) -> i32 {
    with_deck(|deck| {
        let scope = deck.session.slide_scope(index).map_err(|error| error.to_string())?;
        let slide = SlideRenderer::new()
            .layout_scoped_slide(deck.session.package(), &scope)
            .map_err(|error| error.to_string())?;
        json(&SlideFacts::of(&slide.display_list))
    })
}

fn draw(deck: &mut Deck, index: usize, long_side: f32, hidden: &Hidden) -> Result<Vec<u8>, String> {
    let mut scope = deck.session.slide_scope(index).map_err(|error| error.to_string())?;
    let hidden_text = hidden.hide_shapes(&mut scope.slide.shapes);
    let package = deck.session.package();
    let mut list = deck
        .renderer
        .layout_scoped_slide(package, &scope)
        .map_err(|error| error.to_string())?
        .display_list;
    // A dashed box in place of what cannot be drawn says nothing to the viewers of a film. The facts name it.
    list.primitives.retain(|primitive| !matches!(primitive, Primitive::Placeholder { .. }));
    hide_lines(&hidden_text, &mut list.primitives);
    let TextFaults { cut, covering } = TextFaults::of(&list);
    right_to_left::order_right_to_left(&mut list, deck.renderer.fonts());
    arrowheads::add_arrowheads(&mut list);
    let media: AssetMap<'_> = package
        .media
        .iter()
        .map(|part| (part.part_path.as_str(), part.bytes.as_slice()))
        .collect();
    let resources =
        RenderResources::new(deck.renderer.fonts(), &media).with_label_font(deck.renderer.fallback_font());
    // The raster rounds up: a hair less, so that 1920 are not 1921.
    let scale = long_side / list.width.max(list.height) * (1.0 - 1e-6);
    let options = RenderOptions { scale, ..RenderOptions::default() };
    let drawn =
        pptx_raster::render_slide_shared(&list, &resources, &options, &mut deck.glyphs, &mut deck.images)?;
    let mut output = json(&DrawnFacts {
        width: drawn.width,
        height: drawn.height,
        skipped_pictures: drawn.skipped_images,
        cut_texts: cut,
        covering_texts: covering,
    })?;
    output.push(b'\n');
    output.extend_from_slice(&drawn.bytes);
    Ok(output)
}

/// Draws a slide. Output: `DrawnFacts` as JSON, a line feed, the PNG. @param index from 0 @param long_side pixels of the longer side
/// @param hidden what is not shown: `Hidden` as JSON
///
/// # Safety
/// The bytes of `hidden` are of `alloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn draw_slide(index: usize, long_side: f32, hidden: *mut u8, hidden_length: usize) -> i32 {
    let hidden = unsafe { taken(hidden, hidden_length) };
    match serde_json::from_slice::<Hidden>(&hidden) {
        Ok(hidden) => with_deck(|deck| draw(deck, index, long_side, &hidden)),
        Err(error) => answer(Err(error)),
    }
}
