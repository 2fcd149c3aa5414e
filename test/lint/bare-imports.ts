import ts from 'typescript';

const PRODUCT = /^(?:functions|lib|layers|localstack)\//;
/** A module of this project, other than a style sheet. */
const OWN_MODULE = /^[.#](?!.*\.css$)/;

/**
 * Imports of modules of this project for nothing but their effects, in product code. package.json says that no module has any
 * (`sideEffects`): bundles would be made without it. @returns positions in the file
 */
export function bareImports(path: string, source: ts.SourceFile): number[] {
  if (!PRODUCT.test(path)) return [];
  return source.statements
    .filter(ts.isImportDeclaration)
    .filter(({ importClause, moduleSpecifier }) => {
      return importClause === undefined && ts.isStringLiteral(moduleSpecifier) && OWN_MODULE.test(moduleSpecifier.text);
    })
    .map((statement) => statement.getStart(source));
}
