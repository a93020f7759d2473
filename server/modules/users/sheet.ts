import { Role } from '#contract/session.ts'
import { sheetColumns, type User } from '#contract/users.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Outsider } from '#server/modules/methods/index.ts'
import type { Field, Given } from '#server/modules/people/index.ts'
import type { SheetRow } from '#server/sheets/read-sheet.ts'

/**
 * One account of a sheet, or of a directory with who it is there: `row` is the sheet's own row number, from 1; `given` holds
 * the cells that are not empty.
 */
export type Line = { row: number; given: Given; outsider?: Outsider }

/** Columns that a sheet must have. An account without a role becomes an ordinary user. */
const NEEDED: readonly Field[] = ['emailAccounts', 'name', 'orgChineseName']
/** The address in the example row of the form; a row with it is ignored, since many leave the example in. */
export const EXAMPLE_EMAIL = 'name@example.org'
const languages: Language[] = ['zh', 'en']

const headingOf = (column: Field, language: Language) => textOf(language, `users.columns.${column}`)
const roleWord = (role: Role, language: Language) => textOf(language, `shell.roles.${role}`)
export const headingsOf = (language: Language): string[] => sheetColumns.map((column) => headingOf(column, language))
export const roleWordsOf = (language: Language): string[] => Role.options.map((role) => roleWord(role, language))

/** A heading without the star of required columns, and without case, blanks and hyphens (E-mail, Email). */
const plain = (word: string) => word.replace(/[*\s-]+/g, '').toLowerCase()
const dictionary = <T extends string>(values: readonly T[], wordOf: (value: T, language: Language) => string) =>
  new Map(
    values.flatMap((value) =>
      [value, ...languages.map((own) => wordOf(value, own))].map((word) => [plain(word), value]),
    ),
  )
const columnBy = dictionary(sheetColumns, headingOf)
const roleBy = dictionary(Role.options, roleWord)

/**
 * Reads the rows below the headings, which are the first row that is not blank. Throws sheetHeading with the missing
 * columns.
 */
export function linesOf([heading, ...rows]: SheetRow[], language: Language): Line[] {
  const places = new Map<Field, number>()
  for (const [place, word] of heading?.cells.entries() ?? []) {
    const column = columnBy.get(plain(word))
    if (column && !places.has(column)) places.set(column, place)
  }
  const missing = NEEDED.filter((column) => !places.has(column))
  if (missing.length) {
    const columns = missing.map((column) => headingOf(column, language)).join(textOf(language, 'users.import.and'))
    throw new Failure('sheetHeading', { values: { columns } })
  }
  return rows.flatMap(({ row, cells }) => {
    const given: Given = {}
    for (const [column, place] of places) {
      const cell = cells[place]
      if (cell) given[column] = column === 'role' ? (roleBy.get(plain(cell)) ?? cell) : cell
    }
    const isExample = given.emailAccounts?.toLowerCase() === EXAMPLE_EMAIL
    return isExample ? [] : [{ row: row + 1, given }]
  })
}

/** Columns of an export that an import ignores: what a review of accesses asks for. */
const REVIEWED = ['state', 'secondStep', 'spaces', 'lastSignIn', 'created'] as const
export const exportHeadingsOf = (language: Language): string[] => [
  ...headingsOf(language),
  ...REVIEWED.map((column) => textOf(language, `users.columns.${column}`)),
]

function reviewOf(user: User, language: Language): string[] {
  const states = [
    user.isDisabled && textOf(language, 'users.statuses.disabled'),
    user.isLocked && textOf(language, 'users.statuses.locked'),
    user.state !== 'active' && textOf(language, `users.states.${user.state}`),
  ].filter((one) => one !== false)
  return [
    states.join(', ') || textOf(language, 'users.states.active'),
    textOf(language, user.hasSecondStep ? 'users.secondStepOn' : 'users.secondStepOff'),
    String(user.ownedSpaces),
    user.lastSignInAt ?? '',
    user.createTime,
  ]
}

/** An account as a row of an export. */
export const cellsOf = (user: User, language: Language): string[] => [
  ...sheetColumns.map((column) => (column === 'role' ? roleWord(user.role, language) : user[column])),
  ...reviewOf(user, language),
]

const EXAMPLES = { emailAccounts: EXAMPLE_EMAIL, telephone: '13800138000', orcId: '0000-0002-1825-0097' } as const
/** The example row of the form. */
export const exampleOf = (language: Language): string[] =>
  sheetColumns.map((column) => {
    if (column === 'role') return roleWord('role_general', language)
    return column in EXAMPLES
      ? EXAMPLES[column as keyof typeof EXAMPLES]
      : textOf(language, `users.example.${column as Exclude<Field, keyof typeof EXAMPLES | 'role'>}`)
  })
