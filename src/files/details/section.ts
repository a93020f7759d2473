import type { ComponentType } from 'react'
import type { FileRecord } from '#contract/files.ts'
import type { ActionContext } from '../action-context.ts'

export type SectionProps = { context: ActionContext; record: FileRecord }

/** A part of what stands beside the list about one item; lower orders stand higher. */
export type Section = {
  id: string
  order: number
  isFor: (record: FileRecord, context: ActionContext) => boolean
  View: ComponentType<SectionProps>
}
