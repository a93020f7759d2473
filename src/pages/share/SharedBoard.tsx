import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { App, ConfigProvider, Tabs } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { readMarkup } from '#contract/core/markup.ts'
import type { Card } from '#contract/reports/board.ts'
import { type SharedBoard as BoardShape, shareAccess } from '#contract/share-access.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { currentLang, loadConsoleWords } from '#providers/i18n.ts'
import { queryConfig } from '#providers/query.ts'
import { ChartView } from '../../charts/ChartView.tsx'
import { antTheme } from '../../shell/ant-theme.ts'
import { useTheme } from '../../shell/theme.ts'
import { drawMarkup } from '../../widgets/draw-markup.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { useSeen } from '../../widgets/use-seen.ts'
import './board.css'

// The texts are loaded together with the script.
await loadConsoleWords()
const client = new QueryClient(queryConfig)

type Props = { linkId: string }

/** A board for visitors of a link: what its maker may see of it. */
export default function SharedBoard({ linkId }: Props) {
  const theme = useTheme()
  return (
    <QueryClientProvider client={client}>
      <ConfigProvider theme={antTheme(theme)} locale={currentLang() === 'en' ? enUS : zhCN}>
        <App component={false}>
          <Board linkId={linkId} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}

function Board({ linkId }: Props) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['shareAccess', 'board', linkId],
    queryFn: () => call(shareAccess.board, { linkId }, { quiet: true }),
  })
  if (!data) return error ? <NotLoaded error={error} onRetry={refetch} /> : <p>{t('shareAccess.board.loading')}</p>
  const { tabs } = data.board
  const tab = tabs.find((one) => one.key === key) ?? tabs[0]
  if (!tab?.cards.length) return <Empty title={t('reports.noCards')} />
  const ordered = tab.cards.toSorted((one, other) => one.y - other.y || one.x - other.x)
  return (
    <>
      {data.description && <p className="introduction">{data.description}</p>}
      {tabs.length > 1 && (
        <Tabs activeKey={tab.key} onChange={setKey} items={tabs.map((one) => ({ key: one.key, label: one.name }))} />
      )}
      <div className="shared-grid">
        {ordered.map((card) => (
          <div
            key={card.key}
            data-kind={card.content.kind}
            style={{ gridColumn: `${card.x + 1} / span ${card.w}`, gridRow: `${card.y + 1} / span ${card.h}` }}
          >
            <SharedCard linkId={linkId} board={data} card={card} />
          </div>
        ))}
      </div>
    </>
  )
}

type CardProps = { linkId: string; board: BoardShape; card: Card }

function SharedCard({ linkId, board, card }: CardProps) {
  const { t } = useTranslation()
  const { content, title: own } = card
  const saved = content.kind === 'saved' ? board.charts.find(({ id }) => id === content.id) : undefined
  const definition = content.kind === 'chart' ? content.definition : saved?.definition
  const title = own || saved?.name || definition?.options.title || ''
  const label = title || t(`reports.cards.${content.kind}`)
  return (
    <section className="shared-card" aria-label={label}>
      {title && <h2>{title}</h2>}
      {content.kind === 'text' && (
        <div className="shared-text" role="region" aria-label={t('reports.cards.text')} tabIndex={0}>
          <MarkupText text={content.markup} />
        </div>
      )}
      {content.kind === 'picture' && (
        <img src={addressOf(shareAccess.boardFile, { linkId, card: card.key, hash: content.hash })} alt={title} />
      )}
      {content.kind === 'saved' && !definition && <p>{t('reports.card.chartGone')}</p>}
      {definition && <SharedChart linkId={linkId} card={card.key} definition={definition} label={label} />}
    </section>
  )
}

function MarkupText({ text }: { text: string }) {
  return useMemo(() => drawMarkup(readMarkup(text).nodes), [text])
}

type ChartProps = { linkId: string; card: string; definition: ChartDefinition; label: string }

/** A chart that is asked for once somebody sees it. */
function SharedChart({ linkId, card, definition, label }: ChartProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(place)
  const { data, error, refetch } = useQuery({
    queryKey: ['shareAccess', 'chart', linkId, card],
    queryFn: ({ signal }) => call(shareAccess.chart, { linkId, card }, { quiet: true, signal }),
    enabled: isSeen,
    retry: false,
  })
  const untitled = useMemo(() => ({ ...definition, options: { ...definition.options, title: '' } }), [definition])
  return (
    <div ref={place} className="shared-chart">
      {error && <NotLoaded error={error} onRetry={refetch} title={t('reports.card.failed')} />}
      {!data && !error && <div className="skeleton shared-wait" />}
      {data?.matching === 0 && <Empty title={t('reports.card.empty')} />}
      {data && data.matching > 0 && (
        <ChartView
          definition={untitled}
          answer={data}
          label={label}
          fileAddress={(hash) => addressOf(shareAccess.boardFile, { linkId, card, hash })}
        />
      )}
    </div>
  )
}
