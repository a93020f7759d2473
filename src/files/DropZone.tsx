import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import { type Target, uploader } from '../uploader/index.ts'
import type { ActionContext } from './action-context.ts'
import { paste as pasteAction } from './actions/clipboard.tsx'
import { hasFiles } from './drag.ts'
import { isBusyElsewhere, runByKey } from './use-keys.ts'

/** Takes files from the desktop; while they hover it names the folder that they would go to. */
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
    // A folder inside takes them.
    if (event.isDefaultPrevented()) return setOver(false)
    event.preventDefault()
    event.dataTransfer.dropEffect = isAllowed ? 'copy' : 'none'
    setOver(isAllowed)
  }
  useEffect(() => {
    // What was copied last: on the desktop, as a picture of the screen, or here; in a field it is text like any other.
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
