// The alphabet of the model is misaki's: IPA, with one letter for each diphthong and affricate (A "day", I "my", O "go", W "now", Y "boy",
// ʤ, ʧ), `T` for the flap of "water", `ᵊ` for a short schwa, and each stress mark before its vowel.

/** The vowels, among them diphthongs. */
export const PHONEME_VOWELS: ReadonlySet<string> = new Set('AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ');
/** The consonants, among them affricates. */
export const PHONEME_CONSONANTS: ReadonlySet<string> = new Set('bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ');
/** Phonemes that are as long as two. */
export const LONG_PHONEMES: ReadonlySet<string> = new Set('AIOQWYʤʧ');
/** Marks between words that the model reads; `"`, `“` and `”` are read, too, but change nothing before them. */
export const PAUSE_PUNCTUATION_MARKS: ReadonlySet<string> = new Set(';:,.!?—…');
/** Quotation marks that the model reads: they change the melody of a clause, and no phoneme before them. */
export const VOICE_MODEL_QUOTATION_MARKS: ReadonlySet<string> = new Set('"“”');
/** The IPA mark of primary stress, before the vowel of the stressed syllable. */
export const PRIMARY_STRESS_MARK = 'ˈ';
/** The IPA mark of secondary stress, before the vowel of its syllable. */
export const SECONDARY_STRESS_MARK = 'ˌ';
