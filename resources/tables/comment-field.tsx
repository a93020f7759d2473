import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Mentions } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COMMENT_TEXT_MAX } from '#contract/core/limits.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { fieldText, keptText, offer } from './comment-text.ts'

/** Members that are offered at a time (our choice). */
const OFFERED_MAX = 20

type Props = {
  spaceId: string
  label: string
  submit: string
  /** The comment being edited, with the names of the people it mentions. */
  kept?: { text: string; names: Readonly<Record<string, string>> }
  autoFocus?: boolean
  onDirty: (is: boolean) => void
  onSend: (text: string) => Promise<unknown>
  onCancel?: () => void
}

/** A field for a comment: typing @ suggests members, Ctrl or Cmd with Enter sends it. */
export function CommentField({ spaceId, label, submit, kept, autoFocus, onDirty, onSend, onCancel }: Props) {
  const { t } = useTranslation()
  const offered = useRef(new Map<string, string>())
  const [text, setText] = useState(() => (kept ? fieldText(kept.text, kept.names, offered.current) : ''))
  const [sought, setSought] = useState<string | null>(null)
  const { data, isFetching } = useQuery({
    queryKey: ['tables', spaceId, 'mentionable', sought],
    queryFn: ({ signal }) =>
      call(spaces.members, { id: spaceId, size: OFFERED_MAX, ...(sought && { q: sought }) }, { quiet: true, signal }),
    enabled: sought !== null,
    placeholderData: keepPreviousData,
  })
  // Suggestions for the previous text are kept until new ones arrive, but only if they still match: Enter must not
  // choose another person.
  const meant = (data?.list ?? []).filter(({ personName, emailAccounts }) =>
    `${personName} ${emailAccounts}`.toLowerCase().includes((sought ?? '').toLowerCase()),
  )
  const { run, isBusy, problem } = useTask()
  const change = (next: string) => {
    setText(next)
    onDirty(next.trim() !== '')
  }
  const isSendable = text.trim() !== '' && text.length <= COMMENT_TEXT_MAX
  const send = () =>
    run(async () => {
      await onSend(keptText(text, offered.current).trim())
      change('')
    })
  return (
    <form
      className="comment-field"
      onSubmit={(event) => {
        event.preventDefault()
        if (isSendable) void send()
      }}
    >
      <Mentions
        aria-label={label}
        placeholder={kept ? '' : t('tableComments.text.hint')}
        value={text}
        autoFocus={autoFocus ?? false}
        autoSize={{ minRows: 2, maxRows: 8 }}
        status={text.length > COMMENT_TEXT_MAX ? 'error' : ''}
        loading={isFetching}
        filterOption={false}
        notFoundContent={t('tableComments.noMember')}
        options={meant.map(({ personId, personName, emailAccounts }) => ({
          key: personId,
          value: offer(offered.current, personId, personName),
          label: (
            <span className="reference-option">
              <span>
                {personName}
                <small>{emailAccounts}</small>
              </span>
            </span>
          ),
        }))}
        onSearch={setSought}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isSendable) return
          event.preventDefault()
          void send()
        }}
      />
      {text.length > COMMENT_TEXT_MAX && <Problem text={t('tableComments.text.invalid')} />}
      <Problem text={problem} />
      <div className="actions">
        {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isSendable}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
