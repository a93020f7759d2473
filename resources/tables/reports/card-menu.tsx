import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Dropdown } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { hasOneNumber } from '#contract/reports/alert.ts'
import { AlertDialog } from './alert-dialog.tsx'
import type { BoardContext } from './board-context.ts'
import { csvOf, saveBlob } from './card-files.ts'
import type { PictureKind } from './pictures.ts'
import { answerKey } from './use-answer.ts'

type Props = Pick<BoardContext, 'spaceId' | 'alertsOf' | 'onRows'> & {
  title: string
  card: string
  definition: ChartDefinition
}

/** What can be done with the chart of a card as it is shown. */
export function CardMenu({ spaceId, alertsOf, card, title, definition, onRows }: Props) {
  const [isAlerting, setAlerting] = useState(false)
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const answer = () => client.getQueryData<ChartAnswer>(answerKey(spaceId, definition))
  const name = title || t('reports.cards.chart')
  const nothing = () => void message.info(t('reports.card.notYet'))
  const button = useRef<HTMLButtonElement>(null)
  async function picture(kind: PictureKind) {
    const card = button.current?.closest<HTMLElement>('.board-card')
    if (!card || card.querySelector('.skeleton')) return nothing()
    try {
      const { pictureFile } = await import('./pictures.ts')
      saveBlob(await pictureFile(card, kind, name), `${name}.${kind}`)
    } catch {
      // A script did not come, or the machine has no memory left.
      void message.error(t('reports.download.broken'))
    }
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
    ...(['png', 'svg', 'pdf'] as const).map((kind) => ({
      key: kind,
      label: t(`reports.card.${kind}`),
      onClick: () => void picture(kind),
    })),
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
