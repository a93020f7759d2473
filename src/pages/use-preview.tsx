import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
import type { PreviewPlace, PreviewProps, Shown } from './FilePreview.tsx'

/** Only a click that asks for nothing else opens over the page. */
const isPlain = ({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent) =>
  !metaKey && !ctrlKey && !shiftKey && !altKey && button === 0

/** A file of the list, over the page; the script of it comes when the first one is opened. */
export function usePreview(place: PreviewPlace) {
  const [View, setView] = useState<ComponentType<PreviewProps> | null>(null)
  const [file, setFile] = useState<Shown | null>(null)
  function open(event: MouseEvent, item: Shown): void {
    if (!isPlain(event)) return
    event.preventDefault()
    const { href } = event.currentTarget as HTMLAnchorElement
    import('./FilePreview.tsx').then(
      ({ default: FilePreview }) => {
        setView(() => FilePreview)
        setFile(item)
      },
      // What does not come is no reason to show nothing: the link leads to the bytes.
      () => location.assign(href),
    )
  }
  const shown: ReactNode = file && View && (
    <View place={place} file={file} onStep={setFile} onClose={() => setFile(null)} />
  )
  return { open, shown }
}
