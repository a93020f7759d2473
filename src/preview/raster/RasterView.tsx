import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLong } from '../grids.ts'
import { PanZoom } from '../PanZoom.tsx'
import { coloursOf, type Field, type Look, type Pixels, paint, scaleTicks, spanOf } from './field.ts'

/** Draws pixels one to one, scaled to the frame. */
function Painted({
  pixels,
  label,
  onPoint,
}: {
  pixels: Pixels
  label: string
  onPoint?: (x: number, y: number) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    element.width = pixels.width
    element.height = pixels.height
    element.getContext('2d')?.putImageData(new ImageData(pixels.rgba, pixels.width, pixels.height), 0, 0)
  }, [pixels])
  function point({ nativeEvent: { offsetX, offsetY } }: PointerEvent) {
    const { offsetWidth = 1, offsetHeight = 1 } = canvas.current ?? {}
    onPoint?.(Math.floor((offsetX / offsetWidth) * pixels.width), Math.floor((offsetY / offsetHeight) * pixels.height))
  }
  return <canvas ref={canvas} role="img" aria-label={label} onPointerMove={onPoint && point} />
}

type PictureProps = { pixels: Pixels; label: string; isSmall?: boolean; children?: ReactNode }

/** A decoded colour picture. */
export function PictureView({ pixels, label, isSmall = false, children }: PictureProps) {
  return (
    <PanZoom label={label} isSmall={isSmall} bar={children}>
      <Painted pixels={pixels} label={label} />
    </PanZoom>
  )
}

type BarProps = { field: Field; look: Look; unit: string }

/** The colours with their values; where the ends are cut, their colours are those of all values beyond. */
function ColourBar({ field, look, unit }: BarProps) {
  const { t } = useTranslation()
  const [span, whole] = useMemo(() => [spanOf(field, look.isCut), spanOf(field, false)], [field, look.isCut])
  if (!span || !whole) return null
  const ticks = scaleTicks(span, look.scale)
  const said = ticks.map((tick, at) => {
    if (at === 0 && whole[0] < span[0]) return `≤ ${tick}`
    return at === ticks.length - 1 && whole[1] > span[1] ? `≥ ${tick}` : tick
  })
  const values = { from: said[0], to: said.at(-1), unit }
  return (
    <span className="colour-bar" role="img" aria-label={t('preview.colourBar', values).trim()}>
      <i style={{ backgroundImage: `linear-gradient(to right, ${coloursOf(look.colours).join()})` }} />
      <span>
        {said.map((tick, at) => (
          <small key={at}>{tick}</small>
        ))}
      </span>
      {unit && <small className="unit">{unit}</small>}
    </span>
  )
}

type Props = {
  field: Field
  label: string
  /** The unit of the values; '' if the file says none. */
  unit?: string | undefined
  look?: Partial<Look>
  children?: ReactNode
}
const precise = (value: number) => (Number.isNaN(value) ? '–' : String(Number(value.toPrecision(6))))

/**
 * A plane of numbers as a coloured picture: the user chooses scale and colours, and reads the value under the pointer.
 */
export function RasterView({ field, label, unit = '', look: first, children }: Props) {
  const { t } = useTranslation()
  const [look, setLook] = useState<Look>({ scale: 'linear', colours: 'viridis', isCut: true, ...first })
  const [at, setAt] = useState<readonly [number, number] | null>(null)
  const pixels = useMemo(() => ({ ...field, rgba: paint(field, look) }), [field, look])
  const span = useMemo(() => spanOf(field, false), [field])
  const value = at && field.values[at[1] * field.width + at[0]]
  return (
    <PanZoom
      label={label}
      isSmall={false}
      className={isLong(field.width, field.height) ? 'raster long' : 'raster'}
      bar={
        <>
          {children}
          <ColourBar field={field} look={look} unit={unit} />
          {span && <span>{`${precise(span[0])} – ${precise(span[1])}`}</span>}
          <span className="raster-value">
            {at && value !== undefined && `(${at.join(', ')}) ${precise(value ?? 0)}`}
          </span>
          <select
            value={look.scale}
            onChange={({ target }) => setLook({ ...look, scale: target.value as Look['scale'] })}
            aria-label={t('preview.scale')}
          >
            <option value="linear">{t('preview.linear')}</option>
            <option value="sqrt">{t('preview.sqrt')}</option>
            <option value="log">{t('preview.log')}</option>
          </select>
          <select
            value={look.colours}
            onChange={({ target }) => setLook({ ...look, colours: target.value as Look['colours'] })}
            aria-label={t('preview.colours')}
          >
            <option value="viridis">{t('preview.viridis')}</option>
            <option value="grey">{t('preview.grey')}</option>
          </select>
          <button
            type="button"
            className="btn ghost"
            aria-pressed={look.isCut}
            onClick={() => setLook({ ...look, isCut: !look.isCut })}
          >
            {t('preview.cutEnds')}
          </button>
        </>
      }
    >
      <Painted pixels={pixels} label={label} onPoint={(x, y) => setAt([x, y])} />
    </PanZoom>
  )
}
