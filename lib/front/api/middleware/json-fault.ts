import { printParseErrorCode, visit } from 'jsonc-parser';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** The reason for clients, by the parser's name of the fault. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this word is not a value; texts need double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a field name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'nothing may follow the value',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'this text has no closing quotation mark',
  UnexpectedEndOfNumber: 'this is not a number',
  InvalidUnicode: 'this is not a Unicode escape; it has four hexadecimal digits',
  InvalidEscapeCharacter: 'this is not an escape; a backslash is written twice',
  InvalidCharacter: 'this control character must be escaped',
};

/** Thrown at the first fault in order to end the parsing. */
class JsonFaultFound extends Error {
  readonly fault: string;

  constructor(fault: string) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Finds the first place at which a text is not JSON, and the reason: "Line 2, column 10: a comma is expected." Line and column count from
 * 1, the column in UTF-16 code units. Undefined for valid JSON, and for a text that is nested too deeply to be read.
 */
export function jsonFault(text: string): string | undefined {
  try {
    visit(
      text,
      {
        onError(code, _offset, _length, line, column) {
          throw new JsonFaultFound(
            `Line ${line + 1}, column ${column + 1}: ${ownPropertyValue(REASONS, printParseErrorCode(code)) ?? 'this is not expected'}.`,
          );
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  } catch (error) {
    if (error instanceof JsonFaultFound) return error.fault;
    // The parser is recursive: a deeply nested text overflows the stack.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}
