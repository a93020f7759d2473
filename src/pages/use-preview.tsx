import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { PreviewPlace, PreviewProps, Shown } from './FilePreview.tsx'

/** Only a click that asks for nothing else opens over the page. */
const isPlain = ({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent) =>
  !metaKey && !ctrlKey && !shiftKey && !altKey && button === 0

/** The part of the address that names the file; the page below it is the same without. */
const FILE = '#preview='
const wanted = () => (location.hash.startsWith(FILE) ? location.hash.slice(FILE.length) : null)

/** A file of the list, over the page: Back closes it, a reload opens it; the script comes with the first one. */
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
      // Meanwhile somebody may have gone back.
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
    // What does not come is no reason to show nothing: the link leads to the bytes.
    show(item, () => location.replace(href))
  }
  /** Walking from file to file is one step for Back. */
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
