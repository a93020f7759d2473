import { App, type MenuProps } from 'antd'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import type { BoardTab, Card } from '#contract/reports/board.ts'
import { saveBlob } from '#providers/save-blob.ts'
import { useChartWords } from '../words.ts'
import type { ZippedCard } from './board-zip.ts'
import { hasHiddenSeries } from './hidden-series.ts'

/** Maximum time in milliseconds until an opened page is shown. */
const OPEN_MS = 5000
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

type Place = RefObject<HTMLElement | null>
type Pages = { tab: string | null; openTab: (tab: string | null, options?: { replace: boolean }) => void }
/** An open board: its pages, and the name and the answer of each chart; null for other cards. */
export type SavedBoard = {
  tabs: readonly BoardTab[]
  chartOf: (card: Card) => { name: string; answer: () => Promise<ChartAnswer> } | null
}

/** The pages of a board one after another, each once all of its cards are drawn; finally the original one. */
async function* drawnPages(place: Place, tabs: readonly BoardTab[], { tab, openTab }: Pages) {
  const { allDrawn } = await import('./pictures.ts')
  const filled = tabs.filter(({ cards }) => cards.length > 0)
  const isTurned = tabs.length > 1
  try {
    for (const page of filled) {
      if (isTurned) openTab(page.key, { replace: true })
      const since = performance.now()
      const isOpen = () => place.current?.querySelector(`[data-card="${page.cards[0]?.key}"]`)
      while (!isOpen() && performance.now() - since < OPEN_MS) await nextFrame()
      const element = place.current
      if (!element) return
      await allDrawn(element)
      yield { page, element }
    }
  } finally {
    if (isTurned) openTab(tab, { replace: true })
  }
}

/**
 * Downloads and printing of a board: the open page as a picture, all pages as a document, all charts with their data.
 */
export function useBoardFiles(place: Place, name: string, pages: Pages) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const words = useChartWords()
  const [isBusy, setBusy] = useState(false)

  /** Runs work with a progress message. */
  async function making(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    const close = message.loading(t('reports.download.making'), 0)
    try {
      await work()
    } catch {
      // A script failed to load, or there is not enough memory.
      void message.error(t('reports.download.broken'))
    } finally {
      close()
      setBusy(false)
    }
  }

  const picture = (kind: 'png' | 'svg') =>
    making(async () => {
      const { allDrawn, pictureFile } = await import('./pictures.ts')
      const element = place.current
      if (!element) return
      await allDrawn(element)
      saveBlob(await pictureFile(element, kind, name), `${name}.${kind}`)
    })

  const document = (tabs: readonly BoardTab[]) =>
    making(async () => {
      const [{ taken }, { pdfOf }] = await Promise.all([import('./pictures.ts'), import('./pdf.ts')])
      const drawn = []
      for await (const { element } of drawnPages(place, tabs, pages)) drawn.push(await taken(element).page())
      saveBlob(pdfOf(name, drawn), `${name}.pdf`)
    })

  type Found = { card: Card; element: HTMLElement | null }
  async function* drawnCards(tabs: readonly BoardTab[]): AsyncGenerator<Found> {
    for await (const { page, element } of drawnPages(place, tabs, pages))
      for (const card of page.cards) yield { card, element: element.querySelector(`[data-card="${card.key}"]`) }
  }
  async function* chartsOf(
    cards: AsyncIterable<Found> | Iterable<Found>,
    chartOf: SavedBoard['chartOf'],
  ): AsyncGenerator<ZippedCard> {
    for await (const { card, element } of cards) {
      const chart = chartOf(card)
      if (chart)
        yield { name: chart.name || t('reports.cards.chart'), answer: await chart.answer().catch(() => null), element }
    }
  }
  /** All charts: their data only, or with pictures. */
  const archive = ({ tabs, chartOf }: SavedBoard, hasPictures: boolean) =>
    making(async () => {
      const { boardZip } = await import('./board-zip.ts')
      const hasHidden = hasHiddenSeries(place.current)
      const undrawn = tabs.flatMap(({ cards }) => cards.map((card) => ({ card, element: null })))
      const { blob, failed } = await boardZip(chartsOf(hasPictures ? drawnCards(tabs) : undrawn, chartOf), words)
      saveBlob(blob, hasPictures ? `${name}.zip` : `${name} (CSV).zip`)
      if (hasHidden) void message.info(t('reports.download.hiddenSeries'))
      if (failed.length) void message.warning(t('reports.download.failed', { names: failed.join(t('tables.comma')) }))
    })

  /** Prints the open page as it is drawn for a sheet of paper, in the colours of the light theme. */
  async function printed(): Promise<void> {
    const { dataset } = globalThis.document.documentElement
    const { theme = 'light' } = dataset
    const element = place.current
    await making(async () => {
      const { allDrawn } = await import('./pictures.ts')
      dataset.theme = 'light'
      element?.setAttribute('data-printing', '')
      if (element) await allDrawn(element)
    })
    const restore = () => {
      dataset.theme = theme
      element?.removeAttribute('data-printing')
    }
    addEventListener('afterprint', restore, { once: true })
    print()
  }

  const items = (board: SavedBoard): NonNullable<MenuProps['items']> => {
    const item = (key: 'png' | 'svg' | 'pdf' | 'csv' | 'zip', onClick: () => Promise<void>) => ({
      key,
      label: t(`reports.download.${key}`),
      onClick: () => void onClick(),
    })
    return [
      item('png', () => picture('png')),
      item('svg', () => picture('svg')),
      item('pdf', () => document(board.tabs)),
      item('csv', () => archive(board, false)),
      item('zip', () => archive(board, true)),
    ]
  }
  const isNothing = ({ tabs }: SavedBoard) => isBusy || tabs.every(({ cards }) => !cards.length)
  return { items, isNothing, print: printed }
}
