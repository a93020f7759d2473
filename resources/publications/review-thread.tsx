import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REVIEW_TEXT_MAX } from '#contract/core/limits.ts'
import { type ReviewComment, type ReviewThread, reviews } from '#contract/reviews.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatDateTime } from '../../src/widgets/format.ts'
import { useCellsText } from './cells-text.ts'

type Props = {
  id: string
  thread: ReviewThread
  placeName: (place: string) => string
  mayAnswer: boolean
  mayApply: boolean
  onDirty: (isDirty: boolean) => void
}

/** A comment of a review with its answers, and what the reader may do with it. */
export function Thread({ id, thread, placeName, mayAnswer, mayApply, onDirty }: Props) {
  const { t, i18n } = useTranslation()
  const { message } = App.useApp()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('publications')
  const cellsText = useCellsText()
  const { place, path, cells, round, suggestion, resolved, replies } = thread
  const comment = thread.id
  const act = (work: () => Promise<unknown>, said?: string) =>
    run(async () => {
      await work()
      renew()
      if (said) void message.success(said)
    })
  return (
    <li>
      <p className="review-place">
        <b>{cells ? cellsText(cells) : path || (place ? placeName(place) : t('reviews.whole'))}</b>
        <span>{t('reviews.round', { round })}</span>
      </p>
      <Comment comment={thread} />
      {suggestion && (
        <div className="review-suggestion">
          <ins>{suggestion.value}</ins>
          {suggestion.appliedAt !== null && <small>{t('reviews.applied')}</small>}
          {suggestion.appliedAt === null && mayApply && (
            <Button
              size="small"
              disabled={isBusy}
              onClick={() =>
                void act(() => call(reviews.apply, { id, comment }, { quiet: true }), t('reviews.appliedNow'))
              }
            >
              {t('reviews.apply')}
            </Button>
          )}
        </div>
      )}
      {replies.length > 0 && (
        <ul className="review-replies">
          {replies.map((one) => (
            <li key={one.id}>
              <Comment comment={one} />
            </li>
          ))}
        </ul>
      )}
      {resolved && (
        <small>
          {t('reviews.resolvedBy', {
            person: resolved.personName,
            time: formatDateTime(resolved.at, i18n.language),
          })}
        </small>
      )}
      {mayAnswer && (
        <div className="publication-actions">
          {!resolved && <Reply id={id} comment={comment} onDirty={onDirty} />}
          <Button
            size="small"
            disabled={isBusy}
            onClick={() =>
              void act(() => call(reviews.resolve, { id, comment, isResolved: !resolved }, { quiet: true }))
            }
          >
            {resolved ? t('reviews.reopen') : t('reviews.resolve')}
          </Button>
        </div>
      )}
      <Problem text={problem} />
    </li>
  )
}

function Comment({ comment: { by, text, at } }: { comment: ReviewComment }) {
  const { i18n } = useTranslation()
  return (
    <>
      <p className="review-by">
        {by.personName} <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>
      </p>
      <p className="review-text">{text}</p>
    </>
  )
}

function Reply({ id, comment, onDirty }: { id: string; comment: string; onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('publications')
  const [text, setText] = useState<string | null>(null)
  const change = (next: string | null) => {
    setText(next)
    onDirty(Boolean(next))
  }
  const send = () =>
    run(async () => {
      await call(reviews.reply, { id, comment, text: text ?? '' }, { quiet: true })
      renew()
      change(null)
    })
  if (text === null)
    return (
      <Button size="small" onClick={() => change('')}>
        {t('reviews.reply')}
      </Button>
    )
  return (
    <div className="review-reply">
      <Input.TextArea
        rows={2}
        autoFocus
        maxLength={REVIEW_TEXT_MAX}
        aria-label={t('reviews.reply')}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <Problem text={problem} />
      <div className="publication-actions">
        <Button type="primary" size="small" loading={isBusy} disabled={!text.trim()} onClick={() => void send()}>
          {t('reviews.send')}
        </Button>
        <Button size="small" onClick={() => change(null)}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  )
}
