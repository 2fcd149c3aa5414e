//! Numbers by the codes of spreadsheets (`formatCode` of ECMA-376), such as `#,##0.0,,"M"`.

/// Significant decimal digits of a number in a spreadsheet.
const SIGNIFICANT: usize = 15;
/// Characters of a number in the format `General`, without its sign.
const GENERAL_DIGITS: i32 = 11;
const MAX_PLACES: usize = 30;
const MAX_DENOMINATOR: u32 = 9_999;
const COLORS: [&str; 8] = ["black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"];

/// Part of a section of a code.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// `0`, `#` or `?`.
    Digit(char),
    Point,
    Comma,
    Percent,
    /// `E+` (true) or `E-`.
    Exponent(bool),
    Slash,
    /// `General` or `@`: the number without a format.
    General,
    Text(String),
}

/// A section of a code: its tokens, and the condition under which it is used.
struct Section {
    tokens: Vec<Token>,
    condition: Option<(String, f64)>,
}

/// A number in the format `General`: as many decimals as it has, up to 11 characters.
pub(crate) fn general(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    let sign = if value < 0.0 { "-" } else { "" };
    let exponent = decimal(value, SIGNIFICANT).1;
    if !(-9..GENERAL_DIGITS).contains(&exponent) {
        let (digits, exponent) = decimal(value, 6);
        let fraction = digits[1..].trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        let direction = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{}{point}{fraction}E{direction}{:02}", &digits[..1], exponent.abs());
    }
    let places = (GENERAL_DIGITS - 2 - exponent.max(0)).clamp(0, GENERAL_DIGITS - 2);
    let (whole, fraction) = rounded(value, places as usize);
    let fraction = fraction.trim_end_matches('0');
    let whole = if whole.is_empty() { "0" } else { &whole };
    if fraction.is_empty() {
        return if whole == "0" { whole.to_owned() } else { format!("{sign}{whole}") };
    }
    format!("{sign}{whole}.{fraction}")
}

/// The first significant digits of a number, rounded half up from 15 digits, and the power of ten of the first one.
fn decimal(value: f64, count: usize) -> (String, i32) {
    let written = format!("{:.*e}", SIGNIFICANT - 1, value.abs());
    let (digits, exponent) = written.split_once('e').unwrap_or((&written, "0"));
    let exponent = exponent.parse::<i32>().unwrap_or(0);
    let mut digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_digit).collect();
    if count < digits.len() {
        let up = digits[count] >= b'5';
        digits.truncate(count);
        if up {
            for index in (0..count).rev() {
                if digits[index] < b'9' {
                    digits[index] += 1;
                    return (String::from_utf8_lossy(&digits).into_owned(), exponent);
                }
                digits[index] = b'0';
            }
            digits.insert(0, b'1');
            digits.truncate(count.max(1));
            return (String::from_utf8_lossy(&digits).into_owned(), exponent + 1);
        }
    }
    digits.resize(count.max(1), b'0');
    (String::from_utf8_lossy(&digits).into_owned(), exponent)
}

/// The digits of a number before the point (none for 0) and after it, rounded half up.
fn rounded(value: f64, places: usize) -> (String, String) {
    if value == 0.0 {
        return (String::new(), "0".repeat(places));
    }
    let exponent = decimal(value, SIGNIFICANT).1;
    let kept = exponent + 1 + places as i32;
    let mut digits = if kept < 0 {
        String::new()
    } else if kept == 0 {
        // Only the rounding of the first digit after the last place counts.
        let first = decimal(value, SIGNIFICANT).0.as_bytes()[0];
        if first >= b'5' { "1".to_owned() } else { String::new() }
    } else {
        let (digits, rounded_exponent) = decimal(value, (kept as usize).min(SIGNIFICANT));
        let wanted = (rounded_exponent + 1 + places as i32).max(0) as usize;
        format!("{digits:0<wanted$}")
    };
    if digits.len() < places {
        digits = format!("{digits:0>places$}");
    }
    let fraction = digits.split_off(digits.len() - places);
    (digits.trim_start_matches('0').to_owned(), fraction)
}

/// The condition of a section, as in `[>=1000]`.
fn condition(inside: &str) -> Option<(String, f64)> {
    let operator: String = inside.chars().take_while(|sign| matches!(sign, '<' | '>' | '=')).collect();
    let limit = inside[operator.len()..].trim().parse::<f64>().ok()?;
    (!operator.is_empty()).then_some((operator, limit))
}

fn meets(value: f64, (operator, limit): &(String, f64)) -> bool {
    match operator.as_str() {
        "<" => value < *limit,
        "<=" => value <= *limit,
        ">" => value > *limit,
        ">=" => value >= *limit,
        "<>" => value != *limit,
        _ => value == *limit,
    }
}

/// The sections of a code. `None` for one that is not for numbers, such as a date.
fn sections(code: &str) -> Option<Vec<Section>> {
    let mut sections = vec![Section { tokens: Vec::new(), condition: None }];
    let mut rest = code;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        let mut next = after;
        let token = match character {
            ';' => {
                sections.push(Section { tokens: Vec::new(), condition: None });
                None
            }
            '0' | '#' | '?' => Some(Token::Digit(character)),
            '.' => Some(Token::Point),
            ',' => Some(Token::Comma),
            '%' => Some(Token::Percent),
            '/' => Some(Token::Slash),
            '@' => Some(Token::General),
            '"' => {
                let (text, end) = after.split_once('"').unwrap_or((after, ""));
                next = end;
                Some(Token::Text(text.to_owned()))
            }
            '\\' | '_' | '*' => {
                let literal = after.chars().next();
                next = &after[literal.map_or(0, char::len_utf8)..];
                match character {
                    '\\' => literal.map(|literal| Token::Text(literal.to_string())),
                    // A blank of the width of the character.
                    '_' => Some(Token::Text(" ".to_owned())),
                    // It fills the width of a cell, which a label does not have.
                    _ => None,
                }
            }
            '[' => {
                let (inside, end) = after.split_once(']')?;
                next = end;
                if let Some(currency) = inside.strip_prefix('$') {
                    let symbol = currency.split_once('-').map_or(currency, |(symbol, _)| symbol);
                    Some(Token::Text(symbol.to_owned()))
                } else if let Some(found) = condition(inside) {
                    sections.last_mut()?.condition = Some(found);
                    None
                } else {
                    let name = inside.to_ascii_lowercase();
                    if !COLORS.contains(&name.as_str()) && !name.starts_with("color") && !name.starts_with("dbnum") {
                        return None;
                    }
                    None
                }
            }
            'G' | 'g' if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("general")) => {
                next = &rest[7..];
                Some(Token::General)
            }
            'E' | 'e' if after.starts_with(['+', '-']) => {
                next = &after[1..];
                Some(Token::Exponent(after.starts_with('+')))
            }
            'y' | 'Y' | 'm' | 'M' | 'd' | 'D' | 'h' | 'H' | 's' | 'S' | 'e' | 'E' => return None,
            other => Some(Token::Text(other.to_string())),
        };
        if let Some(token) = token {
            sections.last_mut()?.tokens.push(token);
        }
        rest = next;
    }
    Some(sections)
}

/// The section for a number, and whether the number has its minus sign in front of it.
fn choose(value: f64, sections: &[Section]) -> Option<(&Section, bool)> {
    if sections.iter().any(|section| section.condition.is_some()) {
        let place = sections.iter().take(3).position(|section| {
            section.condition.as_ref().is_none_or(|condition| meets(value, condition))
        })?;
        let section = &sections[place];
        let only_negative = section
            .condition
            .as_ref()
            .is_some_and(|(operator, limit)| operator.starts_with('<') && operator != "<>" && *limit <= 0.0);
        return Some((section, !only_negative));
    }
    match sections {
        [_, negative, ..] if value < 0.0 => Some((negative, false)),
        [_, _, zero, ..] if value == 0.0 => Some((zero, true)),
        [first, ..] => Some((first, true)),
        [] => None,
    }
}

fn is_digit(token: &Token) -> bool {
    matches!(token, Token::Digit(_))
}

/// Writes a number through digits and texts, which have no exponent and no fraction.
/// @returns the text, and whether it shows a digit other than 0
fn positional(value: f64, tokens: &[Token]) -> (String, bool) {
    let last = tokens.iter().rposition(is_digit);
    let point = tokens.iter().position(|token| *token == Token::Point);
    let whole_end = point.unwrap_or(tokens.len());
    let last_whole = tokens[..whole_end].iter().rposition(is_digit);
    // A comma behind the digits divides by a thousand; one between them groups them.
    let scaling = |index: usize| {
        tokens[index] == Token::Comma
            && (last.is_some_and(|last| index > last)
                || index < whole_end && last_whole.is_some_and(|last| index > last))
    };
    let commas: Vec<usize> = (0..tokens.len()).filter(|index| tokens[*index] == Token::Comma).collect();
    let thousands = commas.iter().filter(|index| scaling(**index)).count() as i32;
    let grouped = commas.iter().any(|index| !scaling(*index) && last_whole.is_some_and(|last| *index < last));
    let percents = tokens.iter().filter(|token| **token == Token::Percent).count() as i32;
    let scaled = value.abs() * 10_f64.powi((2 * percents - 3 * thousands).clamp(-60, 60));
    let places = tokens[whole_end..].iter().filter(|token| is_digit(token)).count().min(MAX_PLACES);
    let (whole, fraction) = rounded(scaled, places);
    let shows = whole.len() + fraction.trim_matches('0').len() > 0;
    let mut left = tokens[..whole_end].iter().filter(|token| is_digit(token)).count();
    let mut out = String::new();
    let mut is_first = true;
    let mut place = 0;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Digit(kind) if index < whole_end => {
                // The first digit of the code has all digits of the number that the others have no place for.
                let from = if is_first { whole.len().max(left) } else { left };
                is_first = false;
                for position in (left - 1..from).rev() {
                    match whole.len().checked_sub(position + 1).and_then(|at| whole.get(at..=at)) {
                        Some(digit) => out.push_str(digit),
                        None if *kind == '0' => out.push('0'),
                        None if *kind == '?' => out.push(' '),
                        None => continue,
                    }
                    if grouped && position > 0 && position % 3 == 0 && !out.ends_with(' ') {
                        out.push(',');
                    }
                }
                left -= 1;
            }
            Token::Digit(kind) => {
                let rest = fraction.get(place..).unwrap_or_default();
                match rest.get(..1) {
                    Some(digit) if *kind == '0' || !rest.trim_end_matches('0').is_empty() => out.push_str(digit),
                    Some(_) if *kind == '?' => out.push(' '),
                    _ => {}
                }
                place += 1;
            }
            Token::Point => {
                if is_first {
                    out.push_str(&whole);
                    is_first = false;
                }
                if Some(index) == point {
                    out.push('.');
                }
            }
            Token::Percent => out.push('%'),
            Token::Text(text) => out.push_str(text),
            Token::Slash => out.push('/'),
            Token::Comma | Token::Exponent(_) | Token::General => {}
        }
    }
    (out, shows)
}

/// A number with a power of ten, as `0.00E+00` and `##0.0E+0` write it.
fn scientific(value: f64, tokens: &[Token], at: usize, with_plus: bool) -> (String, bool) {
    let (mantissa, power) = tokens.split_at(at);
    let whole = mantissa.iter().take_while(|token| **token != Token::Point).filter(|token| is_digit(token)).count();
    let places = mantissa.iter().skip_while(|token| **token != Token::Point).filter(|token| is_digit(token)).count();
    let step = whole.max(1) as i32;
    let mut exponent = 0;
    if value != 0.0 {
        let floor = |exponent: i32| if step == 1 { exponent } else { exponent.div_euclid(step) * step };
        let first = decimal(value, SIGNIFICANT).1;
        exponent = floor(first);
        let shown = (first - exponent + 1) as usize + places.min(MAX_PLACES);
        exponent = floor(decimal(value, shown.clamp(1, SIGNIFICANT)).1);
    }
    let (mut out, shows) = positional(value.abs() / 10_f64.powi(exponent), mantissa);
    out.push('E');
    match exponent {
        exponent if exponent < 0 => out.push('-'),
        _ if with_plus => out.push('+'),
        _ => {}
    }
    let digits: Vec<Token> =
        power[1..].iter().filter(|token| is_digit(token) || matches!(token, Token::Text(_))).cloned().collect();
    out.push_str(&positional(f64::from(exponent.abs()), &digits).0);
    (out, shows)
}

/// A number as a fraction, as `# ?/?` and `0/8` write it. `None` if the slash is not that of a fraction.
fn fraction(value: f64, tokens: &[Token], slash: usize) -> Option<(String, bool)> {
    let above = tokens[..slash].iter().rposition(|token| !is_digit(token)).map_or(0, |index| index + 1);
    if above == slash {
        return None;
    }
    let fixed_digit = |token: &Token| match token {
        Token::Digit(kind) => Some(if *kind == '0' { '0' } else { '?' }),
        Token::Text(text) if text.len() == 1 && text.as_bytes()[0].is_ascii_digit() => text.chars().next(),
        _ => None,
    };
    let below: String = tokens[slash + 1..].iter().map_while(fixed_digit).collect();
    if below.is_empty() {
        return None;
    }
    let end = slash + 1 + below.len();
    let whole_end = tokens[..above].iter().rposition(is_digit).map(|index| index + 1);
    let amount = value.abs();
    let rest = if whole_end.is_some() { amount.fract() } else { amount };
    let (mut numerator, mut denominator) = (rest.round(), 1_u32);
    let fixed = below.parse::<u32>().ok().filter(|fixed| *fixed > 0);
    if let Some(fixed) = fixed {
        denominator = fixed.min(MAX_DENOMINATOR);
        numerator = (rest * f64::from(denominator)).round();
    } else {
        let limit = (10_u32.pow(below.len().min(4) as u32) - 1).min(MAX_DENOMINATOR);
        let mut error = (rest - numerator).abs();
        for candidate in 2..=limit {
            let above = (rest * f64::from(candidate)).round();
            let difference = (rest - above / f64::from(candidate)).abs();
            if difference < error - 1e-12 {
                (numerator, denominator, error) = (above, candidate, difference);
            }
        }
    }
    let mut whole = amount.trunc();
    if whole_end.is_some() && numerator >= f64::from(denominator) {
        whole += 1.0;
        numerator = 0.0;
    }
    let shows = numerator > 0.0 || whole_end.is_some() && whole > 0.0;
    let part = format!("{numerator:.0}/{denominator}");
    let mut out = String::new();
    match whole_end {
        Some(whole_end) => {
            let (text, _) = positional(whole, &tokens[..whole_end]);
            if numerator > 0.0 {
                let between = if text.trim().is_empty() { "" } else { " " };
                out.push_str(&text);
                out.push_str(between);
                out.push_str(&part);
            } else {
                out.push_str(if text.trim().is_empty() { "0" } else { &text });
            }
        }
        None => {
            out.push_str(&positional(0.0, &tokens[..above]).0);
            out.push_str(&part);
        }
    }
    out.push_str(&positional(0.0, &tokens[end..]).0);
    Some((out, shows))
}

/// A number in the format of a code. `None` for a code that is not for numbers, such as that of a date.
pub(crate) fn format(value: f64, code: &str) -> Option<String> {
    if !value.is_finite() || code.is_empty() {
        return None;
    }
    let sections = sections(code)?;
    let (section, signed) = choose(value, &sections)?;
    let tokens = &section.tokens;
    let exponent = tokens.iter().enumerate().find_map(|(index, token)| match token {
        Token::Exponent(with_plus) => Some((index, *with_plus)),
        _ => None,
    });
    let slash = tokens.iter().position(|token| *token == Token::Slash);
    let (body, shows) = if tokens.contains(&Token::General) {
        let mut out = String::new();
        for token in tokens {
            match token {
                Token::General => out.push_str(&general(value.abs())),
                Token::Text(text) => out.push_str(text),
                _ => {}
            }
        }
        (out, value != 0.0)
    } else if let Some((at, with_plus)) = exponent {
        scientific(value, tokens, at, with_plus)
    } else if let Some(written) = slash.and_then(|slash| fraction(value, tokens, slash)) {
        written
    } else if tokens.iter().any(is_digit) {
        positional(value, tokens)
    } else {
        (positional(0.0, tokens).0, false)
    };
    let body = body.trim();
    Some(if signed && value < 0.0 && shows { format!("-{body}") } else { body.to_owned() })
}
