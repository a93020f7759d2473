import type { QueryClient } from '@tanstack/react-query'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { askChart } from '#contract/charts/asking.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { csvOf, pngOf, svgOf } from './card-files.ts'
import { answerKey, askIn } from './use-answer.ts'

/** A chart of a board as it is asked now; `element` is its card where it is drawn. */
export type ZippedCard = { name: string; definition: ChartDefinition; element: Element | null }

const fileName = (name: string) => name.replace(/[\\/:*?"<>|]/g, '_').slice(0, 100)

/** Names that differ from each other, in upper and lower case, too. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let next = fileName(name)
    for (let number = 2; taken.has(next.toLowerCase()); number += 1) next = `${fileName(name)} ${number}`
    taken.add(next.toLowerCase())
    return next
  })
}

/** The charts of a board as one archive: figures of all, pictures of those that are drawn; and the names of what failed. */
export async function boardZip(client: QueryClient, spaceId: string, cards: readonly ZippedCard[]) {
  const { BlobWriter, configure, TextReader, BlobReader, ZipWriter } = await import('@zip.js/zip.js')
  // The policy of the page admits no worker from a text; the files are small.
  configure({ useWebWorkers: false })
  const zip = new ZipWriter(new BlobWriter('application/zip'))
  const failed: string[] = []
  const names = distinct(cards.map(({ name }) => name))
  for (const [at, { definition, element }] of cards.entries()) {
    const name = names[at] ?? ''
    const answer = await client
      .fetchQuery<ChartAnswer>({
        queryKey: answerKey(spaceId, definition),
        queryFn: ({ signal }) => askChart(definition, askIn(spaceId, signal)),
        staleTime: Number.POSITIVE_INFINITY,
      })
      .catch(() => null)
    if (!answer) {
      failed.push(name)
      continue
    }
    await zip.add(`${name}.csv`, new TextReader(csvOf(answer)))
    const svg = element && svgOf(element, name)
    if (svg) await zip.add(`${name}.svg`, new TextReader(svg))
    const png = element && (await pngOf(element, name))
    if (png) await zip.add(`${name}.png`, new BlobReader(png))
  }
  return { blob: await zip.close(), failed }
}
