import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { hasOneNumber } from '#contract/reports/alert.ts'
import { useCardFiles } from '../../../src/charts/saving/use-card-files.ts'
import { AlertDialog } from './alert-dialog.tsx'
import type { BoardContext } from './board-context.ts'
import { answerKey } from './use-answer.ts'

type Props = Pick<BoardContext, 'spaceId' | 'alertsOf' | 'onRows'> & {
  title: string
  card: string
  definition: ChartDefinition
}

/** The menu of a card's chart. */
export function CardMenu({ spaceId, alertsOf, card, title, definition, onRows }: Props) {
  const [isAlerting, setAlerting] = useState(false)
  const { t } = useTranslation()
  const client = useQueryClient()
  const name = title || t('reports.cards.chart')
  const button = useRef<HTMLButtonElement>(null)
  const files = useCardFiles(button, name, () => client.getQueryData<ChartAnswer>(answerKey(spaceId, definition)))
  const items = [
    { key: 'rows', label: t('reports.card.rows'), onClick: () => onRows({ definition }, name) },
    ...files,
    ...(alertsOf && hasOneNumber(definition)
      ? [{ key: 'alerts', label: t('reports.alerts.title'), onClick: () => setAlerting(true) }]
      : []),
  ]
  return (
    <>
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
      {isAlerting && alertsOf && (
        <AlertDialog spaceId={spaceId} reportId={alertsOf} card={card} name={name} onClose={() => setAlerting(false)} />
      )}
    </>
  )
}
