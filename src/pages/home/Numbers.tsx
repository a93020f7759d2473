import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SiteNumbers } from '#contract/settings.ts'
import { keepInSession, sessionValue } from '#providers/storage.ts'
import { formatBytes, formatCount } from '../../widgets/format.ts'
import { isStill } from '../../widgets/viewport.ts'

const COUNT_UP_MS = 900
/** No animation starts if the page has been visible for this many milliseconds. */
const LATE_MS = 2500

/** Animates from 0 to 1 once per visit; constantly 1 with reduced motion and on the server. */
function useOnce(): number {
  const [share, setShare] = useState(1)
  useEffect(() => {
    if (isStill() || performance.now() > LATE_MS || sessionValue('counted')) return
    const startMs = performance.now()
    let frame = requestAnimationFrame(function step(atMs) {
      const passed = Math.min(1, Math.max(0, (atMs - startMs) / COUNT_UP_MS))
      setShare(1 - (1 - passed) ** 3)
      if (passed < 1) frame = requestAnimationFrame(step)
      else keepInSession('counted', '1')
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return share
}

/** The numbers of the site; a number that is still 0 is left out. */
export function Numbers({ numbers }: { numbers: SiteNumbers }) {
  const { t, i18n } = useTranslation()
  const share = useOnce()
  const count = (value: number) => formatCount(Math.round(value * share), i18n.language)
  if (numbers.spaces === 0) return null
  return (
    <dl className="numbers num">
      {(['spaces', 'datasets', 'files'] as const).map(
        (name) =>
          numbers[name] > 0 && (
            <div key={name}>
              <dt>{t(`home.${name}`)}</dt>
              <dd>{count(numbers[name])}</dd>
            </div>
          ),
      )}
      {numbers.bytes > 0 && (
        <div>
          <dt>{t('home.bytes')}</dt>
          <dd>{formatBytes(Math.round(numbers.bytes * share))}</dd>
        </div>
      )}
    </dl>
  )
}
