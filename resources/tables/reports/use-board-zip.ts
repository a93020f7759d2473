import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askedBy, type BoardContext, definitionOf, titleOf } from './board-context.ts'
import { saveBlob } from './card-files.ts'

/** Saves all charts of a board in one archive; what could not be read is told. */
export function useBoardZip(place: RefObject<HTMLElement | null>, name: string) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [isZipping, setZipping] = useState(false)
  async function zip({ spaceId, board, charts, narrowings }: BoardContext): Promise<void> {
    const cards = board.tabs.flatMap((tab) =>
      tab.cards.flatMap((card) => {
        const definition = definitionOf(card, charts)
        if (!definition) return []
        const title = titleOf(card, charts)
        const asked = askedBy(card.key, definition, { narrowings, title })
        const element = place.current?.querySelector(`[data-card="${card.key}"]`) ?? null
        return [{ name: title || t('reports.cards.chart'), definition: asked.definition, element }]
      }),
    )
    if (!cards.length) return void message.info(t('reports.noCards'))
    setZipping(true)
    try {
      const { boardZip } = await import('./board-zip.ts')
      const { blob, failed } = await boardZip(client, spaceId, cards)
      saveBlob(blob, `${name}.zip`)
      if (failed.length) void message.warning(t('reports.zipFailed', { names: failed.join(t('tables.comma')) }))
    } catch {
      // The script of the archive did not come, or the machine has no memory left.
      void message.error(t('reports.zipBroken'))
    } finally {
      setZipping(false)
    }
  }
  return { zip, isZipping }
}
