import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Incoming, senders } from '#contract/senders.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { formatBytes, formatCount, formatDateTime } from '../../src/widgets/format.ts'
import { Dash } from '../../src/widgets/Property.tsx'
import { RecordList } from '../../src/widgets/RecordList.tsx'
import type { Column } from '../../src/widgets/RecordTable.tsx'

const looks = { receiving: '', reviewing: 'warn', telling: 'warn', told: 'good', untold: 'bad' } as const

/** The datasets received from other platforms, newest first. */
export function IncomingList() {
  const { t } = useTranslation()
  const columns = useColumns()
  const query = useInfiniteQuery({
    queryKey: ['senders', 'incoming'],
    ...byPages((after) => call(senders.incoming, after, { quiet: true })),
    placeholderData: keepPreviousData,
  })
  return (
    <RecordList
      query={query}
      label={t('senders.incoming.title')}
      rows={query.data?.pages.flatMap((page) => page.list) ?? []}
      keyOf={({ id }) => id}
      columns={columns}
      empty={<Empty title={t('senders.incoming.none')} hint={t('senders.incoming.noneHint')} />}
    />
  )
}

function useColumns(): Column<Incoming>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'dataset',
      label: t('senders.incoming.dataset'),
      render: ({ title, publicationId, person, organisation }) => (
        <span className="record-two">
          <Link to={`/dataPublish?tab=queue&open=${publicationId}`}>{title}</Link>
          <small>{[person, organisation].filter(Boolean).join(' · ')}</small>
        </span>
      ),
    },
    { key: 'from', label: t('senders.incoming.from'), render: ({ sender }) => sender.name },
    { key: 'state', label: t('senders.incoming.state'), render: (incoming) => <State incoming={incoming} /> },
    {
      key: 'size',
      label: t('senders.incoming.size'),
      isNumeric: true,
      render: ({ fileCount, sizeBytes }) =>
        fileCount ? (
          <span className="record-two">
            {formatBytes(sizeBytes)}
            <small>{t('publications.files', { count: fileCount, shown: formatCount(fileCount, i18n.language) })}</small>
          </span>
        ) : (
          <Dash />
        ),
    },
    {
      key: 'created',
      label: t('senders.incoming.created'),
      isNumeric: true,
      render: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt, i18n.language)}</time>,
    },
  ]
}

/** How far a dataset is; of a decision that its sender does not know, why. */
function State({ incoming: { id, state, decision, message } }: { incoming: Incoming }) {
  const { t } = useTranslation()
  const isTold = state === 'telling' || state === 'untold'
  return (
    <span className="sender-state">
      <span>
        <span className={`tag ${looks[state]}`}>{t(`senders.incoming.states.${state}`)}</span>
        {decision && <span className="tag">{t(`senders.incoming.decisions.${decision}`)}</span>}
      </span>
      {isTold && message && <small>{message}</small>}
      {isTold && message && <TellButton id={id} />}
    </span>
  )
}

function TellButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('senders')
  const tell = () =>
    run(async () => {
      await call(senders.tell, { id }, { quiet: true })
      void message.success(t('senders.incoming.telling'))
      renew()
    })
  return (
    <>
      <Button size="small" loading={isBusy} onClick={() => void tell()}>
        {t('senders.incoming.tell')}
      </Button>
      {problem && <small role="alert">{problem}</small>}
    </>
  )
}
