import type { ComponentType, ReactNode } from 'react'
import type { FileRecord } from '#contract/files.ts'
import type { ViewerId } from '#contract/preview.ts'
import type { ViewerData } from './source.ts'

/** Props of a viewer for a file inside the shown one, such as an archive entry. */
type InsideProps = { file: FileRecord; data: ViewerData; viewer: ViewerId; fallback: (message: string) => ReactNode }
/** Props of a viewer: the file, its data, whether the view is small, and the component for files inside it. */
export type ViewerProps = {
  file: FileRecord
  data: ViewerData
  isSmall: boolean
  Inside: ComponentType<InsideProps>
}
