import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Cropper } from './Cropper.tsx'
import './picture-field.css'

/** Image types that all browsers support; bmp has several MIME types. */
const TYPES = {
  jpg: ['image/jpeg'],
  png: ['image/png'],
  bmp: ['image/bmp', 'image/x-bmp', 'image/x-ms-bmp'],
  webp: ['image/webp'],
} as const
const SUFFIXES = { jpg: '.jpg,.jpeg', png: '.png', bmp: '.bmp', webp: '.webp' } as const
export type PictureKind = keyof typeof TYPES

type Props = {
  id?: string
  /** An address, a new picture as a `data:` URL, or '' for none. */
  value?: string
  onChange?: (picture: string) => void
  label: string
  hint: string
  kinds: readonly PictureKind[]
  /** Message for a file of another type. */
  wrongKind: string
  /** Label of the remove button. */
  remove: string
  /** Output size in pixels. */
  size: { width: number; height: number }
  /** Renders the preview, with or without a picture. */
  children: (picture: string) => ReactNode
}

/** Chooses a picture and crops it in the page; it is saved together with its form. */
export function PictureField({
  id,
  value = '',
  onChange,
  label,
  hint,
  kinds,
  wrongKind,
  remove,
  size,
  children,
}: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [isWrong, setWrong] = useState(false)
  function choose(chosen: File | undefined) {
    const isPicture = chosen !== undefined && kinds.some((kind) => TYPES[kind].some((type) => type === chosen.type))
    setWrong(chosen !== undefined && !isPicture)
    setFile(isPicture ? chosen : null)
    // Reset, so that choosing the same file again triggers a change event.
    if (input.current) input.current.value = ''
  }
  const words = value ? t('common.picture.change') : t('common.picture.choose')
  return (
    <div className="picture-field">
      {children(value)}
      <div>
        <div className="buttons">
          <Button id={id} aria-label={`${words} ${label}`} onClick={() => input.current?.click()}>
            {words}
          </Button>
          {value && (
            <Button type="text" onClick={() => onChange?.('')}>
              {remove}
            </Button>
          )}
        </div>
        <small>{hint}</small>
        {isWrong && (
          <p className="said" role="alert">
            {wrongKind}
          </p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={kinds.map((kind) => SUFFIXES[kind]).join(',')}
        hidden
        aria-label={label}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Cropper
        file={file}
        title={t('common.picture.crop', { label })}
        {...size}
        onDone={(picture) => {
          onChange?.(picture)
          setFile(null)
        }}
        onCancel={() => setFile(null)}
      />
    </div>
  )
}
