import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { journal, journalKey } from '#contract/journal.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { call } from '#providers/call.ts'
import { formatDateTime, formatExact } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../../widgets/Skeleton.tsx'
import type { SectionProps } from './section.ts'

const WORDS_MAX = 100

/** What happened to an item within the last month, newest first; the journal has all of it. */
export default function Activity({ context, record }: SectionProps) {
  const { t, i18n } = useTranslation()
  const { id, identifier } = context.space
  const q = record.name.slice(0, WORDS_MAX)
  const query = useQuery({
    queryKey: ['journal-item', id, record.hash, record.updateTime],
    queryFn: ({ signal }) => call(journal.list, { id, q }, { quiet: true, signal }),
  })
  if (query.isPending) return <LinesSkeleton rows={3} />
  if (query.isError) return <NotLoaded error={query.error} onRetry={query.refetch} isInline />
  const entries = query.data.list.filter(({ item }) => item.id === record.hash)
  return (
    <>
      {entries.length === 0 && <p className="soft">{t('files.details.noActivity')}</p>}
      <ol className="activity">
        {entries.map(({ id: key, action, actor, at }) => (
          <li key={key}>
            <b>{t(journalKey('actions', action))}</b>
            <small className="num" title={formatExact(at, i18n.language)}>
              {actor && `${actor.personName} · `}
              {formatDateTime(at, i18n.language)}
            </small>
          </li>
        ))}
      </ol>
      <Link className="activity-all" to={`${spacePath(identifier, 'journal')}?${new URLSearchParams({ q })}`}>
        {t('files.details.wholeJournal')}
      </Link>
    </>
  )
}
