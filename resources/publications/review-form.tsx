import { App, Button, Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REVIEW_TEXT_MAX } from '#contract/core/limits.ts'
import { valuesOf } from '#contract/publications/draft.ts'
import { isSuggestible } from '#contract/publications/suggestions.ts'
import { placeOf } from '#contract/publications/template.ts'
import type { PublicationDetails } from '#contract/publications.ts'
import { type CellRange, reviews } from '#contract/reviews.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { useCellsText } from './cells-text.ts'
import type { ReviewTarget } from './review-target.ts'

type Props = {
  publication: PublicationDetails
  /** The file or the cells that it is about; null for a field. */
  target: ReviewTarget | null
  placeName: (place: string) => string
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}
const OTHERS = ['licence', 'access', 'files', 'tables', 'boards']

const rangeOf = ({ table, top, bottom, left, right }: CellRange): CellRange => ({ table, top, bottom, left, right })

/** The current text of the field for which a change is suggested; list entries are lines. */
function textAt({ fields }: PublicationDetails, place: string): string {
  const [key = '', part = ''] = place.split('.')
  const value = valuesOf(fields).get(key === 'extra' ? place : key)
  const own = part && key !== 'extra' ? (value as Record<string, unknown> | undefined)?.[part] : value
  return Array.isArray(own) ? own.join('\n') : typeof own === 'string' ? own : ''
}

/** A new comment on a field or a file, with a suggestion where a text is entered. */
export function ReviewForm({ publication, target, placeName, onDirty, onDone }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('publications')
  const cellsText = useCellsText()
  const [place, setPlace] = useState('')
  const [text, setText] = useState('')
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const { id, definition } = publication
  const places = [...new Set([...(definition?.groups.flatMap(({ fields }) => fields.map(placeOf)) ?? []), ...OTHERS])]
  const path = target && 'path' in target ? target.path : ''
  const cells = target && 'cells' in target ? target.cells : null
  const mayText = !target && isSuggestible(place)
  const send = () =>
    run(async () => {
      const said = { id, place, path, cells: cells && rangeOf(cells), text, suggestion: mayText ? suggestion : null }
      await call(reviews.comment, said, { quiet: true })
      onDirty(false)
      renew()
      void message.success(t('reviews.added'))
      setText('')
      setSuggestion(null)
      onDone()
    })
  return (
    <Form layout="vertical" component="div" className="review-form">
      {target ? (
        <p className="review-place">
          <b>{cells ? cellsText(cells) : path}</b>
          <Button size="small" onClick={onDone}>
            {t('common.cancel')}
          </Button>
        </p>
      ) : (
        <Form.Item label={t('reviews.place.label')} htmlFor="review-place">
          <Select
            id="review-place"
            value={place}
            onChange={(next) => {
              setPlace(next)
              setSuggestion(null)
            }}
            options={[
              { value: '', label: t('reviews.whole') },
              ...places.map((value) => ({ value, label: placeName(value) })),
            ]}
          />
        </Form.Item>
      )}
      <Form.Item label={t('reviews.text.label')} htmlFor="review-text">
        <Input.TextArea
          id="review-text"
          rows={3}
          maxLength={REVIEW_TEXT_MAX}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onDirty(target.value !== '')
          }}
        />
      </Form.Item>
      {mayText && (
        <Checkbox
          checked={suggestion !== null}
          onChange={({ target }) => setSuggestion(target.checked ? textAt(publication, place) : null)}
        >
          {t('reviews.suggest')}
        </Checkbox>
      )}
      {mayText && suggestion !== null && (
        <Form.Item label={t('reviews.suggestion.label')} htmlFor="review-suggestion" extra={t('reviews.suggestHint')}>
          <Input.TextArea
            id="review-suggestion"
            autoSize={{ minRows: 2, maxRows: 10 }}
            maxLength={REVIEW_TEXT_MAX}
            value={suggestion}
            onChange={({ target }) => setSuggestion(target.value)}
          />
        </Form.Item>
      )}
      <Problem text={problem} />
      <Button
        type="primary"
        loading={isBusy}
        disabled={!text.trim() || suggestion?.trim() === ''}
        onClick={() => void send()}
      >
        {t('reviews.add')}
      </Button>
    </Form>
  )
}
