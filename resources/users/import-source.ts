import type { InputOf } from '#contract/core/operation.ts'
import type { Method } from '#contract/methods.ts'
import { type ImportResult, users } from '#contract/users.ts'
import { call } from '#providers/call.ts'
import type { MailLanguage } from './mail-language.tsx'

type Wish = {
  isDryRun: boolean
  keepsRoles: boolean
  /** Of the mails to new users. */
  language: MailLanguage
}
const rolesOf = ({ keepsRoles }: Pick<Wish, 'keepsRoles'>) => (keepsRoles ? 'keep' : 'apply')

/** The source of imported accounts: a sheet, or a directory. */
export type ImportSource = {
  name: string
  /** How new users are informed: by a link in an email, or not at all, if they sign in with a directory. */
  isInviting: boolean
  /** Names the way back to the choice. */
  kind: 'sheet' | 'directory'
  /** The selection in a directory; null for a sheet. */
  wish: DirectoryWish | null
  send: (wish: Wish) => Promise<ImportResult>
}

/** Whether a file named as a workbook is one: workbooks are zip archives. Any other file is read as text. */
export async function isWhatItsNameSays(file: File): Promise<boolean> {
  return !/\.xlsx$/i.test(file.name) || (await file.slice(0, 2).text()) === 'PK'
}

/** The bytes that were checked are imported, even if the file changes on disk meanwhile. */
export async function sheetSource(file: File): Promise<ImportSource> {
  const bytes = new Blob([await file.arrayBuffer()], { type: file.type })
  return {
    name: file.name,
    isInviting: true,
    kind: 'sheet',
    wish: null,
    send(wish) {
      const form = new FormData()
      form.append('isDryRun', String(wish.isDryRun))
      form.append('roles', rolesOf(wish))
      form.append('language', wish.language)
      form.append('file', bytes, file.name)
      return call(users.import, form, { quiet: true })
    },
  }
}

export type DirectoryWish = Pick<InputOf<typeof users.importDirectory>, 'methodId' | 'filter' | 'org'>
export const directorySource = (wish: DirectoryWish, { config }: Method, name: string): ImportSource => ({
  name,
  isInviting: config.trustsEmail === false,
  kind: 'directory',
  wish,
  send: ({ isDryRun, language, ...how }) =>
    call(users.importDirectory, { ...wish, isDryRun, language, roles: rolesOf(how) }, { quiet: true }),
})
