import { App } from 'antd'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { saveBlob } from '#providers/save-blob.ts'
import { useChartWords } from '../words.ts'
import { csvOf } from './card-files.ts'
import { hasHiddenSeries } from './hidden-series.ts'
import type { PictureKind } from './pictures.ts'

/**
 * The downloads of a card's chart, as menu items. `inside` is an element of the card, which is marked by `data-card`;
 * `answer` is the shown answer, undefined while it is loading.
 */
export function useCardFiles(
  inside: RefObject<HTMLElement | null>,
  name: string,
  answer: () => ChartAnswer | undefined,
) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const words = useChartWords()
  const nothing = () => void message.info(t('reports.card.notYet'))
  const cardHere = () => inside.current?.closest<HTMLElement>('[data-card]')
  function figures() {
    const found = answer()
    if (!found) return nothing()
    saveBlob(new Blob([csvOf(found, words)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
    if (hasHiddenSeries(cardHere())) void message.info(t('reports.download.hiddenSeries'))
  }
  async function picture(kind: PictureKind) {
    const card = cardHere()
    if (!card || card.querySelector('.skeleton')) return nothing()
    try {
      const { pictureFile } = await import('./pictures.ts')
      saveBlob(await pictureFile(card, kind, name), `${name}.${kind}`)
    } catch {
      // A script failed to load, or there is not enough memory.
      void message.error(t('reports.download.broken'))
    }
  }
  return [
    { key: 'csv', label: t('reports.card.csv'), onClick: figures },
    ...(['png', 'svg', 'pdf'] as const).map((kind) => ({
      key: kind,
      label: t(`reports.card.${kind}`),
      onClick: () => void picture(kind),
    })),
  ]
}
