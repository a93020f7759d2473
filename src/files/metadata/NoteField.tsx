import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTE_MAX } from '#contract/core/limits.ts'
import { CallFailure } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'

type Props = {
  note: string
  by: string
  mayEdit: boolean
  /** Replaces the note `before`; rejects if the note has changed meanwhile. */
  save: (note: string, before: string) => Promise<void>
}

/** A note about an item, visible to everybody who may read the item. */
export function NoteField({ note, by, mayEdit, save }: Props) {
  const { t } = useTranslation()
  // The typed text, and the note that editing started from.
  const [draft, setDraft] = useState<{ text: string; before: string } | null>(null)
  const { isBusy, problem, run, clear } = useTask()
  const leave = () => {
    setDraft(null)
    clear()
  }
  const keep = () =>
    run(async () => {
      if (!draft) return
      try {
        await save(draft.text, draft.before)
      } catch (failure) {
        // The other user's note is shown above, so saving again replaces it knowingly.
        if (failure instanceof CallFailure && failure.error === 'metadataChanged')
          setDraft({ ...draft, before: (failure.data as { note: string }).note })
        throw failure
      }
      leave()
    })
  if (!draft)
    return (
      <>
        {note && <p className="metadata-note">{note}</p>}
        {by && <small className="soft">{t('metadata.noteBy', { name: by })}</small>}
        {!note && !mayEdit && <p className="soft">{t('metadata.noNote')}</p>}
        {mayEdit && (
          <Button
            className="metadata-add"
            size="small"
            type="dashed"
            onClick={() => setDraft({ text: note, before: note })}
          >
            {note ? t('metadata.editNote') : t('metadata.addNote')}
          </Button>
        )}
      </>
    )
  return (
    <>
      {draft.before !== draft.text && note !== draft.text && problem && note && <p className="metadata-note">{note}</p>}
      <Input.TextArea
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            leave()
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void keep()
        }}
        autoSize={{ minRows: 3, maxRows: 12 }}
        maxLength={NOTE_MAX}
        showCount
        aria-label={t('metadata.note')}
        placeholder={t('metadata.noteHint')}
        autoFocus
      />
      {problem && (
        <small className="metadata-problem" role="alert">
          {problem}
        </small>
      )}
      <div className="metadata-buttons">
        <Button size="small" type="primary" loading={isBusy} onClick={() => void keep()}>
          {t('metadata.save')}
        </Button>
        <Button size="small" disabled={isBusy} onClick={leave}>
          {t('metadata.cancel')}
        </Button>
      </div>
    </>
  )
}
