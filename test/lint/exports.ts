import ts from 'typescript';

/** A name that a file declares and exports. */
export interface ExportedName {
  name: string;
  line: number;
  /** Whether it is a function or a class: those need a docstring. */
  isCallable: boolean;
  hasDocstring: boolean;
}

/**
 * The names that a file declares and exports, once each. Names that it only passes on from another file are not its own;
 * default exports have no name.
 */
export function exportedNames(source: ts.SourceFile): ExportedName[] {
  const local = new Map<string, ExportedName>();
  const exported = new Set<string>();
  const declare = (name: ts.Node, statement: ts.Statement, isCallable: boolean): void => {
    const text = name.getText(source);
    const known = local.get(text);
    const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
    local.set(text, {
      name: text,
      line: known?.line ?? line,
      isCallable: isCallable || known?.isCallable === true,
      hasDocstring: hasDocstring(statement) || known?.hasDocstring === true,
    });
    if (isExported(statement)) exported.add(text);
  };
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        for (const identifier of identifiersOf(name)) declare(identifier, statement, isFunction(initializer));
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name) declare(statement.name, statement, true);
    } else if (
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isEnumDeclaration(statement)
    ) {
      declare(statement.name, statement, false);
    } else if (
      ts.isExportDeclaration(statement) &&
      statement.moduleSpecifier === undefined &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause)
    ) {
      for (const { name, propertyName } of statement.exportClause.elements) exported.add((propertyName ?? name).text);
    }
  }
  return [...local.values()].filter(({ name }) => exported.has(name));
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const kinds = modifiers.map(({ kind }) => kind);
  return kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword);
}

function identifiersOf(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : identifiersOf(element.name)));
}

function isFunction(initializer: ts.Expression | undefined): boolean {
  return initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
}

function hasDocstring(statement: ts.Statement): boolean {
  return ts.getJSDocCommentsAndTags(statement).length > 0;
}
