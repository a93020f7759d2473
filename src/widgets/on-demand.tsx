import { App } from 'antd'
import { type ComponentType, useEffect, useState } from 'react'
import { sentenceOf } from '#providers/failures.ts'
import { withTimeout } from './with-timeout.ts'

type Opens = { isOpen: boolean; onClose: () => void }

/**
 * A component with its own chunk that is rarely opened: loaded at the first opening and kept mounted, so that its
 * closing animation runs. A failed load is reported and retried at the next opening.
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
    return View && <View {...props} />
  }
}
