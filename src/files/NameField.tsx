import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import { sentenceOf } from '#providers/call.ts'
import { nameProblem } from './name-problem.ts'

type Props = { record: FileRecord; rename: (record: FileRecord, name: string) => Promise<void>; onDone: () => void }

/** A field to rename an item in its row; errors are shown beside it, and the typed text is kept. */
export function NameField({ record, rename, onDone }: Props) {
  const { t } = useTranslation()
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function finish(name: string): Promise<void> {
    if (isBusy) return
    if (name === record.name) return onDone()
    const problem = nameProblem(t, name)
    if (problem) return setError(problem)
    setBusy(true)
    try {
      await rename(record, name)
      onDone()
    } catch (failure) {
      setError(sentenceOf(failure))
      setBusy(false)
    }
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void finish(event.currentTarget.value.trim())
    if (event.key === 'Escape') onDone()
  }
  // The suffix is not selected, because it rarely changes.
  const select = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const dot = isFolder(record) ? -1 : record.name.lastIndexOf('.')
    currentTarget.setSelectionRange(0, dot > 0 ? dot : record.name.length)
  }
  return (
    <span className="name-field">
      <input
        defaultValue={record.name}
        aria-label={t('files.actions.rename')}
        aria-invalid={error !== ''}
        readOnly={isBusy}
        // biome-ignore lint/a11y/noAutofocus: the reader asked for this field
        autoFocus
        onFocus={select}
        onKeyDown={press}
        onBlur={(event) => !error && void finish(event.currentTarget.value.trim())}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {error && (
        <span className="name-error" role="alert">
          {error}
        </span>
      )}
    </span>
  )
}
