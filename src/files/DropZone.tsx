import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import { type Target, uploader } from '../uploader/index.ts'
import type { ActionContext } from './action-context.ts'
import { paste as pasteAction } from './actions/clipboard.tsx'
import { hasFiles } from './drag.ts'
import { isBusyElsewhere, runByKey } from './use-keys.ts'

/** Accepts files dropped from the desktop; during the drag it names the target folder. */
export function DropZone({
  target,
  context,
  children,
}: {
  target: Target | null
  context: ActionContext
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const isAllowed = can(context.actor, 'file.make', context.policyContext)
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return
    // A folder row inside has already accepted the drag.
    if (event.isDefaultPrevented()) return setOver(false)
    event.preventDefault()
    event.dataTransfer.dropEffect = isAllowed ? 'copy' : 'none'
    setOver(isAllowed)
  }
  useEffect(() => {
    // Pastes the latest copy: files or a screenshot from the system clipboard, or files cut or copied here. In a text
    // field the browser's own paste applies.
    const paste = (event: ClipboardEvent) => {
      if (!target || isBusyElsewhere(event.target)) return
      const { clipboardData } = event
      if (!clipboardData?.files.length) return runByKey(pasteAction, context)
      if (isAllowed) void uploader.add(clipboardData.files, target)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  })
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    const isTaken = event.isDefaultPrevented()
    event.preventDefault()
    setOver(false)
    if (!isTaken && target && isAllowed) void uploader.add(event.dataTransfer, target)
  }
  const leave = (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) setOver(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the Upload button is the way without a mouse
    <div className="files-body" onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {children}
      {isOver && target && (
        <div className="drop-hint">
          <strong>{t('files.dropHere', { folder: target.folderName })}</strong>
        </div>
      )}
    </div>
  )
}
