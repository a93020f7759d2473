import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SidesProps } from './sides.ts'

/** Two pictures on top of each other; the slider reveals the lower one. */
export default function CompareImages({ left, right }: SidesProps) {
  const { t } = useTranslation()
  const [percent, setPercent] = useState(50)
  return (
    <div className="swipe">
      <img src={left.address} alt={left.title} />
      <img src={right.address} alt={right.title} style={{ clipPath: `inset(0 0 0 ${percent}%)` }} />
      <span className="swipe-edge" style={{ left: `${percent}%` }} />
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label={t('versions.compare.swipe')}
        onChange={(event) => setPercent(Number(event.target.value))}
      />
    </div>
  )
}
