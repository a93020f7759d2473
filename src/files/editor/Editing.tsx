import type { Extension } from '@codemirror/state'
import { Alert, App, Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileRecord } from '#contract/files.ts'
import { formatMoment } from '../../widgets/format.ts'
import { Unsaved } from '../../widgets/Unsaved.tsx'
import { useNarrow } from '../../widgets/viewport.ts'
import type { Desk } from '../desk.ts'
import { type Draft, draftOf, dropDraft, keepDraft } from './draft.ts'
import type { OpenedText } from './opened-text.ts'
import { TextEditor, type TextHandle } from './TextEditor.tsx'
import { useSaving } from './use-saving.ts'

/** A draft is kept so long after the last key. */
const KEEP_MS = 800

type Props = {
  desk: Desk
  record: FileRecord
  opened: OpenedText
  base: string
  language: Extension
  onClose: () => void
  onDirty: (isDirty: boolean) => void
}

export function Editing({ desk, record, opened, base, language, onClose, onDirty }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const isNarrow = useNarrow()
  const handle = useRef<TextHandle | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const kept = { personId: desk.actor?.id ?? '', hash: record.hash }
  const [draft, setDraft] = useState(() => draftOf(kept, opened.text))
  const { save, task, conflict, isDirty, touch, baseNow } = useSaving({
    ...{ desk, record, opened, base, handle },
    onSaved: ({ version }, isAll) => {
      if (isAll) {
        clearTimeout(timer.current)
        dropDraft(kept)
      }
      void message.success(t('versions.editor.saved', { number: version }))
      void desk.reload()
    },
  })
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const changed = () => {
    touch()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const text = handle.current?.text()
      if (text !== undefined) keepDraft(kept, { base: baseNow(), text, at: new Date().toISOString() })
    }, KEEP_MS)
  }
  const person = conflict?.version.by.personName ?? ''
  const number = conflict?.version.number ?? 0
  const take = t('versions.editor.take')
  const theirs = useMemo(() => conflict && { text: conflict.text, label: person, take }, [conflict, person, take])
  return (
    <div className="editor">
      <Unsaved isDirty={isDirty} />
      {draft && (
        <DraftNotice
          draft={draft}
          isOld={draft.base !== base}
          onUse={() => {
            handle.current?.set(draft.text)
            setDraft(null)
          }}
          onDrop={() => {
            dropDraft(kept)
            setDraft(null)
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
          onSave={() => void save()}
        />
      </div>
      {task.problem && <Alert type="error" showIcon title={task.problem} />}
      <div className="dialog-buttons">
        {isDirty && <span className="editor-state">{t('versions.editor.unsaved')}</span>}
        <Button onClick={onClose}>{t('shell.close')}</Button>
        <Button type="primary" disabled={!isDirty && !conflict} loading={task.isBusy} onClick={() => void save()}>
          {t(conflict ? 'versions.editor.conflictSave' : 'versions.editor.save')}
        </Button>
      </div>
    </div>
  )
}

type NoticeProps = { draft: Draft; isOld: boolean; onUse: () => void; onDrop: () => void }

function DraftNotice({ draft, isOld, onUse, onDrop }: NoticeProps) {
  const { t, i18n } = useTranslation()
  return (
    <Alert
      type="info"
      showIcon
      title={t('versions.editor.draft', { time: formatMoment(draft.at, i18n.language) })}
      description={isOld ? t('versions.editor.draftOld') : undefined}
      action={
        <>
          <Button size="small" type="primary" onClick={onUse}>
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
