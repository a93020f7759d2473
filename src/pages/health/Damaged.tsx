import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type DamagedContent, health } from '#contract/health.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { formatDateTime } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { RecordMore } from '../../widgets/RecordMore.tsx'
import { RecordSkeleton, RecordTable } from '../../widgets/RecordTable.tsx'

/** Damaged or missing contents, with the files and versions that use them. */
export function Damaged() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const { isBusy, problem, run } = useTask()
  const query = useInfiniteQuery({
    queryKey: ['health', 'damaged'],
    ...byPages((after, { signal }) => call(health.damaged, after, { quiet: true, signal })),
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const check = () =>
    run(async () => {
      void message.info(t('health.damaged.checked', await call(health.checkDamaged, {}, { quiet: true })))
      await client.invalidateQueries({ queryKey: ['health'] })
    })
  return (
    <section className="health-damaged" aria-labelledby="health-damaged">
      <header>
        <h2 id="health-damaged">{t('health.damaged.title')}</h2>
        <Button loading={isBusy} onClick={check}>
          {t('health.damaged.check')}
        </Button>
      </header>
      <p>{t('health.damaged.hint')}</p>
      {problem && (
        <p role="alert" className="refusal">
          {problem}
        </p>
      )}
      {query.isLoading ? (
        <RecordSkeleton rows={3} />
      ) : query.isError && !query.data ? (
        <NotLoaded title={t('health.damaged.loadFailed')} error={query.error} onRetry={query.refetch} />
      ) : (
        <Rows list={list}>
          <RecordMore query={query} count={list.length} />
        </Rows>
      )}
    </section>
  )
}

function Rows({ list, children }: { list: readonly DamagedContent[]; children: React.ReactNode }) {
  const { t, i18n } = useTranslation()
  const files = ({ files: names }: DamagedContent) => names.join('; ') || t('health.damaged.nobody')
  const problem = (row: DamagedContent) => t(`health.damaged.problems.${row.problem}`)
  const found = ({ foundAt }: DamagedContent) => <span className="num">{formatDateTime(foundAt, i18n.language)}</span>
  return (
    <RecordTable
      label={t('health.damaged.title')}
      rows={list}
      keyOf={({ sha256 }) => sha256}
      columns={[
        {
          key: 'files',
          label: t('health.damaged.files'),
          render: (row) => <span title={files(row)}>{files(row)}</span>,
        },
        { key: 'problem', label: t('health.damaged.problem'), render: problem },
        { key: 'foundAt', label: t('health.damaged.foundAt'), render: found },
        { key: 'content', label: t('health.damaged.content'), render: ({ sha256 }) => <code>{sha256}</code> },
      ]}
      card={(row) => (
        <div className="record-card">
          <b>{files(row)}</b>
          <p>
            {problem(row)} {found(row)}
          </p>
          <small>{row.sha256}</small>
        </div>
      )}
    >
      {children}
    </RecordTable>
  )
}
