import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { health, type RepairedContent } from '#contract/health.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { formatDateTime } from '../../widgets/format.ts'
import { RecordList } from '../../widgets/RecordList.tsx'

/** Contents restored from backups; renders nothing if there are none. */
export function Repaired() {
  const { t, i18n } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['health', 'repaired'],
    ...byPages((after, { signal }) => call(health.repaired, after, { quiet: true, signal })),
  })
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  if (!rows.length && !query.isError) return null
  const files = ({ files: names }: RepairedContent) => names.join('; ') || t('health.damaged.nobody')
  const at = (moment: string) => <span className="num">{formatDateTime(moment, i18n.language)}</span>
  const source = ({ policyName, spaceName, copiedAt }: RepairedContent) => (
    <span className="record-two">
      <span>{`${policyName} · ${spaceName}`}</span>
      <small>{t('health.repaired.copied', { at: formatDateTime(copiedAt, i18n.language) })}</small>
    </span>
  )
  return (
    <section className="health-damaged" aria-labelledby="health-repaired">
      <header>
        <h2 id="health-repaired">{t('health.repaired.title')}</h2>
      </header>
      <p>{t('health.repaired.hint')}</p>
      <RecordList
        query={query}
        label={t('health.repaired.title')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'files',
            label: t('health.damaged.files'),
            render: (row) => <span title={files(row)}>{files(row)}</span>,
          },
          {
            key: 'problem',
            label: t('health.damaged.problem'),
            render: ({ problem }) => t(`health.damaged.problems.${problem}`),
          },
          { key: 'repairedAt', label: t('health.repaired.repairedAt'), render: ({ repairedAt }) => at(repairedAt) },
          { key: 'from', label: t('health.repaired.from'), render: source },
        ]}
        empty={null}
      />
    </section>
  )
}
