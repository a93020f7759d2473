import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SHEET_PREVIEW_BYTES } from '#contract/core/limits.ts'
import { bytesAt } from '../bytes-at.ts'
import type { SheetInfo } from '../sheets.ts'
import { ShownError } from '../shown-error.ts'
import { sizeText } from '../size-text.ts'
import { TableView } from '../TableView.tsx'
import { TooLarge } from '../TooLarge.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { ViewerProps } from '../viewer.ts'
import { isWorkbook } from '../workbook.ts'
import { type Asker, askWorker } from '../worker-calls.ts'
import type { SheetCalls } from '../workers/sheet.worker.ts'

/** A workbook by sheets; it is parsed in a worker, so that the page stays responsive. */
export default function SheetViewer(props: ViewerProps) {
  return props.file.size > SHEET_PREVIEW_BYTES ? <TooLarge limit={SHEET_PREVIEW_BYTES} /> : <Workbook {...props} />
}

function Workbook({ file: { suffix }, data: { address } }: ViewerProps) {
  const { t } = useTranslation()
  const [chosen, choose] = useState(0)
  const book = useLoaded(
    async (signal) => {
      const worker = new Worker(new URL('../workers/sheet.worker.ts', import.meta.url), { type: 'module' })
      signal.addEventListener('abort', () => worker.terminate())
      const asker = askWorker<SheetCalls>(worker)
      const bytes = await bytesAt(address, signal)
      if (!isWorkbook(new Uint8Array(bytes), suffix)) {
        const format = suffix === 'ods' ? 'OpenDocument' : 'Excel'
        throw new ShownError(t('preview.notWorkbook', { format }))
      }
      return { asker, sheets: await asker.ask('open', bytes, [bytes]) }
    },
    [address, suffix],
  )
  if (!book) return <div className="stage-note">{t('preview.loading')}</div>
  const sheet = book.sheets[chosen]
  return (
    <div className="sheet-viewer">
      {sheet?.isDamaged && (
        <div className="stage-note" role="alert">
          {t('preview.sheetDamaged')}
        </div>
      )}
      {sheet && !sheet.isDamaged && <Sheet key={chosen} asker={book.asker} sheet={sheet} />}
      <div className="sheet-tabs" role="tablist" aria-label={t('preview.sheets')}>
        {book.sheets.map(({ name }, i) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={i === chosen}
            className="btn ghost"
            onClick={() => choose(i)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Column names of spreadsheets: A, B … Z, AA, counted from 0. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

function Sheet({ asker, sheet }: { asker: Asker<SheetCalls>; sheet: SheetInfo }) {
  const { t } = useTranslation()
  const columns = useMemo(
    () => Array.from({ length: sheet.columns }, (_, column) => ({ name: letters(column) })),
    [sheet.columns],
  )
  const page = useCallback((at: number) => asker.ask('page', { sheet: sheet.name, page: at }), [asker, sheet.name])
  return (
    <TableView label={sheet.name} columns={columns} count={sheet.rows} page={page}>
      <span>{sizeText(t, sheet.rows, sheet.columns)}</span>
    </TableView>
  )
}
