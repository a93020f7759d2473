import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  title: string
  children: ReactNode
  actions: ReactNode
  onClose: () => void
}

/**
 * A modal dialog for a question or notice: the browser keeps the focus inside, and Esc closes it. Open while mounted.
 */
export function Dialog({ title, children, actions, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} className="uploads-dialog" aria-labelledby={titleId} onCancel={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className="uploads-dialog-actions">{actions}</div>
    </dialog>
  )
}
