import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewerProps } from '../registry.ts'

const STEP = 1.25
const ZOOM = { min: 0.1, max: 16 }

/** A picture: fitted, zoomed, turned. An svg is only ever a picture here, so nothing in it runs. */
export default function ImageViewer({ file, data: { address }, isSmall }: ViewerProps) {
  const { t } = useTranslation()
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) throw new Error('the picture could not be read')
  const by = (factor: number) => setZoom(Math.min(ZOOM.max, Math.max(ZOOM.min, zoom * factor)))
  return (
    <div className="image-viewer">
      <div className="image-frame">
        <img
          src={address}
          alt={file.name}
          style={{ transform: `rotate(${turn}deg) scale(${zoom})` }}
          onError={() => setBroken(true)}
          draggable={false}
        />
      </div>
      {!isSmall && (
        <div className="viewer-bar">
          <button type="button" className="btn ghost" onClick={() => by(1 / STEP)} aria-label={t('preview.zoomOut')}>
            −
          </button>
          <span className="num">{Math.round(zoom * 100)}%</span>
          <button type="button" className="btn ghost" onClick={() => by(STEP)} aria-label={t('preview.zoomIn')}>
            +
          </button>
          <button type="button" className="btn ghost" onClick={() => setZoom(1)}>
            {t('preview.fit')}
          </button>
          <button type="button" className="btn ghost" onClick={() => setTurn(turn + 90)}>
            {t('preview.rotate')}
          </button>
        </div>
      )}
    </div>
  )
}
