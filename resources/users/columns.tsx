import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { User } from '#contract/users.ts'
import type { ColumnChoice } from '../../src/widgets/ColumnChooser.tsx'
import { formatCount, formatDateTime, formatList } from '../../src/widgets/format.ts'
import { Dash } from '../../src/widgets/Property.tsx'
import type { Column } from '../../src/widgets/RecordTable.tsx'
import { Face, StateTags } from './tags.tsx'

const choosable = [
  'email',
  'role',
  'state',
  'unit',
  'telephone',
  'ways',
  'secondStep',
  'spaces',
  'joinMethod',
  'lastSignIn',
  'created',
] as const
type ColumnKey = (typeof choosable)[number]

export const columnChoice: ColumnChoice<ColumnKey> = {
  choosable,
  chosen: ['email', 'role', 'state', 'unit', 'spaces', 'lastSignIn', 'created'],
  lesser: ['unit', 'spaces'],
}

/** The chosen columns in their order; the name is always first and opens the account. */
export function useColumns(shown: readonly ColumnKey[], pathOf: (user: User) => { search: string }): Column<User>[] {
  const { t, i18n } = useTranslation()
  const dateTime = (at: string | null) => (at ? formatDateTime(at, i18n.language) : <Dash />)
  const text = (value: string) => (value ? <span title={value}>{value}</span> : <Dash />)
  const cells: Record<ColumnKey, Omit<Column<User>, 'key' | 'label'>> = {
    email: { sort: 'email', render: (user) => text(user.emailAccounts) },
    role: { render: (user) => t(`shell.roles.${user.role}`) },
    state: { render: (user) => <StateTags user={user} /> },
    unit: { render: (user) => text(user.orgChineseName) },
    telephone: { render: (user) => text(user.telephone) },
    ways: { render: (user) => <Ways user={user} /> },
    secondStep: { render: (user) => (user.hasSecondStep ? t('users.secondStepOn') : <Dash />) },
    spaces: {
      isNumeric: true,
      render: (user) => (user.ownedSpaces ? formatCount(user.ownedSpaces, i18n.language) : <Dash />),
    },
    joinMethod: { render: (user) => t(`users.joinMethods.${user.joinMethod}`) },
    lastSignIn: { sort: 'lastSignIn', isNumeric: true, render: (user) => dateTime(user.lastSignInAt) },
    created: { sort: 'created', isNumeric: true, render: (user) => dateTime(user.createTime) },
  }
  const name: Column<User> = {
    key: 'name',
    label: t('users.columns.name'),
    sort: 'name',
    render: (user) => (
      <span className="user-name">
        <Face user={user} size={24} />
        <Link className="records-open" to={pathOf(user)} state={{ isLayer: true }} title={user.name}>
          {user.name}
        </Link>
      </span>
    ),
  }
  return [name, ...shown.map((key) => ({ key, label: t(`users.columns.${key}`), ...cells[key] }))]
}

/** The sign-in methods of an account, translated. */
export function Ways({ user }: { user: User }) {
  const { t, i18n } = useTranslation()
  const ways = [
    ...(user.hasPassword ? [t('users.password')] : []),
    ...user.methods.map((kind) => t(`users.joinMethods.${kind}`)),
  ]
  return ways.length ? formatList(ways, i18n.language) : <Dash />
}
