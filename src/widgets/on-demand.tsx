import { App } from 'antd'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#providers/failures.ts'
import { Meanwhile } from './dialog.tsx'
import { withTimeout } from './with-timeout.ts'

type Opens = { isOpen: boolean; onClose: () => void }

/**
 * A component with its own chunk that is rarely opened: loaded at the first opening and kept mounted, so that its
 * closing animation runs. While it loads, a placeholder is shown, and Escape cancels it. A failed load is reported and
 * retried at the next opening.
 */
export function onDemand<Props extends Opens>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return function OnDemand(props: Props) {
    const { message } = App.useApp()
    const [View, setView] = useState<ComponentType<Props>>()
    const { isOpen, onClose } = props
    // biome-ignore lint/correctness/useExhaustiveDependencies: each opening asks once
    useEffect(() => {
      if (View || !isOpen) return
      let isWanted = true
      withTimeout(load()).then(
        (part) => isWanted && setView(() => part.default),
        (failure: unknown) => {
          if (!isWanted) return
          onClose()
          void message.error(sentenceOf(failure))
        },
      )
      return () => {
        isWanted = false
      }
    }, [isOpen])
    useGivingUp(isOpen && !View, onClose)
    if (View) return <View {...props} />
    return isOpen && <Meanwhile props={{ onClose }} failure={null} onRetry={() => {}} />
  }
}

/** Escape cancels an opening that is still loading: it must not appear over what the user does next. */
function useGivingUp(isWaiting: boolean, giveUp: () => void): void {
  const latest = useRef(giveUp)
  latest.current = giveUp
  useEffect(() => {
    if (!isWaiting) return
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && latest.current()
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isWaiting])
}
