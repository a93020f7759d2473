import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CUSTOM_FILE_BYTES } from '#contract/core/limits.ts'
import type { FileValue } from '#contract/custom-parameters.ts'
import { formatBytes } from './format.ts'

type Props = {
  label: string
  /** Extensions to choose from, such as `.png,.jpg`; undefined for any. */
  accept?: string
  /** A form gives these three; '' is no file. */
  id?: string
  value?: FileValue | ''
  onChange?: (file: FileValue | '') => void
}

/** The content as a `data:` URL; rejects when the file cannot be read. */
const contentOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })

/** A small file that is saved together with its form. */
export function FileField({ label, accept, id, value = '', onChange }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  async function choose(file: File | undefined): Promise<void> {
    // Reset, so that choosing the same file again triggers a change event.
    if (input.current) input.current.value = ''
    if (!file) return
    if (file.size > CUSTOM_FILE_BYTES)
      return setProblem(t('common.file.tooLarge', { size: formatBytes(CUSTOM_FILE_BYTES, 0) }))
    setProblem('')
    await contentOf(file).then(
      (content) => onChange?.({ name: file.name, content }),
      () => setProblem(t('common.file.unreadable')),
    )
  }
  return (
    <div className="file-field">
      {value && <span>{value.name}</span>}
      <div className="buttons">
        <Button id={id} onClick={() => input.current?.click()}>
          {value ? t('common.file.change') : t('common.file.choose')}
        </Button>
        {value && (
          <Button type="text" onClick={() => onChange?.('')}>
            {t('common.file.remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
