import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'

type Group = DataOf<typeof applications.apis>[number]

/** The operations of a group that have every word of a question; all of them when the group itself has. */
function narrowed({ operations, ...group }: Group, title: string, words: readonly string[]): Group {
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  if (has(title)) return { ...group, operations }
  return { ...group, operations: operations.filter(({ name, path, summary }) => has(`${name} ${path} ${summary}`)) }
}

/** The operations that applications can be granted, from the contract. */
export function ApiList() {
  const { t, i18n } = useTranslation()
  const [q, setQ] = useState('')
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const query = useQuery({
    queryKey: ['applications', 'apis', i18n.language],
    queryFn: () => call(applications.apis, {}, { quiet: true }),
  })
  return (
    <>
      <p className="applications-intro">
        {t('applications.apisIntro')} <a href="/api/docs">{t('applications.reference')}</a>
      </p>
      <FilterRow onClear={null}>
        <SearchField q={q} label={t('applications.searchApis')} onSearch={setQ} />
      </FilterRow>
      <Loaded query={query} rows={8}>
        {(groups) => {
          const shown = groups
            .map((group) => narrowed(group, t(`applications.groups.${group.group}.name`), words))
            .filter(({ operations }) => operations.length > 0)
          if (!shown.length) return <Empty title={t('applications.noHit')} />
          return shown.map((group) => <GroupCard key={group.group} group={group} isOpen={words.length > 0} />)
        }}
      </Loaded>
    </>
  )
}

function GroupCard({ group: { group, applications: count, operations }, isOpen }: { group: Group; isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <details className="api-group" open={isOpen || undefined}>
      <summary>
        <span>
          <b>{t(`applications.groups.${group}.name`)}</b>
          <small>{t(`applications.groups.${group}.hint`)}</small>
        </span>
        <small className="num">
          {t('applications.apiCount', { count: operations.length })} · {t('applications.grantedTo', { count })}
        </small>
      </summary>
      <ul>
        {operations.map(({ name, method, path, summary }) => (
          <li key={name}>
            <code>
              <b>{method}</b> {path}
            </code>
            <span>{summary}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
