import type { DragEvent } from 'react'
import { can } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import { uploader } from '../uploader/index.ts'
import type { ActionContext } from './action-context.ts'

const TYPE = 'application/x-dataspace-files'
/** A folder opens after the pointer has hovered over it for this long during a drag. */
const OPEN_MS = 1000
let dragged: readonly FileRecord[] = []
let hovering: { hash: string; timer: ReturnType<typeof setTimeout> } | null = null

/** Whether a drag carries rows of the file manager rather than files from the desktop. */
const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(TYPE)
export const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
const isCopy = (event: DragEvent) => event.ctrlKey || event.metaKey

/** Starts dragging the selection, or only this row if it is not selected. */
export function startDrag(event: DragEvent, record: FileRecord, selected: readonly FileRecord[]): void {
  dragged = selected.some((one) => one.hash === record.hash) ? selected : [record]
  event.dataTransfer.setData(TYPE, String(dragged.length))
  event.dataTransfer.effectAllowed = 'copyMove'
}

function hover(hash: string, open: () => void): void {
  if (hovering?.hash === hash) return
  leave()
  hovering = { hash, timer: setTimeout(open, OPEN_MS) }
}
function leave(): void {
  clearTimeout(hovering?.timer)
  hovering = null
}

type Folder = { hash: string; name: string }

/**
 * Props of a folder that accepts rows (with Ctrl as copies) and files from the desktop; files for the current folder
 * are left to the page's drop zone. If `open` is given, the folder opens after hovering.
 */
export function dropTarget(context: ActionContext, folder: Folder, open?: () => void) {
  const light = (event: DragEvent, isOver: boolean) => event.currentTarget.toggleAttribute('data-over', isOver)
  const isWelcome = (event: DragEvent) =>
    isOurs(event) &&
    dragged.every((one) => one.hash !== folder.hash) &&
    (isCopy(event) || dragged.some((one) => one.phash !== folder.hash))
  const takesFiles = (event: DragEvent) =>
    hasFiles(event) && folder.hash !== context.folder?.hash && can(context.actor, 'file.make', context.policyContext)
  return {
    onDragOver(event: DragEvent) {
      if (takesFiles(event)) {
        if (open) hover(folder.hash, open)
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        return light(event, true)
      }
      if (!isOurs(event)) return
      event.stopPropagation()
      if (open && dragged.every((one) => one.hash !== folder.hash)) hover(folder.hash, open)
      if (!isWelcome(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isCopy(event) ? 'copy' : 'move'
      light(event, true)
    },
    onDragLeave(event: DragEvent) {
      leave()
      light(event, false)
    },
    onDrop(event: DragEvent) {
      leave()
      light(event, false)
      if (takesFiles(event)) {
        event.preventDefault()
        const { id: spaceId, name: spaceName } = context.space
        void uploader.add(event.dataTransfer, { spaceId, spaceName, folder: folder.hash, folderName: folder.name })
      }
      if (!isOurs(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (!isWelcome(event)) return
      const target = { spaceId: context.space.id, ...folder }
      void context.relocate({ kind: isCopy(event) ? 'copy' : 'move', items: dragged, target })
    },
  }
}
