//! The rectangle in which each preset shape has its text: `a:rect` of its definition in ECMA-376 (presetShapeDefinitions).

use std::collections::HashMap;

/// A line for shapes with the same formulas: their names, a colon, their guides as `name=formula;`, and the guides or names of the left,
/// top, right and lower side. Shapes whose text has the whole frame are not listed.
const FORMULAS: &str = include_str!("text_rectangles.txt");
const ADJUSTMENT_SCALE: f64 = 100_000.0;
/// Units of an angle (`ST_Angle`) in a half turn.
const HALF_TURN: f64 = 10_800_000.0;

/// The value of a name that ECMA-376 defines for all shapes, in a frame of a width and a height.
fn named(name: &str, w: f64, h: f64) -> Option<f64> {
    let shorter = w.min(h);
    let quarter = HALF_TURN / 2.0;
    let divided = |prefix: &str, whole: f64| Some(whole / name.strip_prefix(prefix)?.parse::<f64>().ok()?);
    Some(match name {
        "l" | "t" => 0.0,
        "r" | "w" => w,
        "b" | "h" => h,
        "hc" => w / 2.0,
        "vc" => h / 2.0,
        "ss" => shorter,
        "cd2" => HALF_TURN,
        "cd4" => quarter,
        "cd8" => quarter / 2.0,
        "3cd4" => 3.0 * quarter,
        _ => name
            .parse::<f64>()
            .ok()
            .or_else(|| divided("ssd", shorter))
            .or_else(|| divided("wd", w))
            .or_else(|| divided("hd", h))?,
    })
}

/// The value of a formula of a guide.
/// @param value returns the value of an argument
fn evaluate(formula: &str, value: impl Fn(&str) -> Option<f64>) -> Option<f64> {
    let mut words = formula.split_whitespace();
    let operation = words.next()?;
    let given = words.map(value).collect::<Option<Vec<f64>>>()?;
    let argument = |index: usize| given.get(index).copied().unwrap_or(0.0);
    let (x, y, z) = (argument(0), argument(1), argument(2));
    let radians = |angle: f64| angle / HALF_TURN * std::f64::consts::PI;
    let result = match operation {
        "val" => x,
        "*/" => x * y / z,
        "+-" => x + y - z,
        "+/" => (x + y) / z,
        "?:" => {
            if x > 0.0 {
                y
            } else {
                z
            }
        }
        "abs" => x.abs(),
        "at2" => y.atan2(x) / std::f64::consts::PI * HALF_TURN,
        "cat2" => x * z.atan2(y).cos(),
        "sat2" => x * z.atan2(y).sin(),
        "cos" => x * radians(y).cos(),
        "sin" => x * radians(y).sin(),
        "tan" => x * radians(y).tan(),
        "max" => x.max(y),
        "min" => x.min(y),
        "mod" => (x * x + y * y + z * z).sqrt(),
        "pin" => y.min(z).max(x),
        "sqrt" => x.sqrt(),
        _ => return None,
    };
    result.is_finite().then_some(result)
}

/// The insets of the text of a preset shape from the left, upper, right and lower side of its frame, in the unit of its width and height.
/// `None` if the text has the whole frame.
/// @param adjustment returns the value of an adjustment of the shape, divided by 100000
pub fn preset_text_insets(
    shape: &str,
    adjustment: impl Fn(&str) -> Option<f64>,
    w: f64,
    h: f64,
) -> Option<[f64; 4]> {
    if !(w > 0.0 && h > 0.0 && w.is_finite() && h.is_finite()) {
        return None;
    }
    let formulas = FORMULAS.lines().find_map(|line| {
        let (shapes, formulas) = line.split_once(": ")?;
        shapes.split(' ').any(|name| name == shape).then_some(formulas)
    })?;
    let mut guides: HashMap<&str, f64> = HashMap::new();
    for guide in formulas.split("; ") {
        let Some((name, formula)) = guide.split_once('=') else {
            let mut sides = guide.split(' ').map(|name| guides.get(name).copied().or_else(|| named(name, w, h)));
            let (l, t, r, b) = (sides.next()??, sides.next()??, sides.next()??, sides.next()??);
            return (r > l && b > t).then_some([l, t, w - r, h - b]);
        };
        let changed = formula.starts_with("val ").then(|| adjustment(name)).flatten();
        let value = match changed {
            Some(value) => value * ADJUSTMENT_SCALE,
            None => evaluate(formula, |word| guides.get(word).copied().or_else(|| named(word, w, h)))?,
        };
        guides.insert(name, value);
    }
    None
}
