import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewerProps } from '../registry.ts'

GlobalWorkerOptions.workerSrc = workerAddress
/** Character maps, fonts and decoders that the build copies: Chinese files need them. */
const PARTS = '/pdfjs/'
const MARGIN = '800px'
const ZOOM = { min: 0.5, max: 3, step: 0.25 }

/** A PDF by ranges: pages are drawn as they come into sight. */
export default function PdfViewer({ data: { address } }: ViewerProps) {
  const { t } = useTranslation()
  const [book, setBook] = useState<PDFDocumentProxy | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(1)
  useEffect(() => {
    const loading = getDocument({
      url: address,
      cMapUrl: `${PARTS}cmaps/`,
      standardFontDataUrl: `${PARTS}standard_fonts/`,
      wasmUrl: `${PARTS}wasm/`,
    })
    loading.promise.then(setBook, setFailure)
    return () => void loading.destroy()
  }, [address])
  if (failure) throw failure
  if (!book) return <div className="stage-note">{t('preview.loading')}</div>
  const by = (step: number) => setZoom(Math.min(ZOOM.max, Math.max(ZOOM.min, zoom + step)))
  return (
    <div className="pdf-viewer">
      <div className="pdf-pages" tabIndex={0} role="document">
        {Array.from({ length: book.numPages }, (_, i) => (
          <PdfPage key={`${i + 1} ${zoom}`} book={book} number={i + 1} zoom={zoom} onSeen={setPage} />
        ))}
      </div>
      <div className="viewer-bar num">
        <span>{t('preview.page', { page, pages: book.numPages })}</span>
        <button type="button" className="btn ghost" onClick={() => by(-ZOOM.step)} aria-label={t('preview.zoomOut')}>
          −
        </button>
        <span>{Math.round(zoom * 100)}%</span>
        <button type="button" className="btn ghost" onClick={() => by(ZOOM.step)} aria-label={t('preview.zoomIn')}>
          +
        </button>
      </div>
    </div>
  )
}

type PageProps = { book: PDFDocumentProxy; number: number; zoom: number; onSeen: (page: number) => void }

function PdfPage({ book, number, zoom, onSeen }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    let task: { cancel: () => void } | null = null
    async function draw(target: HTMLCanvasElement) {
      const page = await book.getPage(number)
      const width = Math.min(920, (target.parentElement?.clientWidth ?? 800) - 48) * zoom
      const base = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: (width / base.width) * devicePixelRatio })
      target.width = viewport.width
      target.height = viewport.height
      target.style.width = `${width}px`
      target.style.height = `${(width * base.height) / base.width}px`
      const rendering = page.render({ canvas: target, viewport })
      task = rendering
      // A page that left before it was drawn is no failure.
      await rendering.promise.catch(() => undefined)
    }
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        near.disconnect()
        void draw(element)
      },
      { root: element.parentElement, rootMargin: MARGIN },
    )
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(number), {
      root: element.parentElement,
      rootMargin: '-45% 0px',
    })
    near.observe(element)
    seen.observe(element)
    return () => {
      near.disconnect()
      seen.disconnect()
      task?.cancel()
    }
  }, [book, number, zoom, onSeen])
  return <canvas ref={canvas} className="pdf-page" />
}
