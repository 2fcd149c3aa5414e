import ts from 'typescript';

/** Files that may parse JSON themselves, each with its reason. */
const ALLOWED: ReadonlySet<string> = new Set([
  // The one home: by a schema.
  'lib/kernel/shared/parse-json.ts',
  // The typed client has no dependencies; what it reads is `unknown`.
  'lib/front/client/parse-json-or-undefined.ts',
  // A script of a page, which a browser loads as it is.
  'localstack/cli/watch/page/page.js',
]);
const PRODUCT = /^(?:functions|lib|layers|localstack)\/|^[^/]+$/;

/** Where product code names `JSON.parse`: its result has the type `any`, and nothing checks it. @returns positions in the file */
export function bareJsonParses(path: string, source: ts.SourceFile): number[] {
  if (!PRODUCT.test(path) || ALLOWED.has(path)) return [];
  const found: number[] = [];
  const isJson = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'JSON';
  const visit = (node: ts.Node): void => {
    const isDotted = ts.isPropertyAccessExpression(node) && isJson(node.expression) && node.name.text === 'parse';
    const isIndexed = ts.isElementAccessExpression(node) && isJson(node.expression);
    // `const { parse } = JSON`
    const isTaken = ts.isVariableDeclaration(node) && node.initializer !== undefined && isJson(node.initializer);
    if (isDotted || isIndexed || isTaken) found.push(node.getStart(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
