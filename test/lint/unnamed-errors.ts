import ts from 'typescript';

/** An error that a function throws and whose class its docstring does not name. */
export interface UnnamedError {
  /** The function, with its class if it is a method. */
  name: string;
  /** The class of the error. */
  error: string;
  /** The offset of the statement that throws it. */
  position: number;
}

/** A function that others can call: its name, its body, and the node that has its docstring. */
interface Callable {
  name: string;
  body: ts.Node;
  documented: ts.Node;
}

/**
 * Errors that exported functions and public methods of exported classes throw by themselves (`throw new X`), without `@throws X` in their
 * docstrings. Errors of functions in them are left out, and those that a `catch` of the same function takes.
 */
export const unnamedErrors = (source: ts.SourceFile): UnnamedError[] =>
  callables(source).flatMap(({ name, body, documented }) => {
    const named = namedErrors(documented);
    return thrownIn(body)
      .map(({ expression, position }) => ({ name, error: expression.getText(source).replace(/^.*\./, ''), position }))
      .filter(({ error }) => !named.has(error));
  });

/** A tag that starts with a condition, such as "@throws if it is empty". */
const NAMELESS = /^@throws\s+(?:if|when|unless|for|without|after|on)\b/;

/** Offsets of the `@throws` tags that name nothing: of everything that a file declares. */
export function namelessThrows(source: ts.SourceFile): number[] {
  const found = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const tag of ts.getJSDocTags(node)) if (NAMELESS.test(tag.getText(source))) found.add(tag.getStart(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);

function callables(source: ts.SourceFile): Callable[] {
  return source.statements
    .filter((statement) => hasModifier(statement, ts.SyntaxKind.ExportKeyword))
    .flatMap((statement): Callable[] => {
      if (ts.isFunctionDeclaration(statement) && statement.body)
        return [{ name: statement.name?.text ?? 'default', body: statement.body, documented: statement }];
      if (ts.isClassDeclaration(statement)) return methodsOf(statement, source);
      if (!ts.isVariableStatement(statement)) return [];
      return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
        initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
          ? [{ name: name.getText(source), body: initializer.body, documented: statement }]
          : [],
      );
    });
}

/** The methods of a class that others can call. What a constructor throws may stand in the docstring of the class. */
function methodsOf(declaration: ts.ClassDeclaration, source: ts.SourceFile): Callable[] {
  const of = declaration.name?.text ?? 'default';
  return declaration.members.flatMap((member): Callable[] => {
    if (hasModifier(member, ts.SyntaxKind.PrivateKeyword) || (member.name && ts.isPrivateIdentifier(member.name)))
      return [];
    if (ts.isConstructorDeclaration(member) && member.body) {
      const documented = ts.getJSDocCommentsAndTags(member).length > 0 ? member : declaration;
      return [{ name: `new ${of}`, body: member.body, documented }];
    }
    if (!ts.isMethodDeclaration(member) || !member.body) return [];
    return [{ name: `${of}.${member.name.getText(source)}`, body: member.body, documented: member }];
  });
}

/** Words of `@throws` tags. A tag may name several errors. */
const namedErrors = (node: ts.Node): ReadonlySet<string> =>
  new Set(
    ts
      .getJSDocTags(node)
      .filter(({ tagName }) => tagName.text === 'throws')
      .flatMap((tag) => tag.getText().match(/\w+/g) ?? []),
  );

/** The classes of `throw new X` in a body, with their places. */
function thrownIn(body: ts.Node): { expression: ts.Expression; position: number }[] {
  const found: { expression: ts.Expression; position: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isThrowStatement(node) && ts.isNewExpression(node.expression))
      found.push({ expression: node.expression.expression, position: node.getStart() });
    // The errors of a block with a `catch` end there, or become others.
    if (ts.isTryStatement(node) && node.catchClause) {
      visit(node.catchClause.block);
      if (node.finallyBlock) visit(node.finallyBlock);
    } else ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}
