import type * as z from 'zod/mini'
import { Email } from '#contract/session.ts'
import { type ImportRow, UserChange, UserDraft } from '#contract/users.ts'
import type { Language } from '#server/http/context.ts'
import { fieldTextOf, schemaTexts, textOf } from '#server/http/texts.ts'
import {
  columnOf,
  columnsOf,
  type Field,
  type Fields,
  fields,
  type Given,
  type PersonRow,
} from '#server/modules/people/index.ts'
import { isStorable } from '#server/storage/storable.ts'
import { type Line, roleWordsOf } from './sheet.ts'

/** The result of checking a row, and the columns that it would write. */
export type Verdict =
  | { row: ImportRow; do: 'nothing' }
  | { row: ImportRow; do: 'create'; columns: Fields }
  | { row: ImportRow; do: 'update'; before: PersonRow; columns: Partial<Fields> }
type Problems = ImportRow['problems']
type JudgeContext = {
  /** Existing accounts of the sheet's addresses, by the address in lower case. */
  known: ReadonlyMap<string, PersonRow>
  /** The account that imports: it can't change its own role. */
  actorId: string
  /** Existing accounts keep their role and new ones get the ordinary one, whatever the sheet has. */
  keepsRoles: boolean
  language: Language
}

export const addressOf = ({ given }: Line): string => given.emailAccounts?.toLowerCase() ?? ''

const importRowOf = ({ row, given }: Line, outcome: ImportRow['outcome'], problems: Problems = []): ImportRow => ({
  row,
  emailAccounts: given.emailAccounts?.toWellFormed() ?? '',
  name: given.name?.toWellFormed() ?? '',
  outcome,
  problems,
  changes: [],
})
export const refused = (line: Line, field: Field, message: string): Verdict => ({
  row: importRowOf(line, 'error', [{ field, message }]),
  do: 'nothing',
})

/** The message for a broken rule: that of the form with this field, otherwise that of the schema. */
function wordsFor(field: string, message: string, value: unknown, language: Language): string {
  const roles = new Intl.ListFormat(language === 'en' ? 'en-GB' : 'zh-CN', { type: 'disjunction' }).format(
    roleWordsOf(language),
  )
  if (field === 'role') return textOf(language, 'users.import.roleUnknown', { roles })
  return fieldTextOf(language, 'users', field, value) ?? message
}

/** The first problem of each field. */
function problemsOf(error: z.core.$ZodError, given: Line['given'], language: Language): Problems {
  const first = new Map(error.issues.toReversed().map((issue) => [String(issue.path[0] ?? ''), issue.message]))
  return [...first].map(([field, message]) => ({
    field,
    message: wordsFor(field, message, given[field as keyof Line['given']], language),
  }))
}

/** Checks a row without an existing account. A role above the ordinary one is told like a change. */
function judgeNew(line: Line, { language, keepsRoles }: JudgeContext): Verdict {
  const ordinary = { role: 'role_general' }
  const given = keepsRoles ? { ...line.given, ...ordinary } : { ...ordinary, ...line.given }
  const read = UserDraft.safeParse(given, { error: schemaTexts[language] })
  if (!read.success)
    return { row: importRowOf(line, 'error', problemsOf(read.error, line.given, language)), do: 'nothing' }
  const empty: Fields = {
    email: '',
    name: '',
    english_name: '',
    unit: '',
    english_unit: '',
    phone: '',
    orcid: '',
    role: 'role_general',
    introduction: '',
  }
  const { role } = read.data
  const changes = role === ordinary.role ? [] : [{ field: 'role', before: '', after: role }]
  return {
    row: { ...importRowOf(line, 'create'), changes },
    do: 'create',
    columns: { ...empty, ...columnsOf(read.data) },
  }
}

/** The fields that get a new value, in the order of the columns. */
const changesOf = (before: PersonRow, columns: Partial<Fields>): ImportRow['changes'] =>
  fields.flatMap((field) => {
    const after = columns[columnOf[field]]
    return after === undefined ? [] : [{ field, before: before[columnOf[field]], after }]
  })

/**
 * Checks a row with an existing account. An empty cell changes nothing, and neither does the address, by which it was
 * found.
 */
function judgeKnown(line: Line, before: PersonRow, { language, actorId, keepsRoles }: JudgeContext): Verdict {
  const { emailAccounts: _found, role, ...rest }: Given = line.given
  const given: Given = keepsRoles || role === undefined ? rest : { ...rest, role }
  const read = UserChange.safeParse(given, { error: schemaTexts[language] })
  if (!read.success)
    return { row: importRowOf(line, 'error', problemsOf(read.error, line.given, language)), do: 'nothing' }
  const columns = columnsOf(read.data)
  for (const field of fields) if (columns[columnOf[field]] === before[columnOf[field]]) delete columns[columnOf[field]]
  if (!Object.keys(columns).length) return { row: importRowOf(line, 'same'), do: 'nothing' }
  if (columns.role && before.id === actorId) return refused(line, 'role', textOf(language, 'users.import.roleOwn'))
  const row = { ...importRowOf(line, 'update'), changes: changesOf(before, columns) }
  return { row, do: 'update', before, columns }
}

/** Rows whose address an earlier row has already, with the number of that earlier row. */
export function repeatsIn(lines: readonly Line[]): ReadonlyMap<number, number> {
  const first = new Map<string, number>()
  const repeats = new Map<number, number>()
  for (const line of lines) {
    const address = addressOf(line)
    const earlier = first.get(address)
    if (earlier === undefined) first.set(address, line.row)
    else if (address) repeats.set(line.row, earlier)
  }
  return repeats
}

/** Checks one row against the existing accounts; the same rules for the preview and for the import. */
export function judge(line: Line, repeats: ReadonlyMap<number, number>, context: JudgeContext): Verdict {
  const { language } = context
  const earlier = repeats.get(line.row)
  if (earlier !== undefined)
    return refused(line, 'emailAccounts', textOf(language, 'users.import.repeated', { row: earlier }))
  const strange = fields.find((field) => !isStorable(line.given[field] ?? ''))
  if (strange) return refused(line, strange, textOf(language, 'users.import.unreadable'))
  const address = addressOf(line)
  const before = Email.safeParse(address).success ? context.known.get(address) : undefined
  if (before?.merged_into) return refused(line, 'emailAccounts', textOf(language, 'users.import.merged'))
  return before ? judgeKnown(line, before, context) : judgeNew(line, context)
}
