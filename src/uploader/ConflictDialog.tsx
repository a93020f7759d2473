import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import { formatBytes, formatDateTime } from '../widgets/format.ts'
import { Dialog } from './Dialog.tsx'
import type { Engine } from './engine.ts'
import { choicesFor } from './questions.ts'
import type { Snapshot } from './snapshot.ts'

type Props = {
  question: NonNullable<Snapshot['question']>
  engine: Engine
  onClose: () => void
}

/** Asks what to do with a file whose name is already taken. */
export function ConflictDialog({ question, engine, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const [isForAll, setForAll] = useState(false)
  const { task, taken, left } = question
  const dateTimeOf = (ms: number) => formatDateTime(new Date(ms).toISOString(), i18n.language)
  const actions = choicesFor(question).map((choice) => (
    <button
      key={choice}
      type="button"
      className={choice === 'keepBoth' ? 'uploads-button primary' : 'uploads-button'}
      onClick={() => engine.answer(choice, isForAll ? 'all' : 'this')}
    >
      {t(`uploads.conflict.${choice}`)}
    </button>
  ))
  return (
    <Dialog title={t('uploads.conflict.title')} actions={actions} onClose={onClose}>
      <p>
        {t('uploads.conflict.text', {
          name: task.name,
          folder: task.path === '' ? task.targetName : task.path,
        })}
      </p>
      <ul className="uploads-properties">
        <li>
          {isFolder(taken)
            ? t('uploads.conflict.theirFolder')
            : t('uploads.conflict.theirs', {
                size: formatBytes(taken.size),
                moment: formatDateTime(taken.updateTime, i18n.language),
              })}
        </li>
        <li>
          {t('uploads.conflict.ours', {
            size: formatBytes(task.size),
            moment: dateTimeOf(task.lastModified),
          })}
        </li>
      </ul>
      <label className="uploads-check">
        <input type="checkbox" checked={isForAll} onChange={(event) => setForAll(event.target.checked)} />
        {left > 1 ? t('uploads.conflict.all', { n: left - 1 }) : t('uploads.conflict.allLater')}
      </label>
    </Dialog>
  )
}
