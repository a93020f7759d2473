import type { ComponentType } from 'react'
import type { FileRecord } from '#contract/files.ts'
import type { Desk } from '../desk.ts'

export type SectionProps = { desk: Desk; record: FileRecord }

/** A part of what stands beside the list about one item; lower orders stand higher. */
export type Section = {
  id: string
  order: number
  isFor: (record: FileRecord, desk: Desk) => boolean
  View: ComponentType<SectionProps>
}
