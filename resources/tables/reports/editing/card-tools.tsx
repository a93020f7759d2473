import { CopyOutlined, DeleteOutlined, EditOutlined, HolderOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '#contract/reports/board.ts'
import { type BoardContext, titleOf } from '../board-context.ts'
import type { Step } from './arrange.ts'

export type Tools = {
  onNudge: (key: string, step: Step) => void
  onEdit: (card: Card) => void
  onRemove: (key: string) => void
  onCopy: (card: Card) => void
}
type Props = { card: Card; context: BoardContext; tools: Tools }

const MOVES: Record<string, Step> = {
  ArrowLeft: { x: -1 },
  ArrowRight: { x: 1 },
  ArrowUp: { y: -1 },
  ArrowDown: { y: 1 },
}
const SIZES: Record<string, Step> = {
  ArrowLeft: { w: -1 },
  ArrowRight: { w: 1 },
  ArrowUp: { h: -1 },
  ArrowDown: { h: 1 },
}

/** The actions on a card in edit mode; arrow keys on the handle move it, with Shift they resize it. */
export function CardTools({ card, context, tools: { onNudge, onEdit, onRemove, onCopy } }: Props) {
  const { t } = useTranslation()
  const name = titleOf(card, context.charts) || t(`reports.cards.${card.content.kind}`)
  function onKey(event: KeyboardEvent) {
    const step = (event.shiftKey ? SIZES : MOVES)[event.key]
    if (!step) return
    event.preventDefault()
    onNudge(card.key, step)
  }
  return (
    <span className="card-tools">
      <Button
        type="text"
        size="small"
        className="card-handle"
        icon={<HolderOutlined />}
        aria-label={t('reports.editing.move', { name })}
        aria-describedby="card-keys"
        title={t('reports.editing.keys')}
        onKeyDown={onKey}
      />
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        aria-label={t('reports.editing.editCard', { name })}
        onClick={() => onEdit(card)}
      />
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined />}
        aria-label={t('reports.editing.copyCard', { name })}
        onClick={() => onCopy(card)}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('reports.editing.removeCard', { name })}
        onClick={() => onRemove(card.key)}
      />
    </span>
  )
}
