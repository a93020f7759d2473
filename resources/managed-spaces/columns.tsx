import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import type { ColumnChoice } from '../../src/widgets/ColumnChooser.tsx'
import { formatCount, formatDateTime, formatExact, formatList } from '../../src/widgets/format.ts'
import type { Column } from '../../src/widgets/RecordTable.tsx'
import { State } from './state.tsx'
import { Use } from './use.tsx'

const choosable = ['type', 'status', 'owner', 'use', 'members', 'files', 'downloads', 'tags', 'created'] as const
export type ColumnKey = (typeof choosable)[number]

export const columnChoice: ColumnChoice<ColumnKey> = {
  choosable,
  chosen: ['type', 'status', 'owner', 'use', 'members', 'files', 'created'],
  lesser: ['members', 'files', 'created'],
}

/** The chosen columns in their order; the name is always first and opens the space. */
export function useColumns(
  shown: readonly ColumnKey[],
  pathOf: (space: ManagedSpace) => { search: string },
): Column<ManagedSpace>[] {
  const { t, i18n } = useTranslation()
  const count = (value: number) => formatCount(value, i18n.language)
  const cells: Record<ColumnKey, Omit<Column<ManagedSpace>, 'key' | 'label'>> = {
    type: { render: ({ type }) => <span className={`tag ${type}`}>{t(`home.types.${type}`)}</span> },
    status: { render: (space) => <State space={space} /> },
    owner: {
      render: ({ owner }) => (
        <span className="record-two">
          <span title={owner.personName}>{owner.personName}</span>
          <small title={owner.emailAccounts}>{owner.emailAccounts}</small>
        </span>
      ),
    },
    use: { sort: 'used', render: (space) => <Use space={space} /> },
    members: { sort: 'members', isNumeric: true, render: ({ memberCount }) => count(memberCount) },
    files: { isNumeric: true, render: ({ fileCount }) => count(fileCount) },
    downloads: { isNumeric: true, render: ({ downloads }) => count(downloads) },
    tags: { render: ({ tags }) => formatList(tags, i18n.language) },
    created: {
      sort: 'created',
      isNumeric: true,
      render: ({ createTime }) => (
        <time dateTime={createTime} title={formatExact(createTime, i18n.language)}>
          {formatDateTime(createTime, i18n.language)}
        </time>
      ),
    },
  }
  const name: Column<ManagedSpace> = {
    key: 'name',
    label: t('managedSpaces.heads.name'),
    sort: 'name',
    render: (space) => (
      <span className="record-two">
        <Link className="records-open" to={pathOf(space)} state={{ isLayer: true }} title={space.name}>
          {space.name}
        </Link>
        <small>{space.identifier}</small>
      </span>
    ),
  }
  return [name, ...shown.map((key) => ({ key, label: t(`managedSpaces.heads.${key}`), ...cells[key] }))]
}
