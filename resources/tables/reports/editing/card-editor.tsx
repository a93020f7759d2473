import { Form, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BOARD_TEXT_MAX, REPORT_NAME_MAX } from '#contract/core/limits.ts'
import type { Card } from '#contract/reports/board.ts'
import type { SavedChart } from '#contract/reports/saved-chart.ts'
import type { Space } from '#contract/spaces.ts'
import { Problem } from '../../../../src/widgets/FormEnd.tsx'
import { RichText } from '../../../../src/widgets/rich-text/RichText.tsx'
import { ReferenceSelect } from '../../reference-select.tsx'
import { ChartSelect } from './chart-select.tsx'

type Props = {
  space: Space
  card: Card
  /** `chart`: the one of the space that the card shows, when another was chosen. */
  onDone: (card: Card, chart?: SavedChart) => void
  onClose: () => void
}

/** What a new card is to show is not chosen yet. */
const isUnset = (content: Card['content']) =>
  (content.kind === 'saved' && !content.id) || (content.kind === 'picture' && !content.hash)

/** The title of a card and what it shows. */
export function CardEditor({ space, card, onDone, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const [title, setTitle] = useState(card.title)
  const [content, setContent] = useState(card.content)
  const [chart, setChart] = useState<SavedChart>()
  const [problem, setProblem] = useState('')
  const names = useRef(new Map<string, string>())
  function done() {
    if (isUnset(content))
      return setProblem(t(`reports.editing.choose.${content.kind === 'saved' ? 'saved' : 'picture'}`))
    if (content.kind === 'text' && content.markup.length > BOARD_TEXT_MAX)
      return setProblem(t('reports.editing.textTooLong'))
    onDone({ ...card, title: title.trim(), content }, chart)
  }
  return (
    <Modal
      open
      title={t(`reports.cards.${content.kind}`)}
      width={640}
      className="own-width"
      okText={t(isUnset(card.content) ? 'reports.editing.add' : 'reports.editing.keep')}
      cancelText={t('common.cancel')}
      onOk={done}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('reports.editing.title')} htmlFor="card-title">
          <Input
            id="card-title"
            value={title}
            maxLength={REPORT_NAME_MAX}
            onChange={({ target }) => setTitle(target.value)}
          />
        </Form.Item>
        {content.kind === 'saved' && (
          <Form.Item label={t('reports.cards.saved')}>
            <ChartSelect
              spaceId={space.id}
              value={content.id}
              onChange={(found) => {
                setChart(found)
                setContent({ kind: 'saved', id: found.id })
              }}
            />
          </Form.Item>
        )}
        {content.kind === 'picture' && (
          <Form.Item label={t('reports.cards.picture')}>
            <ReferenceSelect
              spaceId={space.id}
              type="file"
              label={t('reports.cards.picture')}
              value={content.hash}
              names={names.current}
              unseen={t('tables.unseen')}
              onChange={(hash) => setContent({ kind: 'picture', hash })}
            />
          </Form.Item>
        )}
        {content.kind === 'text' && (
          <Form.Item label={t('reports.cards.text')}>
            <RichText
              label={t('reports.cards.text')}
              lang={i18n.language}
              value={content.markup}
              onChange={(markup) => setContent({ kind: 'text', markup })}
            />
          </Form.Item>
        )}
      </Form>
      <Problem text={problem} />
    </Modal>
  )
}
