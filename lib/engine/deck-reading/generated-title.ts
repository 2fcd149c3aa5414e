/** Titles that programs write into the properties of a deck to which its author gave none. */
const GENERATED_TITLES = [
  /^(PowerPoint|Microsoft|PptxGenJS|LibreOffice|Impress)\b.*\b(Presentation|Präsentation|présentation|presentación)/i,
  /^(Présentation|Presentación|Presentazione|Apresentação)( d[oei])? (Microsoft )?PowerPoint/i,
  /^(Slide|Folie|Diapositive|Diapositiva|Dia) ?\d+$/i,
  /^(Title|Titel|Titre|Título|Untitled|Untitled presentation|Presentation\d*|Präsentation\d*|Unknown|Unbenannt\s?\d*)$/i,
  /^Microsoft (Word|PowerPoint) - /i,
  /\.(pptx?|ppsx?|odp|key|docx?|odt|pdf|ps|tex|dvi|indd|html?)$/i,
];

/** Reports whether a title in the properties of a file was written by a program instead of the author. */
export const isGeneratedTitle = (title: string): boolean => GENERATED_TITLES.some((pattern) => pattern.test(title));
