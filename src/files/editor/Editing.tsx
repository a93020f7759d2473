import type { Extension } from '@codemirror/state'
import { Alert, App, Button } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileRecord } from '#contract/files.ts'
import { formatDateTime } from '../../widgets/format.ts'
import { Unsaved } from '../../widgets/Unsaved.tsx'
import { useNarrow } from '../../widgets/viewport.ts'
import type { ActionContext } from '../action-context.ts'
import type { Draft } from './draft.ts'
import type { OpenedText } from './opened-text.ts'
import { TextEditor, type TextHandle } from './TextEditor.tsx'
import { useDraft } from './use-draft.ts'
import { useSaving } from './use-saving.ts'

type Props = {
  context: ActionContext
  record: FileRecord
  opened: OpenedText
  base: string
  language: Extension
  onClose: () => void
  onDirty: (isDirty: boolean) => void
}

export function Editing({ context, record, opened, base, language, onClose, onDirty }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const isNarrow = useNarrow()
  const handle = useRef<TextHandle | null>(null)
  const kept = { personId: context.actor?.id ?? '', hash: record.hash }
  const { save, task, conflict, isDirty, touch, baseNow } = useSaving({
    context,
    record,
    opened,
    base,
    handle,
    onSaved: ({ version }, isAll) => {
      if (isAll) draft.drop()
      void message.success(t('versions.editor.saved', { number: version }))
      void context.reload()
    },
  })
  const draft = useDraft({ kept, opened: opened.text, textNow: () => handle.current?.text(), baseNow })
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const changed = () => {
    touch()
    draft.changed()
  }
  const saveKept = () => {
    // If the session has ended, saving redirects away from the page, so the draft is stored first.
    draft.keep()
    void save()
  }
  const person = conflict?.version.by.personName ?? ''
  const number = conflict?.version.number ?? 0
  const take = t('versions.editor.take')
  // CodeMirror replaces `$` with the number of lines.
  const folded = t('versions.compare.folded', { lines: '$' })
  const theirs = useMemo(
    () => conflict && { text: conflict.text, label: person, take, folded },
    [conflict, person, take, folded],
  )
  return (
    <div className="editor">
      <Unsaved isDirty={isDirty} />
      {draft.found && (
        <DraftNotice
          draft={draft.found}
          isOld={draft.found.base !== base}
          onUse={({ text }) => {
            handle.current?.set(text)
            draft.dismiss()
          }}
          onDrop={() => {
            draft.drop()
            draft.dismiss()
          }}
        />
      )}
      {conflict && (
        <Alert
          type="warning"
          showIcon
          title={t(isNarrow ? 'versions.editor.conflictOver' : 'versions.editor.conflict', { person, number })}
        />
      )}
      <div className="editor-body">
        <TextEditor
          label={record.name}
          text={opened.text}
          lineBreak={opened.lineBreak}
          language={language}
          theirs={theirs}
          handle={handle}
          onChange={changed}
          onSave={saveKept}
        />
      </div>
      {task.problem && <Alert type="error" showIcon title={task.problem} />}
      <div className="dialog-buttons">
        {isDirty && <span className="editor-state">{t('versions.editor.unsaved')}</span>}
        <Button onClick={onClose}>{t('shell.close')}</Button>
        <Button type="primary" disabled={!isDirty && !conflict} loading={task.isBusy} onClick={saveKept}>
          {t(conflict ? 'versions.editor.conflictSave' : 'versions.editor.save')}
        </Button>
      </div>
    </div>
  )
}

type NoticeProps = { draft: Draft; isOld: boolean; onUse: (draft: Draft) => void; onDrop: () => void }

function DraftNotice({ draft, isOld, onUse, onDrop }: NoticeProps) {
  const { t, i18n } = useTranslation()
  return (
    <Alert
      type="info"
      showIcon
      title={t('versions.editor.draft', { time: formatDateTime(draft.at, i18n.language) })}
      description={isOld ? t('versions.editor.draftOld') : undefined}
      action={
        <>
          <Button size="small" type="primary" onClick={() => onUse(draft)}>
            {t('versions.editor.draftUse')}
          </Button>{' '}
          <Button size="small" onClick={onDrop}>
            {t('versions.editor.draftDrop')}
          </Button>
        </>
      }
    />
  )
}
