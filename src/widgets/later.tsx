import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from './NotLoaded.tsx'
import { withTimeout } from './with-timeout.ts'

/** What stands in the place of a part that is not there yet, or did not come. */
export type MeanwhileProps<Props> = { props: Props; isFailed: boolean; onRetry: () => void }

/** Shows what comes later; `prefetch` has it come before it is shown, and never fails: showing it asks once more. */
export type Later<Props> = ComponentType<Props> & { isHere: () => boolean; prefetch: () => Promise<void> }

/** A part of a page with a script of its own, fetched when it is first shown; asked for again if it fails. */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Meanwhile: ComponentType<MeanwhileProps<Props>> = InPlace,
): Later<Props> {
  let known: ComponentType<Props> | null = null
  const come = async () => {
    known = (await withTimeout(load())).default
    return known
  }
  function LaterView(props: Props) {
    const [View, setView] = useState(() => known)
    const [isFailed, setFailed] = useState(false)
    useEffect(() => {
      if (View || isFailed) return
      let isShown = true
      come().then(
        (part) => isShown && setView(() => part),
        () => isShown && setFailed(true),
      )
      return () => {
        isShown = false
      }
    }, [View, isFailed])
    return View ? <View {...props} /> : <Meanwhile props={props} isFailed={isFailed} onRetry={() => setFailed(false)} />
  }
  return Object.assign(LaterView, {
    isHere: () => known !== null,
    prefetch: () =>
      come().then(
        () => {},
        () => {},
      ),
  })
}

export function NotCome({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return <NotLoaded title={t('errors.network')} onRetry={onRetry} />
}

function InPlace({ isFailed, onRetry }: MeanwhileProps<object>) {
  if (isFailed) return <NotCome onRetry={onRetry} />
  return <div className="skeleton" style={{ height: 120, margin: 16 }} aria-busy="true" />
}
