import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WHOLE_PREVIEW_BYTES } from '#contract/core/limits.ts'
import { PanZoom } from '../PanZoom.tsx'
import { ShownError } from '../shown-error.ts'
import { svgWeight } from '../svg-weight.ts'
import { TooLarge } from '../TooLarge.tsx'
import { useText } from '../use-text.ts'
import type { ViewerProps } from '../viewer.ts'

/** SVGs that draw more elements than this, counting repeated use, are not shown (our choice). */
const DRAWING_ELEMENTS_MAX = 500_000

export default function ImageViewer(props: ViewerProps) {
  if (props.file.suffix.toLowerCase() !== 'svg') return <Picture {...props} />
  return props.file.size > WHOLE_PREVIEW_BYTES ? <TooLarge limit={WHOLE_PREVIEW_BYTES} /> : <Drawing {...props} />
}

/** A short SVG can expand without limit, so it is weighed before the browser draws it. */
function Drawing(props: ViewerProps) {
  const { t } = useTranslation()
  const { file, data } = props
  const read = useText(data.address, file.size, WHOLE_PREVIEW_BYTES)
  const weight = useMemo(
    () => read && svgWeight(new DOMParser().parseFromString(read.text, 'image/svg+xml').documentElement),
    [read],
  )
  if (weight === null) return <div className="stage-note">{t('preview.loading')}</div>
  if (weight > DRAWING_ELEMENTS_MAX) throw new ShownError(t('preview.endless'))
  return <Picture {...props} />
}

/** A picture that can be zoomed and rotated. An SVG is used as an image only, so its scripts do not run. */
function Picture({ file, data: { address }, isSmall }: ViewerProps) {
  const [size, setSize] = useState('')
  const [isBroken, setBroken] = useState(false)
  if (isBroken) throw new Error('the picture could not be read')
  return (
    <PanZoom label={file.name} isSmall={isSmall} bar={size && <span>{size}</span>}>
      <img
        src={address}
        alt={file.name}
        onError={() => setBroken(true)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(naturalWidth ? `${naturalWidth} × ${naturalHeight}` : '')
        }
        draggable={false}
      />
    </PanZoom>
  )
}
