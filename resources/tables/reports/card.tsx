import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readMarkup } from '#contract/core/markup.ts'
import { files } from '#contract/files.ts'
import type { Card as CardShape } from '#contract/reports/board.ts'
import { addressOf } from '#providers/address.ts'
import { Markup } from '../../../src/widgets/Markup.tsx'
import { askedBy, type BoardContext, definitionOf, titleOf } from './board-context.ts'
import { CardMenu } from './card-menu.tsx'
import { ChartCard } from './chart-card.tsx'

type Props = { card: CardShape; context: BoardContext; tools?: React.ReactNode }

/** A card of a board: its title, what it shows, and what can be done with it. */
export function Card({ card, context, tools }: Props) {
  const { t } = useTranslation()
  const { spaceId, board, charts, narrowings, onPick, onRows } = context
  const title = titleOf(card, charts)
  const definition = definitionOf(card, charts)
  const asked = useMemo(
    () => definition && askedBy(card.key, definition, { narrowings, title }),
    [definition, narrowings, card.key, title],
  )
  const { kind } = card.content
  const isChart = kind === 'chart' || kind === 'saved'
  return (
    <section
      className="board-card"
      data-card={card.key}
      aria-label={title || t(`reports.cards.${kind}`)}
      data-kind={kind}
    >
      {(title || isChart || tools) && (
        <header>
          <h3 title={title}>{title}</h3>
          {asked && (
            <CardMenu
              spaceId={spaceId}
              title={title || (context.name ?? '')}
              definition={asked.definition}
              alertsOf={context.alertsOf}
              card={card.key}
              onRows={onRows}
            />
          )}
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
          isUnseen={context.isUnseen}
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
