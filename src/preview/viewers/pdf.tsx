import { GlobalWorkerOptions, getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PdfPage } from '../PdfPage.tsx'
import { ShownError } from '../shown-error.ts'
import type { ViewerProps } from '../viewer.ts'

GlobalWorkerOptions.workerSrc = workerAddress
/** Path of the character maps, fonts and decoders copied by the build; Chinese files need them. */
const PARTS = '/pdfjs/'
const ZOOM = { min: 0.5, max: 3, step: 0.25 }

type Opened = { book: PDFDocumentProxy; ratio: number }

async function open(book: PDFDocumentProxy): Promise<Opened> {
  const { width, height } = (await book.getPage(1)).getViewport({ scale: 1 })
  return { book, ratio: width / height }
}

/** A PDF read by ranges; pages are drawn when they become visible. */
export default function PdfViewer({ data: { address } }: ViewerProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
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
    loading.promise.then(open).then(setOpened, setFailure)
    return () => void loading.destroy()
  }, [address])
  if (failure) throw failure instanceof PasswordException ? new ShownError(t('preview.password')) : failure
  if (!opened) return <div className="stage-note">{t('preview.loading')}</div>
  const { book, ratio } = opened
  const by = (step: number) => setZoom(Math.min(ZOOM.max, Math.max(ZOOM.min, zoom + step)))
  return (
    <div className="pdf-viewer">
      <div className="pdf-pages" tabIndex={0} role="document">
        {Array.from({ length: book.numPages }, (_, i) => (
          <PdfPage key={`${i + 1} ${zoom}`} book={book} number={i + 1} zoom={zoom} ratio={ratio} onSeen={setPage} />
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
