/** Integrated loudness of speech, music and the sounds of videos, in LUFS. */
export const TARGET_LOUDNESS_LUFS = -16;

/** Highest true peak in dBTP: 0.3 dB below the documented limit, because meters of true peak differ by about that much. */
export const TRUE_PEAK_CEILING_DBTP = -1.8;
