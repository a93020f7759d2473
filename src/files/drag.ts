import type { DragEvent } from 'react'
import type { FileRecord } from '#contract/files.ts'
import type { Desk } from './desk.ts'

const TYPE = 'application/x-dataspace-files'
let dragged: readonly FileRecord[] = []

/** Whether a drag carries rows of ours, not files from the desktop. */
export const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(TYPE)
export const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Begins to drag what is marked, or the one row when it is not. */
export function startDrag(event: DragEvent, record: FileRecord, marked: readonly FileRecord[]): void {
  dragged = marked.some((one) => one.hash === record.hash) ? marked : [record]
  event.dataTransfer.setData(TYPE, String(dragged.length))
  event.dataTransfer.effectAllowed = 'copyMove'
}

/** Props of a folder that rows may be dropped on; with Ctrl they are copied. */
export function dropTarget(desk: Desk, folder: { hash: string; name: string }) {
  const light = (event: DragEvent, isOver: boolean) => event.currentTarget.toggleAttribute('data-over', isOver)
  return {
    onDragOver(event: DragEvent) {
      if (!isOurs(event) || dragged.some((one) => one.hash === folder.hash)) return
      event.preventDefault()
      event.stopPropagation()
      event.dataTransfer.dropEffect = event.ctrlKey || event.metaKey ? 'copy' : 'move'
      light(event, true)
    },
    onDragLeave: (event: DragEvent) => light(event, false),
    onDrop(event: DragEvent) {
      if (!isOurs(event)) return
      event.preventDefault()
      event.stopPropagation()
      light(event, false)
      void desk.relocate(event.ctrlKey || event.metaKey ? 'copy' : 'move', dragged, folder)
    },
  }
}
