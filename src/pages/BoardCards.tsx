import { DownloadOutlined, MoreOutlined } from '@ant-design/icons'
import { keepPreviousData, QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, ConfigProvider, Dropdown, Tabs } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { readMarkup } from '#contract/core/markup.ts'
import type { Card } from '#contract/reports/board.ts'
import { FilterValues, type OfferedValues, type ReadBoard } from '#contract/reports/reading.ts'
import { type OpenBoardRef, onBoardNews } from '#providers/board-news.ts'
import { currentLang, loadConsoleWords } from '#providers/i18n.ts'
import { queryConfig } from '#providers/query.ts'
import { ChartView } from '../charts/ChartView.tsx'
import { FilterField } from '../charts/FilterField.tsx'
import { isOver } from '../charts/is-over.ts'
import { type SavedBoard, useBoardFiles } from '../charts/saving/use-board-files.ts'
import { useCardFiles } from '../charts/saving/use-card-files.ts'
import { antTheme } from '../shell/ant-theme.ts'
import { useTheme } from '../shell/theme.ts'
import { drawMarkup } from '../widgets/draw-markup.ts'
import { Empty } from '../widgets/Empty.tsx'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { useSeen } from '../widgets/use-seen.ts'
import './board-cards.css'
import { MenuButton } from '../widgets/MenuButton.tsx'

// The texts are loaded together with the script.
await loadConsoleWords()
const client = new QueryClient(queryConfig)

/** The source of a board that is only read. */
export type BoardSource = {
  /** Identifies the board for change events; null if its data never change. */
  news: OpenBoardRef | null
  /** Identifies it among others. */
  key: string
  board: () => Promise<ReadBoard>
  chart: (asked: { card: string; filters?: string | undefined }, signal: AbortSignal) => Promise<ChartAnswer>
  offered: (filter: string, typed: string) => Promise<OfferedValues>
  fileAddress: (card: string, hash: string) => string
}
/** Readers get changed data within this many milliseconds: not all at once, and not after each change (our choice). */
const CALM_MS = 10_000
type Props = { source: BoardSource }

/** The cards of a board for those who only read it. */
export default function BoardCards({ source }: Props) {
  const theme = useTheme()
  return (
    <QueryClientProvider client={client}>
      <ConfigProvider theme={antTheme(theme)} locale={currentLang() === 'en' ? enUS : zhCN}>
        <App component={false}>
          <Board source={source} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}

const TAB = 'tab'
const tabInAddress = () => new URLSearchParams(location.search).get(TAB) ?? ''
function keepTab(key: string, isReplaced: boolean): void {
  const address = new URL(location.href)
  if (key) address.searchParams.set(TAB, key)
  else address.searchParams.delete(TAB)
  history[isReplaced ? 'replaceState' : 'pushState'](history.state, '', address)
}
/** The open page of a board, stored in the address; Back returns to the previous one. */
function useTab(): [string, (key: string, options?: { replace: boolean }) => void] {
  const [key, setKey] = useState(tabInAddress)
  useEffect(() => {
    const follow = () => setKey(tabInAddress())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  return [
    key,
    (next, options) => {
      setKey(next)
      keepTab(next, options?.replace ?? false)
    },
  ]
}

/** The filter values in the address; an incomplete address has none. */
function valuesInAddress(): FilterValues {
  try {
    return FilterValues.parse(JSON.parse(new URLSearchParams(location.search).get('filters') ?? '{}'))
  } catch {
    return {}
  }
}
function keepInAddress(values: FilterValues): void {
  const address = new URL(location.href)
  if (Object.keys(values).length) address.searchParams.set('filters', JSON.stringify(values))
  else address.searchParams.delete('filters')
  history.replaceState(history.state, '', address)
}

/** Reloads the visible charts when their data have changed. */
function useNews({ key, news }: BoardSource): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!news) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = () => {
      timer = undefined
      void queries.invalidateQueries({ queryKey: ['board', key] })
    }
    const stop = onBoardNews(news, () => {
      timer ??= setTimeout(renew, CALM_MS * Math.random())
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries, key, news])
}

function Board({ source }: Props) {
  const { t } = useTranslation()
  const [key, setKey] = useTab()
  const [values, setValues] = useState(valuesInAddress)
  useNews(source)
  const place = useRef<HTMLDivElement>(null)
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: ['board', source.key], queryFn: source.board })
  const files = useBoardFiles(place, data?.name ?? '', {
    tab: key,
    openTab: (to, options) => setKey(to ?? '', options),
  })
  if (!data || isOver(error))
    return error ? (
      // The page itself says why a link no longer opens, and asks for a new password.
      <NotLoaded error={error} onRetry={isOver(error) ? () => location.reload() : refetch} />
    ) : (
      <p>{t('shareAccess.board.loading')}</p>
    )
  const { tabs } = data.board
  const tab = tabs.find((one) => one.key === key) ?? tabs[0]
  if (!tab?.cards.length) return <Empty title={t('reports.noCards')} />
  const ordered = tab.cards.toSorted((one, other) => one.y - other.y || one.x - other.x)
  const set = (next: FilterValues) => {
    setValues(next)
    keepInAddress(next)
  }
  const mayFilter = data.mayFilter && data.board.filters.length > 0
  const asked = mayFilter ? values : {}
  const saved: SavedBoard = {
    tabs,
    chartOf(card) {
      const { definition, title } = chartIn(card, data)
      return definition
        ? {
            name: title || data.name,
            answer: () =>
              queries.fetchQuery({ ...answerOf(source, card.key, asked), staleTime: Number.POSITIVE_INFINITY }),
          }
        : null
    },
  }
  return (
    <div ref={place} className="shared-board">
      <Dropdown menu={{ items: files.items(saved) }} trigger={['click']} disabled={files.isNothing(saved)}>
        <MenuButton className="shared-download" size="small" icon={<DownloadOutlined />}>
          {t('reports.download.title')}
        </MenuButton>
      </Dropdown>
      {data.description && <p className="introduction">{data.description}</p>}
      {tabs.length > 1 && (
        <Tabs
          activeKey={tab.key}
          onChange={(to) => setKey(to)}
          items={tabs.map((one) => ({
            key: one.key,
            label: (
              <span className="shared-tab" title={one.name}>
                {one.name}
              </span>
            ),
          }))}
        />
      )}
      {mayFilter && <Filters source={source} board={data} values={values} onChange={set} />}
      <div className="shared-grid">
        {ordered.map((card) => (
          <div
            key={card.key}
            data-kind={card.content.kind}
            style={{ gridColumn: `${card.x + 1} / span ${card.w}`, gridRow: `${card.y + 1} / span ${card.h}` }}
          >
            <SharedCard source={source} board={data} card={card} values={asked} />
          </div>
        ))}
      </div>
    </div>
  )
}

type FiltersProps = Props & { board: ReadBoard; values: FilterValues; onChange: (values: FilterValues) => void }

/** The filters of a board, as its reader set them; one click takes all back. */
function Filters({ source, board, values, onChange }: FiltersProps) {
  const { t } = useTranslation()
  return (
    <div className="shared-filters" role="group" aria-label={t('reports.filters.title')}>
      {board.board.filters.map((filter) => (
        <FilterField
          key={filter.key}
          place={source.key}
          filter={filter}
          offered={(typed) => source.offered(filter.key, typed)}
          value={filter.key in values ? (values[filter.key] ?? null) : filter.preset}
          onChange={(value) => onChange({ ...values, [filter.key]: value })}
        />
      ))}
      {Object.keys(values).length > 0 && (
        <Button type="text" size="small" onClick={() => onChange({})}>
          {t('reports.filters.reset')}
        </Button>
      )}
    </div>
  )
}

type CardProps = Props & { board: ReadBoard; card: Card; values: FilterValues }

/** The chart of a card, and what the card is called. */
function chartIn({ content, title: own }: Card, { charts }: ReadBoard) {
  const saved = content.kind === 'saved' ? charts.find(({ id }) => id === content.id) : undefined
  const definition = content.kind === 'chart' ? content.definition : saved?.definition
  return { definition, title: own || saved?.name || definition?.options.title || '' }
}

const answerOf = (source: BoardSource, card: string, values: FilterValues) => {
  const filters = Object.keys(values).length ? JSON.stringify(values) : undefined
  return {
    queryKey: ['board', source.key, 'chart', card, filters],
    queryFn: ({ signal }: { signal: AbortSignal }) => source.chart({ card, filters }, signal),
    retry: false,
  }
}

function SharedCard({ source, board, card, values }: CardProps) {
  const { t } = useTranslation()
  const { content } = card
  const { definition, title } = chartIn(card, board)
  const label = title || t(`reports.cards.${content.kind}`)
  return (
    <section className="shared-card" aria-label={label} data-card={card.key}>
      {(title || definition) && (
        <header>
          <h2 title={title}>{title}</h2>
          {definition && (
            <SharedMenu source={source} card={card.key} values={values} name={title || board.name || label} />
          )}
        </header>
      )}
      {content.kind === 'text' && (
        <div className="shared-text" role="region" aria-label={t('reports.cards.text')} tabIndex={0}>
          <MarkupText text={content.markup} />
        </div>
      )}
      {content.kind === 'picture' && <img src={source.fileAddress(card.key, content.hash)} alt={title} />}
      {content.kind === 'saved' && !definition && <p>{t('reports.card.chartGone')}</p>}
      {definition && (
        <SharedChart
          source={source}
          board={board}
          card={card.key}
          values={values}
          definition={definition}
          label={label}
        />
      )}
    </section>
  )
}

type MenuProps = Props & { card: string; values: FilterValues; name: string }

/** Downloads of a chart for readers: only what they can see. */
function SharedMenu({ source, card, values, name }: MenuProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const { queryKey } = answerOf(source, card, values)
  const items = useCardFiles(button, name, () => queries.getQueryData<ChartAnswer>(queryKey))
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button
        ref={button}
        className="card-more"
        type="text"
        size="small"
        icon={<MoreOutlined />}
        aria-label={t('tables.more', { name })}
      />
    </Dropdown>
  )
}

function MarkupText({ text }: { text: string }) {
  return useMemo(() => drawMarkup(readMarkup(text).nodes), [text])
}

type ChartProps = Props & {
  board: ReadBoard
  card: string
  values: FilterValues
  definition: ChartDefinition
  label: string
}

/** A chart that is asked for once somebody sees it. */
function SharedChart({ source, board, card, values, definition, label }: ChartProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(place)
  const {
    data: answered,
    error,
    refetch,
  } = useQuery({
    ...answerOf(source, card, values),
    placeholderData: keepPreviousData,
    enabled: isSeen,
    refetchInterval: source.news ? board.board.refreshSeconds * 1000 || false : false,
  })
  const data = isOver(error) ? undefined : answered
  const untitled = useMemo(() => ({ ...definition, options: { ...definition.options, title: '' } }), [definition])
  return (
    <div ref={place} className="shared-chart">
      {error && <NotLoaded error={error} onRetry={refetch} title={t('reports.card.failed')} />}
      {!data && !error && <div className="skeleton shared-wait" />}
      {data?.matching === 0 && <Empty title={t(data.present ? 'dataViews.noRows' : 'reports.card.empty')} />}
      {data && data.matching > 0 && (
        <ChartView
          definition={untitled}
          answer={data}
          label={label}
          fileAddress={(hash) => source.fileAddress(card, hash)}
        />
      )}
    </div>
  )
}
