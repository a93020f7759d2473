import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const STEP = 1.25
const ZOOM = { min: 0.1, max: 40 }
const PAN_PX = 60
type View = { zoom: number; turn: number; x: number; y: number }
const FITTED: View = { zoom: 1, turn: 0, x: 0, y: 0 }
const bounded = (zoom: number) => Math.min(ZOOM.max, Math.max(ZOOM.min, zoom))
/** Arrow keys move content that is larger than the frame; otherwise they step through the folder. */
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [PAN_PX, 0],
  ArrowRight: [-PAN_PX, 0],
  ArrowUp: [0, PAN_PX],
  ArrowDown: [0, -PAN_PX],
}

type Props = { label: string; isSmall: boolean; className?: string; bar?: ReactNode; children: ReactNode }

/** Zoomable content: fitted at first, zoomed with the wheel, buttons or + and -, moved by dragging, rotated with R. */
export function PanZoom({ label, isSmall, className = '', bar, children }: Props) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState(FITTED)
  const drag = useRef<{ x: number; y: number } | null>(null)
  const by = (factor: number) => setView((now) => ({ ...now, zoom: bounded(now.zoom * factor) }))
  const turn = () => setView((now) => ({ ...now, turn: now.turn + 90 }))
  const fitIn = () => setView((now) => ({ ...FITTED, turn: now.turn }))

  useEffect(() => {
    const element = frame.current
    if (!element || isSmall) return
    // React registers wheel listeners as passive, so the page would scroll too.
    function wheel(event: WheelEvent) {
      event.preventDefault()
      const box = element?.getBoundingClientRect()
      if (!box) return
      const [x, y] = [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2]
      setView((now) => {
        const zoom = bounded(now.zoom * (event.deltaY < 0 ? STEP : 1 / STEP))
        const factor = zoom / now.zoom
        return { ...now, zoom, x: x - (x - now.x) * factor, y: y - (y - now.y) * factor }
      })
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  }, [isSmall])

  function press(event: KeyboardEvent) {
    const move = view.zoom > 1 ? arrows[event.key] : undefined
    if (move) {
      event.stopPropagation()
      event.preventDefault()
      setView((now) => ({ ...now, x: now.x + move[0], y: now.y + move[1] }))
    } else if (event.key === '+' || event.key === '=') by(STEP)
    else if (event.key === '-') by(1 / STEP)
    else if (event.key === '0') fitIn()
    else if (event.key === 'r') turn()
  }
  function pull(event: PointerEvent) {
    if (!drag.current) return
    const { x, y } = drag.current
    drag.current = { x: event.clientX, y: event.clientY }
    setView((now) => ({ ...now, x: now.x + event.clientX - x, y: now.y + event.clientY - y }))
  }
  function grip(event: PointerEvent) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY }
  }
  const release = () => {
    drag.current = null
  }
  return (
    <div className={`pan-zoom ${className}`}>
      <div
        className="pan-frame"
        ref={frame}
        role="group"
        aria-label={label}
        {...(!isSmall && {
          tabIndex: 0,
          onKeyDown: press,
          onPointerDown: grip,
          onPointerMove: pull,
          onPointerUp: release,
          onPointerCancel: release,
          onDoubleClick: fitIn,
        })}
      >
        <div
          className={view.zoom > 2 ? 'pan-content near' : 'pan-content'}
          style={{ transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turn}deg) scale(${view.zoom})` }}
        >
          {children}
        </div>
      </div>
      {!isSmall && (
        <div className="viewer-bar num">
          {bar}
          <button type="button" className="btn ghost" onClick={() => by(1 / STEP)} aria-label={t('preview.zoomOut')}>
            −
          </button>
          <span>{Math.round(view.zoom * 100)}%</span>
          <button type="button" className="btn ghost" onClick={() => by(STEP)} aria-label={t('preview.zoomIn')}>
            +
          </button>
          <button type="button" className="btn ghost" onClick={fitIn}>
            {t('preview.fit')}
          </button>
          <button type="button" className="btn ghost" onClick={turn}>
            {t('preview.rotate')}
          </button>
        </div>
      )}
    </div>
  )
}
