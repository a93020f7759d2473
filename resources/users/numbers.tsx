import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { users } from '#contract/users.ts'
import { call } from '#providers/call.ts'
import { formatCount } from '../../src/widgets/format.ts'
import { countsKey } from './cache.ts'

/** A number links to the accounts that it counts. */
const ways = [
  ['total', ''],
  ['general', '?role=role_general'],
  ['senior', '?role=role_senior'],
  ['admin', '?role=role_admin'],
  ['waiting', '?state=waiting'],
  ['locked', '?status=locked'],
  ['disabled', '?status=disabled'],
  ['online', '?online=true'],
] as const

export const useCounts = () =>
  useQuery({ queryKey: countsKey, queryFn: () => call(users.counts, {}, { quiet: true, aside: true }) }).data

export function Numbers() {
  const { t, i18n } = useTranslation()
  const counts = useCounts()
  return (
    <ul className="user-numbers num" aria-label={t('users.numbers.label')} aria-busy={!counts}>
      {ways.map(([name, search]) => (
        <li key={name}>
          <Link to={{ search }}>
            <b>{counts ? formatCount(counts[name], i18n.language) : '–'}</b>
            {t(`users.numbers.${name}`, { count: counts?.[name] ?? 0 })}
          </Link>
        </li>
      ))}
    </ul>
  )
}
