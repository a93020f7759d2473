import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Role } from '#contract/session.ts'
import type { ImportRow } from '#contract/users.ts'
import { ChangeLine } from './import-changes.tsx'

/** Names that the question lists; the preview below it has all. */
const LISTED_MAX = 8
const roleOf = ({ changes }: ImportRow) => changes.find(({ field }) => field === 'role')
export const changesRole = (row: ImportRow): boolean => roleOf(row) !== undefined

/** How many new and how many existing accounts get each role, the highest role first. */
function useRoleCounts(rows: readonly ImportRow[]): string {
  const { t } = useTranslation()
  const parts = Role.options.toReversed().flatMap((role) => {
    const given = rows.filter((row) => roleOf(row)?.after === role)
    return (['create', 'update'] as const).flatMap((outcome) => {
      const count = given.filter((row) => row.outcome === outcome).length
      return count ? [t(`users.import.becomes.${outcome}`, { count, role: t(`shell.roles.${role}`) })] : []
    })
  })
  return parts.join(t('users.import.becomes.and'))
}

type Props = { rows: readonly ImportRow[]; isKept: boolean; isBusy: boolean; onChange: (isKept: boolean) => void }

/** Says which roles accounts would get, and leaves these changes out by one click. */
export function RoleChanges({ rows, isKept, isBusy, onChange }: Props) {
  const { t } = useTranslation()
  const roles = useRoleCounts(rows)
  if (!isKept && !roles) return null
  return (
    <Alert
      type={isKept ? 'info' : 'warning'}
      showIcon
      title={isKept ? t('users.import.rolesKept') : t('users.import.rolesChange', { roles })}
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
