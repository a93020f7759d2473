import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readMarkup } from '#contract/core/markup.ts'
import { files } from '#contract/files.ts'
import type { Board, Card as CardShape } from '#contract/reports/board.ts'
import { narrowed } from '#contract/reports/filtering.ts'
import type { ReportDetails } from '#contract/reports.ts'
import { addressOf } from '#providers/address.ts'
import { Markup } from '../../../src/widgets/Markup.tsx'
import { CardMenu } from './card-menu.tsx'
import { ChartCard, type Drawn } from './chart-card.tsx'
import type { Named } from './narrowing.ts'

/** What all cards of an open board share. */
export type BoardContext = {
  spaceId: string
  board: Board
  charts: ReportDetails['charts']
  narrowings: readonly Named[]
  /** A mark of a card was clicked. */
  onPick?: (card: CardShape, drawn: Drawn, index: number) => void
  /** The rows of a chart are wanted. */
  onRows: (drawn: Pick<Drawn, 'definition'>, title: string) => void
}
type Props = { card: CardShape; context: BoardContext; tools?: React.ReactNode }

/** The definition of a card’s chart; undefined for one of the space that the reader may not see any more. */
export const definitionOf = ({ content }: CardShape, charts: BoardContext['charts']) => {
  if (content.kind === 'chart') return content.definition
  return content.kind === 'saved' ? charts.find(({ id }) => id === content.id)?.definition : undefined
}

/** What a card is called: its own title, or that of its chart. */
export function titleOf({ title, content }: CardShape, charts: BoardContext['charts']): string {
  if (title) return title
  if (content.kind === 'saved') return charts.find(({ id }) => id === content.id)?.name ?? ''
  return content.kind === 'chart' ? content.definition.options.title : ''
}

/** A card of a board: its title, what it shows, and what can be done with it. */
export function Card({ card, context, tools }: Props) {
  const { t } = useTranslation()
  const { spaceId, board, charts, narrowings, onPick, onRows } = context
  const title = titleOf(card, charts)
  const definition = definitionOf(card, charts)
  const asked = useMemo(() => {
    if (!definition) return null
    const own = narrowings.filter((one) => one.card !== card.key)
    const { query, isApplied } = narrowed(
      definition.query,
      own.map(({ narrowing }) => narrowing),
    )
    const shown = title ? { ...definition, options: { ...definition.options, title: '' } } : definition
    return { definition: { ...shown, query }, left: own.filter((_, at) => !isApplied[at]) }
  }, [definition, narrowings, card.key, title])
  const { kind } = card.content
  const isChart = kind === 'chart' || kind === 'saved'
  return (
    <section className="board-card" aria-label={title || t(`reports.cards.${kind}`)} data-kind={kind}>
      {(title || isChart || tools) && (
        <header>
          <h3 title={title}>{title}</h3>
          {asked && <CardMenu spaceId={spaceId} title={title} definition={asked.definition} onRows={onRows} />}
          {tools}
        </header>
      )}
      {card.content.kind === 'text' && <CardText markup={card.content.markup} />}
      {card.content.kind === 'picture' && (
        <img
          className="card-picture"
          src={addressOf(files.content, { spaceId, hash: card.content.hash })}
          alt={title}
        />
      )}
      {isChart && !asked && <p className="card-hidden">{t('reports.card.chartGone')}</p>}
      {asked && (
        <ChartCard
          spaceId={spaceId}
          definition={asked.definition}
          label={title || t('reports.cards.chart')}
          left={asked.left}
          everyMs={board.refreshSeconds * 1000}
          onPick={onPick && ((drawn, index) => onPick(card, drawn, index))}
        />
      )}
    </section>
  )
}

function CardText({ markup }: { markup: string }) {
  const { t } = useTranslation()
  const isEmpty = useMemo(() => readMarkup(markup).nodes.length === 0, [markup])
  // A long text scrolls, by keyboard too.
  return (
    <div className="card-text" role="region" aria-label={t('reports.cards.text')} tabIndex={0}>
      {isEmpty ? <p className="card-apart">{t('reports.card.noText')}</p> : <Markup text={markup} />}
    </div>
  )
}
