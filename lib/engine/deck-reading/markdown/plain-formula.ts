import { raisedText } from '../formulas/raised-text.ts';

/** Signs of TeX that Unicode has. */
const SIGNS = new Map(
  [
    ...`alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ
  sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω
  times × cdot · div ÷ pm ± mp ∓ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ propto ∝ infty ∞ partial ∂ nabla ∇ sum ∑
  prod ∏ int ∫ sqrt √ in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ emptyset ∅ forall ∀ exists ∃ neg ¬ land ∧ wedge ∧ lor ∨
  vee ∨ to → rightarrow → leftarrow ← Rightarrow ⇒ Leftarrow ⇐ leftrightarrow ↔ iff ⇔ mapsto ↦ ldots … cdots ⋯ dots … prime ′ circ ∘
  oplus ⊕ otimes ⊗ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ mid ∣ vert | Vert ‖ ell ℓ hbar ℏ Re ℜ Im ℑ star ⋆ ast ∗ degree °`.matchAll(
      /(\S+)\s+(\S+)/g,
    ),
  ].map(([, name = '', sign = '']) => [name, sign]),
);

/** A formula of TeX as text, as well as signs of Unicode can say it. */
export const plainFormula = (tex: string): string =>
  tex
    .replace(
      /\\(?:text|mathrm|mathbf|mathit|mathcal|mathbb|operatorname|bm|boldsymbol|hat|bar|vec|tilde|label|tag)\s*\{([^{}]*)\}/g,
      '$1',
    )
    .replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '($1)/($2)')
    .replace(/\\sqrt\s*\{([^{}]*)\}/g, '√($1)')
    .replace(/\\(?:begin|end)\s*\{[^{}]*\}/g, ' ')
    .replace(/\\(?:left|right|big|Big|bigg|Bigg|displaystyle|limits|quad|qquad)(?![a-zA-Z])\.?/g, ' ')
    .replace(/\\([a-zA-Z]+)/g, (_, name: string) => SIGNS.get(name) ?? name)
    .replace(/\\[,;:! ]/g, ' ')
    .replace(/\\\\/g, ', ')
    .replace(/\\([{}%&#_$])/g, '$1')
    .replace(/\^(\{[^{}]*\}|\S)/g, (_, text: string) => raisedText(text.replace(/^\{(.*)\}$/s, '$1'), 'above'))
    .replace(/_(\{[^{}]*\}|\S)/g, (_, text: string) => raisedText(text.replace(/^\{(.*)\}$/s, '$1'), 'below'))
    .replace(/[{}&]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Parts of a formula that plain text shows differently: fractions and roots in a line, raised letters that Unicode lacks. */
const SAID_OTHERWISE =
  /\\(?:[dt]?frac|sqrt|begin|binom|over|underbrace|overbrace|hat|bar|vec|tilde|stackrel)(?![a-zA-Z])/;
const COMMAND = /\\([a-zA-Z]+)/g;
const STYLES = new Set(
  'text mathrm mathbf mathit mathcal mathbb operatorname bm boldsymbol left right big Big bigg Bigg displaystyle limits quad qquad'.split(
    ' ',
  ),
);

/** Reports whether plain text says all that a formula does. */
export const isSaidInFull = (tex: string): boolean =>
  !SAID_OTHERWISE.test(tex) &&
  [...tex.matchAll(COMMAND)].every(([, name = '']) => SIGNS.has(name) || STYLES.has(name)) &&
  !/[\^_]/.test(plainFormula(tex));
