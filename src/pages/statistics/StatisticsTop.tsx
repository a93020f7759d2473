import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { statistics, TopBy } from '#contract/statistics.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { formatBytes, formatCount } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../../widgets/Skeleton.tsx'
import { Definition } from './Definition.tsx'
import { statisticsKey, type TopFigure } from './statistics-key.ts'

/** The ten largest spaces by a number, as bars that link to the space. */
export function StatisticsTop() {
  const { t, i18n } = useTranslation()
  const [by, setBy] = useState<TopFigure>('used')
  const query = useQuery({
    queryKey: statisticsKey.top(by),
    queryFn: async () => ({ by, list: await call(statistics.top, { by }, { quiet: true }) }),
    placeholderData: keepPreviousData,
  })
  // While the next data loads, the shown data keeps its own unit.
  const { by: shown, list } = query.data ?? { by, list: [] }
  const format = (value: number) => (shown === 'used' ? formatBytes(value) : formatCount(value, i18n.language))
  const most = Math.max(1, ...list.map(({ value }) => value))
  return (
    <section className="statistics-top" aria-labelledby="top-title">
      <header>
        <h2 id="top-title">{t('statistics.top.title')}</h2>
        <Definition of={t(`statistics.top.figures.${by}`)}>{t(`statistics.definitions.${by}`)}</Definition>
        <div className="statistics-scroll">
          <Segmented<TopFigure>
            value={by}
            onChange={setBy}
            aria-label={t('statistics.top.by')}
            options={TopBy.options.map((value) => ({ value, label: t(`statistics.top.figures.${value}`) }))}
          />
        </div>
      </header>
      {query.data ? (
        list.length ? (
          <ol className="statistics-card num" aria-busy={query.isPlaceholderData}>
            {list.map(({ id, name, owner, type, value }) => (
              <li key={id}>
                <span className="statistics-name">
                  <Link to={`/systemConfig/spaces?space=${id}`}>{name}</Link>
                  <small>
                    {owner} · {t(`home.types.${type}`)}
                  </small>
                </span>
                <span className="statistics-bar" aria-hidden="true">
                  <i style={{ width: `${(value / most) * 100}%` }} />
                </span>
                <b>{format(value)}</b>
              </li>
            ))}
          </ol>
        ) : (
          <Empty title={t('statistics.top.none')} hint={t('statistics.top.noneHint')} />
        )
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : (
        <LinesSkeleton rows={8} />
      )}
    </section>
  )
}
