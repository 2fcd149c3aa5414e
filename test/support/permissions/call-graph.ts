import { join, relative } from 'node:path';
import ts from 'typescript';

export const PROJECT = join(import.meta.dirname, '../../..');

/** The only folder that calls AWS. */
const AWS = 'lib/adapters/aws/';
/** Has one object with every port: what a function does not use of it is not reached. */
const RUNTIME = 'lib/app/composition/';
const SERVICES = 'lib/app/composition/services.ts';

type Callable = ts.MethodDeclaration | ts.PropertyAssignment | ts.ShorthandPropertyAssignment;

/** A member of an object that a function of lib/adapters/aws returns: what stands behind one method of a port. */
export interface PortMember {
  /** Where it is written, relative to the project. */
  file: string;
  name: string;
  node: ts.Node;
}

/** Where code calls a method of a port. */
export interface PortCall {
  file: string;
  /** The name of the function, or of the constant, at the top of that file which the call is in. */
  within: string;
  member: PortMember;
}

export interface CallGraph {
  readonly checker: ts.TypeChecker;
  fileOf(node: ts.Node): string;
  sourceFile(path: string): ts.SourceFile;
  /** The files of `functions/` and `lib/` in the program. */
  files(): string[];
  /**
   * Walks everything that can run from a node: declarations that are referred to, and nothing of a type. It does not enter
   * lib/adapters/aws; `onPort` is notified of every method of a port that is called, with all that can stand behind it.
   */
  walk(roots: readonly ts.Node[], visitor: Visitor): ReadonlySet<ts.Node>;
}

/** A reference in code to a declaration. */
interface Reference {
  declaration: ts.Declaration;
  from: ts.Node;
  /** Where it is one of a property: of what, and which. */
  of?: { type: ts.Type; symbol: ts.Symbol | undefined };
}

export interface Visitor {
  /** Every node that is reached; false: do not descend. */
  enter?(node: ts.Node): boolean | undefined;
  onPort?(call: PortCall): void;
  /** A reference to a declaration, about to be followed; false: do not. */
  follow?(declaration: ts.Declaration, from: ts.Node): boolean | undefined;
  /** Whether members of returned objects of lib/adapters/aws are reported to `onPort` (the default) or walked. */
  insideAws?: boolean;
}

const isFunctionLike = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** The name of what a node is in, at the top of its file. */
function nameAtTop(node: ts.Node): string {
  let top = node;
  while (!ts.isSourceFile(top.parent)) top = top.parent;
  const declared = ts.isVariableStatement(top) ? top.declarationList.declarations[0] : top;
  const isNamed = declared && (ts.isVariableDeclaration(declared) || ts.isFunctionDeclaration(declared));
  return isNamed ? (declared.name?.getText() ?? '') : '';
}

/** A literal that a function gives back: `return {…}` or `=> ({…})`. */
function isReturned(literal: ts.ObjectLiteralExpression): boolean {
  let node: ts.Node = literal.parent;
  while (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    node = node.parent;
  return ts.isReturnStatement(node) || ts.isArrowFunction(node);
}

/** Files that no program reads changed, parsed once. */
const parsed = new Map<string, ts.SourceFile>();

/**
 * The program of `functions/` and all that it imports.
 * @param changed texts to read instead of files, by path: code as it might become
 */
export function openCallGraph(files: readonly string[], changed: Readonly<Record<string, string>> = {}): CallGraph {
  const configuration = ts.readConfigFile(join(PROJECT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(configuration.config, ts.sys, PROJECT);
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (path) => changed[relative(PROJECT, path)] ?? readFile(path);
  const rootNames = files.map((file) => join(PROJECT, file));
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...how) => {
    if (relative(PROJECT, path) in changed) return parse(path, ...how);
    const file = parsed.get(path) ?? parse(path, ...how);
    if (file) parsed.set(path, file);
    return file;
  };
  const program = ts.createProgram({ rootNames, options, host });
  const checker = program.getTypeChecker();
  const paths = new Map<ts.SourceFile, string>();
  const fileOf = (node: ts.Node): string => {
    const file = node.getSourceFile();
    const path = paths.get(file) ?? relative(PROJECT, file.fileName);
    paths.set(file, path);
    return path;
  };
  const isOurs = (node: ts.Node): boolean => /^(functions|lib)\/.*(?<!\.d)\.ts$/.test(fileOf(node));
  const isAws = (node: ts.Node): boolean => fileOf(node).startsWith(AWS);

  const isCallable = (node: ts.Node): boolean => checker.getTypeAtLocation(node).getCallSignatures().length > 0;

  /** An object of lib/app/composition that stands behind a port itself, and puts something before another one. */
  function isDecorator(literal: ts.ObjectLiteralExpression): boolean {
    if (!fileOf(literal).startsWith(RUNTIME)) return false;
    const [declaration] = checker.getContextualType(literal)?.getSymbol()?.declarations ?? [];
    return declaration !== undefined && fileOf(declaration).endsWith('/ports.ts');
  }

  /** A member that is only reached by a call of it. */
  function deferred(node: ts.Node): node is Callable {
    if (!node.parent || !ts.isObjectLiteralExpression(node.parent) || !isReturned(node.parent)) return false;
    if (fileOf(node) === SERVICES) return !ts.isSpreadAssignment(node);
    if (!isAws(node) && !isDecorator(node.parent)) return false;
    if (ts.isMethodDeclaration(node)) return true;
    return (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && isCallable(node.name);
  }

  /** The objects that stand behind ports, each with its type. */
  const candidates: { literal: ts.ObjectLiteralExpression; type: ts.Type }[] = [];
  for (const file of program.getSourceFiles()) {
    const path = relative(PROJECT, file.fileName);
    if (path === SERVICES || !(path.startsWith(AWS) || path.startsWith(RUNTIME))) continue;
    const find = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node) && isReturned(node) && node.properties.some(deferred))
        candidates.push({
          literal: node,
          // The type of a literal as it is written would be compared strictly: no property too many.
          type: checker.getContextualType(node) ?? checker.getWidenedType(checker.getTypeAtLocation(node)),
        });
      ts.forEachChild(node, find);
    };
    find(file);
  }

  const memberOf = (node: Callable): PortMember => ({ file: fileOf(node), name: node.name.getText(), node });

  /** What can stand behind the method `name` of something of type `type`: by the types, as the compiler compares them. */
  function implementations(type: ts.Type, name: string, seen = new Set<ts.Type>()): PortMember[] {
    if (seen.has(type)) return [];
    seen.add(type);
    return candidates.flatMap(({ literal, type: own }) => {
      const property = own.getProperty(name);
      if (!property || !checker.isTypeAssignableTo(own, type)) return [];
      const written = literal.properties.find((member) => member.name?.getText() === name);
      if (written && deferred(written)) return [memberOf(written)];
      // It comes with a spread: `...receiverThrottleRepository(table)`.
      return literal.properties.flatMap((member) => {
        if (!ts.isSpreadAssignment(member)) return [];
        const spread = checker.getTypeAtLocation(member.expression);
        return spread.getProperty(name) ? implementations(spread, name, seen) : [];
      });
    });
  }
  const known = new Map<ts.Type, Map<string, PortMember[]>>();
  function behind(type: ts.Type, name: string): PortMember[] {
    const byName = known.get(type) ?? new Map<string, PortMember[]>();
    known.set(type, byName);
    const found = byName.get(name) ?? implementations(type, name);
    byName.set(name, found);
    return found;
  }

  /** Met below a root when every node is entered. The functions share most of what they reach: it is read once for all. */
  const references = new Map<ts.Node, readonly Reference[]>();

  function walk(roots: readonly ts.Node[], visitor: Visitor): ReadonlySet<ts.Node> {
    const visited = new Set<ts.Node>();
    const waiting = [...roots];
    let met: Reference[] = [];

    const reach = (node: ts.Node | undefined): void => {
      if (node && !visited.has(node)) waiting.push(node);
    };

    const port = (from: ts.Node, member: PortMember): void => {
      if (visitor.insideAws === true) reach(member.node);
      else visitor.onPort?.({ file: fileOf(from), within: nameAtTop(from), member });
    };

    /** The method of a port, or the function of lib/adapters/aws, that a declaration is for code at `from`. */
    function portAt(declaration: ts.Declaration, from: ts.Node): PortMember | undefined {
      if (!isAws(declaration)) return undefined;
      if (deferred(declaration)) return memberOf(declaration);
      if (isAws(from)) return undefined;
      const isFunction =
        ts.isFunctionDeclaration(declaration) ||
        (ts.isVariableDeclaration(declaration) && isFunctionLike(declaration.initializer));
      return isFunction
        ? { file: fileOf(declaration), name: declaration.name?.getText() ?? '', node: declaration }
        : undefined;
    }

    function followDeclaration(declaration: ts.Declaration, from: ts.Node): void {
      if (!isOurs(declaration) || visitor.follow?.(declaration, from) === false) return;
      const member = portAt(declaration, from);
      if (member) port(from, member);
      else if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration))
        reach(declaration.initializer);
      else if (ts.isShorthandPropertyAssignment(declaration))
        followSymbol(checker.getShorthandAssignmentValueSymbol(declaration), declaration);
      else if (ts.isClassDeclaration(declaration)) {
        for (const part of declaration.members)
          if (ts.isConstructorDeclaration(part) || ts.isPropertyDeclaration(part)) reach(part);
      } else if (
        ts.isFunctionDeclaration(declaration) ||
        ts.isMethodDeclaration(declaration) ||
        ts.isGetAccessorDeclaration(declaration)
      )
        reach(declaration);
    }

    function declarationsOf(symbol: ts.Symbol | undefined): readonly ts.Declaration[] {
      if (!symbol) return [];
      const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return real.declarations ?? [];
    }

    function followSymbol(symbol: ts.Symbol | undefined, from: ts.Node): void {
      for (const declaration of declarationsOf(symbol)) followDeclaration(declaration, from);
    }

    function meetSymbol(symbol: ts.Symbol | undefined, from: ts.Node): void {
      for (const declaration of declarationsOf(symbol)) met.push({ declaration, from });
    }

    /** What a call of a port's method can be: a decorator of lib/app/composition if there is one, and in it what it decorates. */
    function followPort(type: ts.Type, name: string, from: ts.Node): void {
      const members = behind(type, name);
      const decorators = members.filter(({ file }) => file.startsWith(RUNTIME));
      const isOutside = !fileOf(from).startsWith(RUNTIME) && decorators.length > 0;
      for (const member of members) {
        if (!decorators.includes(member)) {
          if (!isOutside) port(from, member);
        } else if (isOutside) reach(member.node);
      }
    }

    /** `name` of something of type `type`. */
    function meetProperty(symbol: ts.Symbol | undefined, type: ts.Type, from: ts.Node): void {
      for (const declaration of symbol?.declarations ?? []) met.push({ declaration, from, of: { type, symbol } });
    }

    function followReference({ declaration, from, of }: Reference): void {
      if (of && (ts.isMethodSignature(declaration) || ts.isPropertySignature(declaration))) {
        if (!isOurs(declaration) || visitor.follow?.(declaration, from) === false) return;
        followPort(of.type, of.symbol?.name ?? '', from);
      } else followDeclaration(declaration, from);
    }

    function descendPattern(node: ts.ObjectBindingPattern): void {
      const type = checker.getTypeAtLocation(node);
      for (const element of node.elements) {
        const name = element.propertyName ?? element.name;
        if (ts.isIdentifier(name) && !element.dotDotDotToken) meetProperty(type.getProperty(name.text), type, element);
        if (element.initializer) descend(element.initializer);
        if (ts.isObjectBindingPattern(element.name)) descendPattern(element.name);
      }
    }

    function descend(node: ts.Node): void {
      if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
      if (visitor.enter?.(node) === false) return;
      // Reached by its name, if at all.
      const isNamedFunction =
        ts.isFunctionDeclaration(node) ||
        (ts.isVariableDeclaration(node) && (isFunctionLike(node.initializer) || fileOf(node) === SERVICES));
      if (ts.isIdentifier(node)) meetSymbol(checker.getSymbolAtLocation(node), node);
      else if (ts.isPropertyAccessExpression(node)) {
        meetProperty(checker.getSymbolAtLocation(node.name), checker.getTypeAtLocation(node.expression), node);
        descend(node.expression);
      } else if (ts.isShorthandPropertyAssignment(node))
        meetSymbol(checker.getShorthandAssignmentValueSymbol(node), node);
      else if (ts.isObjectBindingPattern(node)) descendPattern(node);
      else if (!isNamedFunction) descendInto(node);
    }

    function descendInto(node: ts.Node): void {
      const name = 'name' in node ? node.name : undefined;
      ts.forEachChild(node, (child) => {
        if (child === name && ts.isIdentifier(child)) return;
        if (ts.isObjectLiteralElementLike(child) && deferred(child)) return;
        if (!ts.isPropertyAssignment(child)) descend(child);
        else if (visitor.enter?.(child) !== false) descend(child.initializer);
      });
    }

    function referencesBelow(root: ts.Node): readonly Reference[] {
      const known = visitor.enter ? undefined : references.get(root);
      if (known) return known;
      met = [];
      if (ts.isPropertyAssignment(root)) descend(root.initializer);
      else if (ts.isVariableDeclaration(root)) {
        if (root.initializer) descend(root.initializer);
      } else if (!ts.isFunctionDeclaration(root)) descend(root);
      else descendInto(root);
      if (!visitor.enter) references.set(root, met);
      return met;
    }

    for (let root = waiting.pop(); root !== undefined; root = waiting.pop()) {
      if (visited.has(root)) continue;
      visited.add(root);
      for (const reference of referencesBelow(root)) followReference(reference);
    }
    return visited;
  }

  return {
    checker,
    fileOf,
    files: () => program.getSourceFiles().filter(isOurs).map(fileOf),
    sourceFile(path) {
      const file = program.getSourceFile(join(PROJECT, path));
      if (!file) throw new Error(`${path} is not part of the program`);
      return file;
    },
    walk,
  };
}
