import { useQueryClient } from '@tanstack/react-query'
import { App, type MenuProps } from 'antd'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { askChart } from '#contract/charts/asking.ts'
import type { BoardTab } from '#contract/reports/board.ts'
import type { BoardAddress } from './address.ts'
import { askedBy, type BoardContext, definitionOf, titleOf } from './board-context.ts'
import type { ZippedCard } from './board-zip.ts'
import { saveBlob } from './card-files.ts'
import { answerKey, askIn } from './use-answer.ts'

/** Milliseconds until a page that was opened stands there at the latest. */
const OPEN_MS = 5000
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

type Place = RefObject<HTMLElement | null>
type Address = Pick<BoardAddress, 'tab' | 'openTab'>

/** The pages of a board one after the other, each once all of its cards are drawn; then the one that was open. */
async function* drawnPages(place: Place, tabs: readonly BoardTab[], { tab, openTab }: Address) {
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

/** What of a board can be saved and printed: the open page as a picture, all pages as a document, all charts with their figures. */
export function useBoardFiles(place: Place, name: string, address: Address) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  /** Runs work that takes a while. */
  async function making(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    const close = message.loading(t('reports.download.making'), 0)
    try {
      await work()
    } catch {
      // A script did not come, or the machine has no memory left.
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
      const pages = []
      for await (const { element } of drawnPages(place, tabs, address)) pages.push(await taken(element).page())
      saveBlob(pdfOf(name, pages), `${name}.pdf`)
    })

  async function* cardsOf({ spaceId, board, charts, narrowings }: BoardContext): AsyncGenerator<ZippedCard> {
    for await (const { page, element } of drawnPages(place, board.tabs, address))
      for (const card of page.cards) {
        const definition = definitionOf(card, charts)
        const drawn = element.querySelector<HTMLElement>(`[data-card="${card.key}"]`)
        if (!definition || !drawn) continue
        const title = titleOf(card, charts)
        const asked = askedBy(card.key, definition, { narrowings, title })
        const answer = await client
          .fetchQuery<ChartAnswer>({
            queryKey: answerKey(spaceId, asked.definition),
            queryFn: ({ signal }) => askChart(asked.definition, askIn(spaceId, signal)),
            staleTime: Number.POSITIVE_INFINITY,
          })
          .catch(() => null)
        yield { name: title || t('reports.cards.chart'), answer, element: drawn }
      }
  }
  const archive = (context: BoardContext) =>
    making(async () => {
      const { boardZip } = await import('./board-zip.ts')
      const { blob, failed } = await boardZip(cardsOf(context))
      saveBlob(blob, `${name}.zip`)
      if (failed.length) void message.warning(t('reports.download.failed', { names: failed.join(t('tables.comma')) }))
    })

  const printed = () =>
    making(async () => {
      const { allDrawn } = await import('./pictures.ts')
      if (place.current) await allDrawn(place.current)
    }).then(() => print())

  const menu = (context: BoardContext): NonNullable<MenuProps['items']>[number] => {
    const { tabs } = context.board
    const item = (key: 'png' | 'svg' | 'pdf' | 'zip', onClick: () => Promise<void>) => ({
      key,
      label: t(`reports.download.${key}`),
      onClick: () => void onClick(),
    })
    return {
      key: 'download',
      label: t('reports.download.title'),
      disabled: isBusy || tabs.every(({ cards }) => !cards.length),
      children: [
        item('png', () => picture('png')),
        item('svg', () => picture('svg')),
        item('pdf', () => document(tabs)),
        item('zip', () => archive(context)),
      ],
    }
  }
  return { menu, print: printed }
}
