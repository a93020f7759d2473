import type { CellType } from '../columns.ts'
import { converted, desugared, unified } from './convert.ts'
import { CHANGING, DATEDIF_UNITS, functions, type Kind, type Signature } from './functions.ts'
import { isComparison, isMoment, operatorType } from './operators.ts'
import type { Expression, FormulaProblem, FormulaType, ProblemReason, Span, Syntax } from './syntax.ts'
import { dateFormat, numberFormat } from './text-format.ts'

/** The properties of a column that a formula needs. */
export type FormulaColumn = { id: number; name: string; type: CellType }
type Call = Extract<Syntax, { kind: 'call' }>

/** Types of the cells that formulas compute with; those of files and people are not among them. */
const CELL_TYPES: Partial<Record<CellType, FormulaType>> = {
  text: 'text',
  choice: 'text',
  choices: 'text',
  number: 'number',
  date: 'date',
  datetime: 'datetime',
  boolean: 'boolean',
}

/** Whether a value of a type can be an argument of a kind; the types of a group are compared apart. */
function fits(kind: Kind, type: FormulaType): boolean {
  if (kind === 'amount') return type === 'number' || isMoment(type)
  if (kind === 'moment' || kind === 'day') return isMoment(type)
  if (kind === 'any' || kind === 'shown' || kind === 'same' || kind === 'key') return true
  return kind === 'constant' ? type === 'text' : kind === type
}

/** Gives a formula its types; `root` is null when there are problems. */
export function check(
  syntax: Syntax,
  find: (key: string) => FormulaColumn | undefined,
): { root: Expression | null; problems: FormulaProblem[] } {
  const problems: FormulaProblem[] = []
  const refuse = (reason: ProblemReason, { at, length }: Span, values: Record<string, string> = {}): null => {
    problems.push({ reason, at, length, values })
    return null
  }

  function column(node: Span & { key: string }): Expression | null {
    const found = find(node.key)
    if (!found) return refuse('columnUnknown', node, { name: node.key })
    const type = CELL_TYPES[found.type]
    if (!type) return refuse('columnType', node, { name: found.name })
    return { kind: 'column', type, id: found.id, cell: found.type }
  }

  function operator({ name, args: given, at, length }: Call, args: Expression[]): Expression | null {
    const [left, right] = args
    if (!left) return null
    if (!right) {
      if (left.type !== 'number')
        return refuse('type', given[0] as Span, { name: name[0] ?? '', expected: 'number', found: left.type })
      return { kind: 'call', type: 'number', name, args }
    }
    const type = operatorType(name, left.type, right.type)
    if (!type) return refuse('differ', { at, length }, { name, expected: left.type, found: right.type })
    const sides = isComparison(name) || (isMoment(left.type) && isMoment(right.type)) ? unified(args) : args
    return { kind: 'call', type, name, args: name === '&' ? args.map((arg) => converted(arg, 'text')) : sides }
  }

  /** One type for the arguments of a group; undefined when they differ. */
  function groupType(group: Kind, { takes, given, args }: Checked): FormulaType | null | undefined {
    let type: FormulaType | null = null
    for (const [index, arg] of args.entries()) {
      if (takes(index, args.length) !== group) continue
      if (type === null || type === arg.type) type = arg.type
      else if (isMoment(type) && isMoment(arg.type)) type = 'datetime'
      else return refuse('differ', given[index] as Span, { name: '', expected: type, found: arg.type }) ?? undefined
    }
    return type
  }

  type Checked = Pick<Signature, 'takes'> & { given: readonly Syntax[]; args: readonly Expression[] }

  function argumentsFit(name: string, { takes, given, args }: Checked): boolean {
    const before = problems.length
    for (const [index, arg] of args.entries()) {
      const kind = takes(index, args.length)
      const span = given[index] as Span
      if (!fits(kind, arg.type))
        refuse('type', span, {
          name,
          expected: kind === 'amount' ? 'number' : isMomentKind(kind) ? 'date' : kind,
          found: arg.type,
        })
      else if (kind === 'constant') constant(name, args, span)
    }
    return problems.length === before
  }

  /** Texts with a meaning of their own: the format of TEXT, the unit of DATEDIF. */
  function constant(name: string, args: readonly Expression[], span: Span): void {
    const how = args.at(-1)
    if (how?.kind !== 'literal') refuse('literal', span, { name })
    else if (name === 'DATEDIF') {
      if (!DATEDIF_UNITS.includes(how.value.toUpperCase())) refuse('unit', span, { units: DATEDIF_UNITS.join(', ') })
    } else if (!(args[0]?.type === 'number' ? numberFormat : dateFormat)(how.value)) refuse('format', span)
  }

  function wrongCount({ name, args, at, length }: Call, { least, most }: Signature): boolean {
    if (args.length < least) refuse('tooFew', { at, length }, { name })
    else if (args.length > most) refuse('tooMany', { at, length }, { name })
    else if (name === 'IFS' && args.length % 2) refuse('pairs', { at, length }, { name })
    else return false
    return true
  }

  function called(node: Call, args: Expression[]): Expression | null {
    const signature = functions[node.name]
    if (!signature) return refuse(CHANGING.has(node.name) ? 'changing' : 'function', node, { name: node.name })
    if (wrongCount(node, signature) || args.length < node.args.length) return null
    const checked = { takes: signature.takes, given: node.args, args }
    if (!argumentsFit(node.name, checked)) return null
    const [same, key] = [groupType('same', checked), groupType('key', checked)]
    if (same === undefined || key === undefined) return null
    const isExtreme = node.name === 'MIN' || node.name === 'MAX'
    if (isExtreme && same && !fits('amount', same))
      return refuse('type', node.args[0] as Span, { name: node.name, expected: 'number', found: same })
    const kinds: Partial<Record<Kind, FormulaType>> = {
      same: same ?? 'text',
      key: key ?? 'text',
      day: 'date',
      shown: 'text',
    }
    const given = args.map((arg, index) => converted(arg, kinds[signature.takes(index, args.length)] ?? arg.type))
    const type = signature.gives === 'same' ? (same ?? 'text') : signature.gives
    return desugared({ kind: 'call', type, name: node.name, args: given })
  }

  function typed(node: Syntax): Expression | null {
    if (node.kind === 'literal') return { kind: 'literal', type: node.type, value: node.value }
    if (node.kind === 'column') return column(node)
    const args = node.args.map(typed).filter((arg) => arg !== null)
    if (/^[A-Z_]/.test(node.name)) return called(node, args)
    return args.length < node.args.length ? null : operator(node, args)
  }

  const root = typed(syntax)
  return problems.length ? { root: null, problems } : { root, problems }
}

const isMomentKind = (kind: Kind) => kind === 'moment' || kind === 'day'
