import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
import { DIRECTORY } from '#contract/directory.ts'
import type { ShareInfo } from '#contract/share-door.ts'
import type { Listed } from '../FileTable.tsx'
import type { PreviewProps } from './Preview.tsx'

/** A file that was shared, over the page; the script of it comes when the first one is opened. */
export function usePreview(info: ShareInfo, list: readonly Listed[]) {
  const [View, setView] = useState<ComponentType<PreviewProps> | null>(null)
  const [file, setFile] = useState<Listed | null>(null)
  const files = list.filter(({ mime }) => mime !== DIRECTORY)
  function open(event: MouseEvent, item: Listed): void {
    event.preventDefault()
    const { href } = event.currentTarget as HTMLAnchorElement
    import('./Preview.tsx').then(
      ({ default: Preview }) => {
        setView(() => Preview)
        setFile(item)
      },
      // What does not come is no reason to show nothing: the link leads to the bytes.
      () => location.assign(href),
    )
  }
  const shown: ReactNode = file && View && (
    <View info={info} files={files} file={file} onStep={setFile} onClose={() => setFile(null)} />
  )
  return { open, shown }
}
