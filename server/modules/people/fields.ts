import type { Agreement, PersonFields } from '#contract/people.ts'
import type { sheetColumns } from '#contract/users.ts'
import type { PersonRow } from './store.ts'

/** Personal fields of an account. */
export const personFieldsOf = (row: Omit<PersonRow, 'password_hash'>): PersonFields => ({
  emailAccounts: row.email,
  name: row.name,
  englishName: row.english_name,
  orgChineseName: row.unit,
  orgEnglishName: row.english_unit,
  telephone: row.phone,
  orcId: row.orcid,
  introduction: row.introduction,
  avatar: row.avatar,
})

/** Columns of the changeable fields of an account, by their name in the API. */
export const columnOf = {
  emailAccounts: 'email',
  name: 'name',
  englishName: 'english_name',
  orgChineseName: 'unit',
  orgEnglishName: 'english_unit',
  telephone: 'phone',
  orcId: 'orcid',
  role: 'role',
  introduction: 'introduction',
} as const satisfies Record<(typeof sheetColumns)[number], keyof PersonRow>
export type Field = keyof typeof columnOf
export const fields = Object.keys(columnOf) as Field[]
/** The changeable columns of an account. */
export type Fields = Pick<PersonRow, (typeof columnOf)[Field]>
export type Given = Partial<Record<Field, string | undefined>>

/** The columns of a change; absent fields are left out. */
export const columnsOf = (given: Given): Partial<Fields> =>
  Object.fromEntries(
    fields.filter((field) => given[field] !== undefined).map((field) => [columnOf[field], given[field]]),
  )

/** What an entry of the audit log says of the terms that somebody agreed to. */
export const agreedTo = (agreement: Agreement | null | undefined) =>
  agreement ? { after: { termsVersion: agreement.version, termsAgreedAt: agreement.at } } : {}

/** An account as target in the audit log when its owner acts. */
export const targetOf = ({ id, email }: { id: string; email: string }) => ({ id, name: email })
