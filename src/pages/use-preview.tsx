import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { PreviewPlace, PreviewProps, Shown } from './FilePreview.tsx'

/** A plain left click without modifier keys. */
const isPlain = ({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent) =>
  !metaKey && !ctrlKey && !shiftKey && !altKey && button === 0

/** The address parameter that names the file; the page below does not depend on it. */
const FILE = '#preview='
const wanted = () => (location.hash.startsWith(FILE) ? location.hash.slice(FILE.length) : null)

/**
 * Opens a file of the list above the page: Back closes it, a reload restores it; the script loads with the first file.
 */
export function usePreview(place: PreviewPlace) {
  const [View, setView] = useState<ComponentType<PreviewProps> | null>(null)
  const [file, setFile] = useState<Shown | null>(null)
  const known = useRef<readonly Shown[]>(place.list)
  function look(): void {
    const item = known.current.find(({ hash }) => hash === wanted())
    if (item) show(item, () => {})
    else setFile(null)
  }
  function show(item: Shown, otherwise: () => void): void {
    import('./FilePreview.tsx').then(({ default: FilePreview }) => {
      setView(() => FilePreview)
      // The user may have gone back meanwhile.
      if (wanted() === item.hash) setFile(item)
    }, otherwise)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of a page stays as it is
  useEffect(() => {
    look()
    addEventListener('popstate', look)
    return () => removeEventListener('popstate', look)
  }, [])
  function open(event: MouseEvent, item: Shown): void {
    if (!isPlain(event)) return
    event.preventDefault()
    const { href } = event.currentTarget as HTMLAnchorElement
    if (wanted() !== item.hash) history.pushState({ isPreview: true }, '', FILE + item.hash)
    // If the preview cannot be loaded, the link opens the file itself.
    show(item, () => location.replace(href))
  }
  /** Stepping through files replaces the history entry, so that Back closes the preview. */
  function step(item: Shown): void {
    known.current = [...known.current, item]
    history.replaceState(history.state, '', FILE + item.hash)
    setFile(item)
  }
  function close(): void {
    setFile(null)
    if (!wanted()) return
    if (history.state?.isPreview) history.back()
    else history.replaceState(history.state, '', location.pathname + location.search)
  }
  const shown: ReactNode = file && View && <View place={place} file={file} onStep={step} onClose={close} />
  return { open, shown }
}
