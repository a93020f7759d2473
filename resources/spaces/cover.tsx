import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COVER_PX } from '#contract/limits.ts'
import { Cropper } from '../../src/widgets/Cropper.tsx'
import { WaveCover } from '../../src/widgets/wave-cover.tsx'

/** What a cover may be; browsers name bmp in several ways. Source: spec section 5. */
const KINDS = new Set(['image/jpeg', 'image/png', 'image/bmp', 'image/x-bmp', 'image/x-ms-bmp'])

type CoverProps = { cover: string; seed: string; height?: number }

/** The picture of a space, or a pattern of its own. */
export function Cover({ cover, seed, height = 112 }: CoverProps) {
  if (!cover) return <WaveCover seed={seed} height={height} />
  return <img className="space-cover" src={cover} alt="" height={height} loading="lazy" />
}

type FieldProps = { id?: string; seed: string; value?: string; onChange?: (cover: string) => void }

/** Chooses a cover and cuts it to its size in the page; what leaves the cropper is a PNG whatever came in. */
export function CoverField({ id, seed, value = '', onChange }: FieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [isWrong, setWrong] = useState(false)
  function choose(chosen: File | undefined) {
    const isPicture = chosen !== undefined && KINDS.has(chosen.type)
    setWrong(chosen !== undefined && !isPicture)
    setFile(isPicture ? chosen : null)
    // The same file chosen again is a choice too.
    if (input.current) input.current.value = ''
  }
  return (
    <div className="cover-field">
      <div className="cover-frame">
        <Cover cover={value} seed={seed} height={115} />
      </div>
      <div>
        <div className="cover-buttons">
          <Button id={id} onClick={() => input.current?.click()}>
            {value ? t('spaces.cover.change') : t('spaces.cover.choose')}
          </Button>
          {value && (
            <Button type="text" onClick={() => onChange?.('')}>
              {t('spaces.cover.remove')}
            </Button>
          )}
        </div>
        <small>{t('spaces.cover.hint', COVER_PX)}</small>
        {isWrong && (
          <p className="said" role="alert">
            {t('spaces.cover.wrongKind')}
          </p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".jpg,.jpeg,.png,.bmp"
        hidden
        aria-label={t('spaces.cover.choose')}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Cropper
        file={file}
        title={t('spaces.cover.crop')}
        {...COVER_PX}
        onDone={(picture) => {
          onChange?.(picture)
          setFile(null)
        }}
        onCancel={() => setFile(null)}
      />
    </div>
  )
}
