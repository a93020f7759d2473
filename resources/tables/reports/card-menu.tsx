import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import type { BoardContext } from './board-context.ts'
import { csvOf, pictureOf, saveBlob } from './card-files.ts'
import { answerKey } from './use-answer.ts'

type Props = { spaceId: string; title: string; definition: ChartDefinition; onRows: BoardContext['onRows'] }

/** What can be done with the chart of a card as it is shown. */
export function CardMenu({ spaceId, title, definition, onRows }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const answer = () => client.getQueryData<ChartAnswer>(answerKey(spaceId, definition))
  const name = title || t('reports.cards.chart')
  const nothing = () => void message.info(t('reports.card.notYet'))
  const button = useRef<HTMLButtonElement>(null)
  async function picture() {
    const card = button.current?.closest('.board-card')
    const blob = card && (await pictureOf(card, name))
    if (!blob) return void message.info(t('reports.card.noPicture'))
    saveBlob(blob, `${name}.png`)
  }
  const items = [
    { key: 'rows', label: t('reports.card.rows'), onClick: () => onRows({ definition }, name) },
    {
      key: 'csv',
      label: t('reports.card.csv'),
      onClick: () => {
        const found = answer()
        if (!found) return nothing()
        saveBlob(new Blob([csvOf(found)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
      },
    },
    {
      key: 'png',
      label: t('reports.card.png'),
      onClick: () => void picture(),
    },
  ]
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
