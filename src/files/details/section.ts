import type { ComponentType } from 'react'
import type { FileRecord } from '#contract/files.ts'
import type { ActionContext } from '../action-context.ts'

export type SectionProps = { context: ActionContext; record: FileRecord }

/** The tabs of an item's details, in their order. */
export const detailTabs = ['overview', 'metadata', 'versions', 'activity', 'shares'] as const
export type DetailTab = (typeof detailTabs)[number]

/** One section of an item's details; sections of a tab stand in the order of their list. */
export type Section = {
  id: string
  tab: DetailTab
  isFor: (record: FileRecord, context: ActionContext) => boolean
  View: ComponentType<SectionProps>
}
