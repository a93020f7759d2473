import { useTranslation } from 'react-i18next'
import { Role } from '#contract/session.ts'
import { type ImportRow, sheetColumns } from '#contract/users.ts'

export type Change = ImportRow['changes'][number]
export const isColumn = (field: string): field is (typeof sheetColumns)[number] =>
  (sheetColumns as readonly string[]).includes(field)

/** The old and the new value of one field; a new role is highlighted. */
export function ChangeLine({ field, before, after }: Change) {
  const { t } = useTranslation()
  // New accounts have none yet.
  const isFirstRole = field === 'role' && before === ''
  const shownOf = (value: string) => {
    const role = Role.options.find((one) => one === value)
    if (field === 'role' && role) return t(`shell.roles.${role}`)
    return value || t('users.import.empty')
  }
  const values = { before: shownOf(before), after: shownOf(after) }
  return (
    <span className={field === 'role' ? 'import-change tag warn' : 'import-change'}>
      {isColumn(field) && t('users.import.problem', { field: t(`users.columns.${field}`) })}
      {isFirstRole ? values.after : t('users.import.change', values)}
    </span>
  )
}
