import { type ComponentType, useEffect, useState } from 'react'
import { NotLoaded } from './NotLoaded.tsx'
import { LinesSkeleton } from './Skeleton.tsx'
import { withTimeout } from './with-timeout.ts'

/** Props of the placeholder for a part that is loading or failed to load. */
export type MeanwhileProps<Props> = { props: Props; failure: Error | null; onRetry: () => void }

/** A lazily loaded component; `prefetch` loads it early and never rejects, because rendering it tries again. */
export type Later<Props> = ComponentType<Props> & { isHere: () => boolean; prefetch: () => Promise<void> }

/** A component with its own chunk, loaded when it is first rendered; a failed load can be retried. */
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
    const [failure, setFailure] = useState<Error | null>(null)
    useEffect(() => {
      if (View || failure) return
      let isShown = true
      come().then(
        (part) => isShown && setView(() => part),
        (cause: Error) => isShown && setFailure(cause),
      )
      return () => {
        isShown = false
      }
    }, [View, failure])
    return View ? <View {...props} /> : <Meanwhile props={props} failure={failure} onRetry={() => setFailure(null)} />
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

function InPlace({ failure, onRetry }: MeanwhileProps<object>) {
  if (failure) return <NotLoaded error={failure} onRetry={onRetry} />
  return <LinesSkeleton rows={3} />
}
