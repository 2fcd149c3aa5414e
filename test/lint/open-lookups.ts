import ts from 'typescript';
import type { CallGraph } from '#test/support/permissions/call-graph.ts';

/** A look-up in an object by a word that may be any text, and where it is. */
export interface OpenLookup {
  /** `lib/a.ts:12`. */
  at: string;
  text: string;
}

/** Files whose look-ups are by names that no client gives, or that do what the others are to use. */
const ALLOWED = [
  // It asks whether the name is the object's own.
  'lib/kernel/shared/own-property-value.ts',
  // A path of zod, in objects and lists, each step of which it asks about.
  'lib/kernel/contract/validation-issue-message.ts',
  // The description of the API, the docs and the console are made of our names.
  'lib/front/api/openapi/',
  'lib/front/docs-site/',
  'lib/front/console/',
];

/** Kinds of types that a word of a client can have; the others are numbers, symbols and unions of known words. */
const OPEN =
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.String |
  ts.TypeFlags.TemplateLiteral |
  ts.TypeFlags.TypeParameter;

const isWritten = (node: ts.ElementAccessExpression): boolean =>
  ts.isDeleteExpression(node.parent) ||
  (ts.isBinaryExpression(node.parent) &&
    node.parent.left === node &&
    node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken);

/** What is looked up in an object, and by what; undefined for any other node. */
function lookupIn(node: ts.Node): { object: ts.Expression; key: ts.Expression } | undefined {
  if (ts.isElementAccessExpression(node))
    return isWritten(node) ? undefined : { object: node.expression, key: node.argumentExpression };
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.InKeyword) return undefined;
  return ts.isPrivateIdentifier(node.left) ? undefined : { object: node.right, key: node.left };
}

/**
 * Look-ups `object[word]` and `word in object` by a word that may be any text, in all that the functions import from lib: of `constructor` or
 * `toString` they find what every object has. `ownPropertyValue`, `Object.hasOwn` and maps find what was put there.
 */
export function openLookups({ checker, files, sourceFile }: CallGraph): OpenLookup[] {
  const found: OpenLookup[] = [];
  for (const path of files()) {
    if (ALLOWED.some((allowed) => path.startsWith(allowed))) continue;
    const source = sourceFile(path);
    const visit = (node: ts.Node): void => {
      const lookup = lookupIn(node);
      if (lookup && !ts.isStringLiteralLike(lookup.key)) {
        const written = checker.getTypeAtLocation(lookup.key);
        // A parameter of a type is what its constraint says: one of known words is as good as their union.
        const type = checker.getBaseConstraintOfType(written) ?? written;
        const isOpen = (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & OPEN) !== 0);
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        if (isOpen) found.push({ at: `${path}:${line}`, text: node.getText(source) });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}
