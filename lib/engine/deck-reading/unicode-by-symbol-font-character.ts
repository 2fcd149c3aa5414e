/** Characters of Unicode for those that Wingdings, Symbol and OpenSymbol have in the private use area (U+E000–U+F8FF). */
export const UNICODE_BY_SYMBOL_FONT_CHARACTER: ReadonlyMap<string, string> = new Map([
  ['\uf0b7', '•'],
  ['\uf0a7', '▪'],
  ['\uf0d8', '➢'],
  ['\uf0fc', '✔'],
  ['\uf0fb', '✘'],
  ['\uf0df', '←'],
  ['\uf0e0', '→'],
  ['\uf0e8', '➔'],
  ['\uf0f3', '⬄'],
  ['\uf04a', '☺'],
  ['\uf04c', '☹'],
  ['\ue00a', '•'],
  ['\ue00c', '◆'],
]);
