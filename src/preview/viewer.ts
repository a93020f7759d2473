import type { ComponentType, ReactNode } from 'react'
import type { FileRecord } from '#contract/files.ts'
import type { ViewerId } from '#contract/preview.ts'
import type { ViewerData } from './source.ts'

/** A file within the one that is shown, as an archive has them. */
type InsideProps = { file: FileRecord; data: ViewerData; viewer: ViewerId; fallback: (message: string) => ReactNode }
/** What a viewer gets: the file, what to show of it, whether it has little room, and what draws a file inside it. */
export type ViewerProps = {
  file: FileRecord
  data: ViewerData
  isSmall: boolean
  Inside: ComponentType<InsideProps>
}
