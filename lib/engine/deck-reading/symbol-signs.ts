/** Signs of fonts of symbols (Wingdings, Symbol, OpenSymbol), which other fonts do not have, as signs of Unicode. */
export const SYMBOL_SIGNS: ReadonlyMap<string, string> = new Map([
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
