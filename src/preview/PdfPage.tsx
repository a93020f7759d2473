import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'

/** Pages within this distance of the visible area are drawn; farther ones are released. */
const MARGIN = '800px'
/** Maximum number of pixels of a canvas; higher zoom levels are drawn no finer. */
const CANVAS_POINTS = 16_777_216

type Drawing = { stop: () => void }

/** Draws a page, with a text layer above it for selection and search. */
function drawPage(book: PDFDocumentProxy, number: number, place: HTMLElement): Drawing {
  let isStopped = false
  const tasks: { cancel: () => void }[] = []
  async function draw() {
    const page = await book.getPage(number)
    if (isStopped) return
    const base = page.getViewport({ scale: 1 })
    place.style.aspectRatio = `${base.width} / ${base.height}`
    const scale = place.clientWidth / base.width
    place.style.setProperty('--total-scale-factor', String(scale))
    const finest = Math.sqrt(CANVAS_POINTS / (base.width * base.height))
    const viewport = page.getViewport({ scale: Math.min(finest, scale * devicePixelRatio) })
    const canvas = document.createElement('canvas')
    canvas.width = viewport.width
    canvas.height = viewport.height
    const words = document.createElement('div')
    words.className = 'pdf-words'
    place.replaceChildren(canvas, words)
    const rendering = page.render({ canvas, viewport })
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: words,
      viewport: page.getViewport({ scale }),
    })
    tasks.push(rendering, layer)
    await Promise.all([rendering.promise, layer.render()])
  }
  // A page that was scrolled away cancels its drawing; that is no failure.
  draw().catch(() => undefined)
  return {
    stop() {
      isStopped = true
      for (const task of tasks) task.cancel()
      place.replaceChildren()
    },
  }
}

type Props = {
  book: PDFDocumentProxy
  number: number
  zoom: number
  /** Width divided by height of the first page; assumed for pages that were not loaded yet. */
  ratio: number
  onSeen: (page: number) => void
}

/** A placeholder of a page's size that is filled while the page is near the visible area. */
export function PdfPage({ book, number, zoom, ratio, onSeen }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    let drawing: Drawing | null = null
    const root = element.parentElement
    const near = new IntersectionObserver(
      (entries) => {
        drawing?.stop()
        drawing = entries.at(-1)?.isIntersecting ? drawPage(book, number, element) : null
      },
      { root, rootMargin: MARGIN },
    )
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(number), {
      root,
      rootMargin: '-45% 0px',
    })
    near.observe(element)
    seen.observe(element)
    return () => {
      near.disconnect()
      seen.disconnect()
      drawing?.stop()
    }
  }, [book, number, onSeen])
  return (
    <div ref={place} className="pdf-page" style={{ width: `calc(min(920px, 100%) * ${zoom})`, aspectRatio: ratio }} />
  )
}
