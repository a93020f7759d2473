/**
 * An error of the query engine as a text, `dataViews.engineErrors.<key>`, what it names, and the names that the engine
 * offers instead, '' if it offers none.
 */
export type EngineError = { key: EngineErrorKey; values: Record<string, string>; offered: string }

/** What the engine says, in English; its groups are values of our text. The first that fits counts. */
const SAID = {
  syntaxNear: /^Parser Error: syntax error at or near "(?<name>[\s\S]+?)"(?:$|\n)/,
  syntaxEnd: /^Parser Error: syntax error at end of input/,
  nothingSelected: /^Parser Error: SELECT clause without selection list/,
  notClosed: /^Parser Error: unterminated (?:quoted|dollar-quoted|\/\*)/,
  tableUnknown:
    /^(?:Catalog Error: Table with name (?<name>.+?) does not exist!|Binder Error: Referenced table "(?<table>.+?)" not found!)/,
  columnUnknown:
    /^Binder Error: (?:Referenced column "(?<name>.+?)" (?:not found in FROM clause|was not found)|Table ".+?" does not have a column named "(?<column>.+?)")/,
  ambiguous: /^Binder Error: Ambiguous reference to column name "(?<name>.+?)"/,
  notGrouped: /^Binder Error: column "?(?<name>.+?)"? must appear in the GROUP BY clause/,
  aggregateInWhere: /^Binder Error: WHERE clause cannot contain (?:aggregates|window functions)/,
  aggregateNested: /^Binder Error: aggregate function calls cannot be nested/,
  functionUnknown: /^Catalog Error: (?:[A-Z]\w+ )*Function with name "?(?<name>.+?)"? does not exist/,
  typeUnknown: /^Catalog Error: Type with name (?<name>.+?) does not exist/,
  functionUnfit: /^Binder Error: No function matches the given name and argument types '(?<name>[\s\S]+?)'\./,
  notComparable:
    /^Binder Error: Cannot (?:compare|mix) values of type (?<name>.+?) and (?:values of )?type (?<other>.+?)(?: - |$)/,
  unequalColumns: /^Binder Error: Set operations can only apply to expressions with the same number of result columns/,
  notConvertible: /^Conversion Error: Could not convert string '(?<value>[\s\S]*?)' to (?<name>\w+)/,
  noTime: /^Conversion Error: invalid (?:timestamp|date|time) field format: "(?<value>[\s\S]*?)"/,
  outOfRange:
    /^Conversion Error: Type \w+ with value (?<value>.+?) can't be cast because the value is out of range for the destination type (?<name>\w+)/,
} as const satisfies Record<string, RegExp>
export type EngineErrorKey = keyof typeof SAID

/** What the engine would rather have read: the names that it offers. */
const OFFERED = /(?:Did you mean|Candidate (?:bindings|tables):(?: :)?|\(use:) (?<names>".+?")(?:\?|\)|$|\n)/

/** The text for an error that people often meet; null for others, which are shown as the engine says them. */
export function engineErrorOf(said: string): EngineError | null {
  for (const [key, pattern] of Object.entries(SAID) as [EngineErrorKey, RegExp][]) {
    const found = pattern.exec(said)
    if (!found) continue
    const { name, table, column, ...more } = found.groups ?? {}
    return { key, values: { ...more, name: name ?? table ?? column ?? '' }, offered: offeredIn(said) }
  }
  return null
}

const offeredIn = (said: string): string =>
  (OFFERED.exec(said)?.groups?.names ?? '').replaceAll('"', '').replaceAll(' or ', ', ')
