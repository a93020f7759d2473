import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Cropper } from './Cropper.tsx'
import './picture-field.css'

/** What every browser draws; bmp goes by several names. */
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
  /** An address, a new picture as `data:`, or '' for none. */
  value?: string
  onChange?: (picture: string) => void
  label: string
  hint: string
  kinds: readonly PictureKind[]
  /** What is said to a file of another kind. */
  wrongKind: string
  /** What taking the picture away is called. */
  remove: string
  /** What the picture is cut to, in pixels. */
  size: { width: number; height: number }
  /** How it looks: the frame and what stands in it, with a picture and without. */
  children: (picture: string) => ReactNode
}

/** Chooses a picture and cuts it to size in the page, whatever came in; kept with the rest of its form. */
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
    // The same file chosen again is a choice too.
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
