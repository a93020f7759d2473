import type { ComponentType } from 'react'
import type { FileRecord } from '#contract/files.ts'
import type { ActionContext } from '../action-context.ts'

export type SectionProps = { context: ActionContext; record: FileRecord }

/** One section of an item's details; sections are sorted by `order`, ascending. */
export type Section = {
  id: string
  order: number
  isFor: (record: FileRecord, context: ActionContext) => boolean
  View: ComponentType<SectionProps>
}
