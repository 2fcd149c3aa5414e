/** What programs write into the properties of a deck that no one has named. */
const USUAL_TITLES = [
  /^(PowerPoint|Microsoft|PptxGenJS|LibreOffice|Impress)\b.*\b(Presentation|Präsentation|présentation|presentación)/i,
  /^(Présentation|Presentación|Presentazione|Apresentação)( d[oei])? (Microsoft )?PowerPoint/i,
  /^(Slide|Folie|Diapositive|Diapositiva|Dia) ?\d+$/i,
  /^(Title|Titel|Titre|Título|Untitled|Untitled presentation|Presentation\d*|Präsentation\d*|Unknown|Unbenannt\s?\d*)$/i,
  /^Microsoft (Word|PowerPoint) - /i,
  /\.(pptx?|ppsx?|odp|key|docx?|odt|pdf|ps|tex|dvi|indd|html?)$/i,
];

/** Reports whether a title in the properties of a file is one that a program wrote. */
export const isUsualTitle = (title: string): boolean => USUAL_TITLES.some((usual) => usual.test(title));
