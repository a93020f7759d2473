import { Modal, Slider } from 'antd'
import { type ComponentType, type CSSProperties, useEffect, useState } from 'react'
import type { Area, CropperProps } from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { PICTURE_TEXT_MAX } from '#contract/core/limits.ts'
import 'react-easy-crop/react-easy-crop.css'
import { FormEnd } from './FormEnd.tsx'
import { later } from './later.tsx'
import './cropper.css'

// The library has defaults for most props, so they are optional here.
const EasyCrop = later(async () => ({
  default: (await import('react-easy-crop')).default as ComponentType<Partial<CropperProps>>,
}))
const ZOOM = { min: 1, max: 5, step: 0.05 }
/** Images whose data URL has more characters are compressed, because several share one call. */
const LARGE = PICTURE_TEXT_MAX / 2
const WHOLE: Area = { x: 0, y: 0, width: 100, height: 100 }

type Props = {
  /** The image to crop; null closes the dialog. */
  file: File | null
  title: string
  /** Output size in pixels; it also determines the aspect ratio. */
  width: number
  height: number
  isRound?: boolean
  isBusy?: boolean
  /** Why uploading the result failed. */
  problem?: string
  /** Receives the result as a data URL: a PNG, unless it is too large. */
  onDone: (image: string) => void
  onCancel: () => void
}

/**
 * Crops an image to a fixed ratio and size. Output is PNG at full quality (spec section 9, Interface); a banner that is
 * too large for a call becomes WebP, or JPEG in browsers without WebP, and the server converts it to PNG.
 */
export function Cropper({ file, onCancel, title, ...rest }: Props) {
  const address = useAddress(file)
  return (
    <Modal
      open={file !== null}
      title={title}
      footer={null}
      width={520}
      className="own-width"
      destroyOnHidden
      onCancel={onCancel}
    >
      {address && <Cut key={address} address={address} onCancel={onCancel} {...rest} />}
    </Modal>
  )
}

/** An object URL of the file; '' without a file. */
function useAddress(file: File | null): string {
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!file) return setAddress('')
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

type CutProps = Omit<Props, 'file' | 'title'> & { address: string }

function Cut({ address, width, height, isRound = false, isBusy, problem, onDone, onCancel }: CutProps) {
  const { t } = useTranslation()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(ZOOM.min)
  const [share, setShare] = useState(WHOLE)
  const [pixels, setPixels] = useState<Area | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const see = (inPercent: Area, inPixels: Area) => {
    setShare(inPercent)
    setPixels(inPixels)
  }
  const finish = async () => pixels && onDone(await draw(address, pixels, { width, height }))

  return (
    <div className="cropper">
      {isUnreadable ? (
        <p className="cropper-problem" role="alert">
          {t('common.cropper.unreadable')}
        </p>
      ) : (
        <>
          <div className="cropper-stage">
            <EasyCrop
              image={address}
              crop={crop}
              zoom={zoom}
              minZoom={ZOOM.min}
              maxZoom={ZOOM.max}
              aspect={width / height}
              cropShape={isRound ? 'round' : 'rect'}
              showGrid={!isRound}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropAreaChange={see}
              mediaProps={{ alt: '', onError: () => setUnreadable(true) }}
              cropperProps={{ role: 'application', 'aria-label': t('common.cropper.move') }}
              disableAutomaticStylesInjection
            />
          </div>
          <div className="cropper-side">
            <Preview address={address} share={share} isRound={isRound} ratio={width / height} />
            <div className="cropper-zoom">
              <span>{t('common.cropper.zoom')}</span>
              <Slider
                {...ZOOM}
                value={zoom}
                onChange={setZoom}
                tooltip={{ formatter: (value = ZOOM.min) => `${Math.round(value * 100)}%` }}
                ariaLabelForHandle={t('common.cropper.zoom')}
              />
              <small>{t('common.cropper.hint')}</small>
            </div>
          </div>
        </>
      )}
      <FormEnd
        submit={t('common.cropper.done')}
        isBusy={isBusy ?? false}
        problem={problem}
        isDisabled={!pixels || isUnreadable}
        onSubmit={finish}
        onCancel={onCancel}
      />
    </div>
  )
}

type PreviewProps = { address: string; share: Area; isRound: boolean; ratio: number }

/** A preview of the result; the area is given in percent of the image. */
function Preview({ address, share, isRound, ratio }: PreviewProps) {
  const place: CSSProperties = {
    width: `${10_000 / share.width}%`,
    height: `${10_000 / share.height}%`,
    left: `${(-100 * share.x) / share.width}%`,
    top: `${(-100 * share.y) / share.height}%`,
  }
  return (
    <span className="cropper-preview" data-round={isRound} style={{ aspectRatio: ratio }} aria-hidden="true">
      <img src={address} alt="" style={place} />
    </span>
  )
}

/** Draws the cropped area at the output size; the browser has already applied the image's orientation. */
async function draw(address: string, from: Area, to: { width: number; height: number }): Promise<string> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = to.width
  canvas.height = to.height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser has no canvas')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height)
  const whole = canvas.toDataURL('image/png', 1)
  if (whole.length <= LARGE) return whole
  const packed = canvas.toDataURL('image/webp', 0.9)
  return packed.startsWith('data:image/webp') && packed.length <= LARGE ? packed : canvas.toDataURL('image/jpeg', 0.85)
}
