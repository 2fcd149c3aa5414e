import { unicodeScriptText } from '../formulas/script-text.ts';

/** Characters of Unicode, by their TeX commands. */
const CHARACTER_BY_COMMAND = new Map(
  [
    ...`alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ
  sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω
  times × cdot · div ÷ pm ± mp ∓ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ propto ∝ infty ∞ partial ∂ nabla ∇ sum ∑
  prod ∏ int ∫ sqrt √ in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ emptyset ∅ forall ∀ exists ∃ neg ¬ land ∧ wedge ∧ lor ∨
  vee ∨ to → rightarrow → leftarrow ← Rightarrow ⇒ Leftarrow ⇐ leftrightarrow ↔ iff ⇔ mapsto ↦ ldots … cdots ⋯ dots … prime ′ circ ∘
  oplus ⊕ otimes ⊗ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ mid ∣ vert | Vert ‖ ell ℓ hbar ℏ Re ℜ Im ℑ star ⋆ ast ∗ degree °`.matchAll(
      /(\S+)\s+(\S+)/g,
    ),
  ].map(([, name = '', character = '']) => [name, character]),
);

/** The text in a group `{…}`; a single character without braces is unchanged. */
const textOfGroup = (text: string): string => text.replace(/^\{(.*)\}$/s, '$1');

/**
 * A TeX formula as one line of text, as close to the formula as Unicode characters allow: `x^2` becomes `x²`. Commands are replaced before
 * scripts, because a script may contain one (`x^\alpha`); escaped braces become plain ones before scripts, and the braces of groups are
 * removed last, because they delimit scripts.
 */
export const plainTextOfFormula = (tex: string): string =>
  tex
    .replace(
      /\\(?:text|mathrm|mathbf|mathit|mathcal|mathbb|operatorname|bm|boldsymbol|hat|bar|vec|tilde|label|tag)\s*\{([^{}]*)\}/g,
      '$1',
    )
    .replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '($1)/($2)')
    .replace(/\\sqrt\s*\{([^{}]*)\}/g, '√($1)')
    .replace(/\\(?:begin|end)\s*\{[^{}]*\}/g, ' ')
    .replace(/\\(?:left|right|big|Big|bigg|Bigg|displaystyle|limits|quad|qquad)(?![a-zA-Z])\.?/g, ' ')
    .replace(/\\([a-zA-Z]+)/g, (_, name: string) => CHARACTER_BY_COMMAND.get(name) ?? name)
    .replace(/\\[,;:! ]/g, ' ')
    .replace(/\\\\/g, ', ')
    .replace(/\\([{}%&#_$])/g, '$1')
    .replace(/\^(\{[^{}]*\}|\S)/g, (_, text: string) => unicodeScriptText(textOfGroup(text), 'super'))
    .replace(/_(\{[^{}]*\}|\S)/g, (_, text: string) => unicodeScriptText(textOfGroup(text), 'sub'))
    .replace(/[{}&]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Commands whose form one line of text does not have, such as fractions, roots and accents. */
const LOSSY_COMMANDS =
  /\\(?:[dt]?frac|sqrt|begin|binom|over|underbrace|overbrace|hat|bar|vec|tilde|stackrel)(?![a-zA-Z])/;
/** A command with its name. */
const COMMAND = /\\([a-zA-Z]+)/g;
/** Commands without which a formula reads the same. */
const STYLE_COMMANDS = new Set(
  'text mathrm mathbf mathit mathcal mathbb operatorname bm boldsymbol left right big Big bigg Bigg displaystyle limits quad qquad'.split(
    ' ',
  ),
);

/** Reports whether `plainTextOfFormula` loses nothing of a formula but its typeface. */
export const isPlainTextOfFormulaLossless = (tex: string): boolean =>
  !LOSSY_COMMANDS.test(tex) &&
  [...tex.matchAll(COMMAND)].every(([, name = '']) => CHARACTER_BY_COMMAND.has(name) || STYLE_COMMANDS.has(name)) &&
  !/[\^_]/.test(plainTextOfFormula(tex));
