import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Cropper } from '../../widgets/Cropper.tsx'

/** The kinds that every browser draws; what leaves the cropper is cut to size whatever came in. */
const KINDS = ['image/png', 'image/jpeg', 'image/webp', 'image/bmp']

type Props = {
  id?: string
  /** An address, a new picture as `data:`, or '' for ours. */
  value?: string
  onChange?: (picture: string) => void
  label: string
  hint: string
  /** What shows without a picture. */
  ours?: string
  none: string
  /** What taking it away is called. */
  remove: string
  size: { width: number; height: number }
  /** Width and height on the page, in px; without it the picture takes the width that there is. */
  shown?: number
}

/** A picture of the site: chosen, cut, or ours again. It is kept with the rest of the form. */
export function PictureField({ id, value = '', onChange, label, hint, ours, none, remove, size, shown }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [isWrong, setWrong] = useState(false)
  function choose(chosen: File | undefined) {
    const isPicture = chosen !== undefined && KINDS.includes(chosen.type)
    setWrong(chosen !== undefined && !isPicture)
    setFile(isPicture ? chosen : null)
    // The same file chosen again is a choice too.
    if (input.current) input.current.value = ''
  }
  const address = value || ours
  const words = value ? t('settings.picture.change') : t('settings.picture.choose')
  return (
    <div className="picture-field" data-wide={shown === undefined}>
      <span className="shown" style={{ width: shown, height: shown }}>
        {address ? <img src={address} alt={label} /> : <span className="none">{none}</span>}
      </span>
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
            {t('settings.picture.wrongKind')}
          </p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={KINDS.join(',')}
        hidden
        aria-label={label}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Cropper
        file={file}
        title={label}
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
