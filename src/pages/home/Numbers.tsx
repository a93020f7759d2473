import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SiteNumbers } from '#contract/settings.ts'
import { formatBytes, formatCount } from '../../widgets/format.ts'

const COUNT_UP_MS = 900

/** Runs once from 0 to 1; still at 1 where motion is not wanted, and on the server. */
function useOnce(): number {
  const [share, setShare] = useState(1)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const startMs = performance.now()
    let frame = requestAnimationFrame(function step(atMs) {
      const passed = Math.min(1, Math.max(0, (atMs - startMs) / COUNT_UP_MS))
      setShare(1 - (1 - passed) ** 3)
      if (passed < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return share
}

export function Numbers({ numbers }: { numbers: SiteNumbers }) {
  const { t, i18n } = useTranslation()
  const share = useOnce()
  const count = (value: number) => formatCount(Math.round(value * share), i18n.language)
  return (
    <dl className="numbers num">
      <div>
        <dt>{t('home.spaces')}</dt>
        <dd>{count(numbers.spaces)}</dd>
      </div>
      <div>
        <dt>{t('home.datasets')}</dt>
        <dd>{count(numbers.datasets)}</dd>
      </div>
      <div>
        <dt>{t('home.files')}</dt>
        <dd>{count(numbers.files)}</dd>
      </div>
      <div>
        <dt>{t('home.bytes')}</dt>
        <dd>{formatBytes(Math.round(numbers.bytes * share))}</dd>
      </div>
    </dl>
  )
}
