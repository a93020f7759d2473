import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ImportRow } from '#contract/users.ts'
import { ChangeLine } from './import-changes.tsx'

/** Names that the question lists; the preview below it has all. */
const LISTED_MAX = 8
const roleOf = ({ changes }: ImportRow) => changes.find(({ field }) => field === 'role')
export const changesRole = (row: ImportRow): boolean => roleOf(row) !== undefined

type Props = { count: number; isKept: boolean; isBusy: boolean; onChange: (isKept: boolean) => void }

/** Says how many accounts would get another role, and leaves these changes out by one click. */
export function RoleChanges({ count, isKept, isBusy, onChange }: Props) {
  const { t } = useTranslation()
  if (!isKept && count === 0) return null
  return (
    <Alert
      type={isKept ? 'info' : 'warning'}
      showIcon
      title={isKept ? t('users.import.rolesKept') : t('users.import.rolesChange', { count })}
      action={
        <Button size="small" disabled={isBusy} onClick={() => onChange(!isKept)}>
          {t(isKept ? 'users.import.rolesInclude' : 'users.import.rolesLeave')}
        </Button>
      }
    />
  )
}

/** The new role of each account. */
export function RoleList({ rows }: { rows: ImportRow[] }) {
  const { t } = useTranslation()
  const changed = rows.filter(changesRole)
  return (
    <ul className="import-roles">
      {changed.slice(0, LISTED_MAX).map((row) => {
        const role = roleOf(row)
        return (
          <li key={row.row}>
            {row.name || row.emailAccounts} {role && <ChangeLine {...role} />}
          </li>
        )
      })}
      {changed.length > LISTED_MAX && <li>{t('users.import.rolesMore', { count: changed.length - LISTED_MAX })}</li>}
    </ul>
  )
}
