import type { ChartAnswer } from '#contract/charts/answer.ts'
import type { ChartWords } from '../words.ts'
import { csvOf } from './card-files.ts'
import { taken } from './pictures.ts'

/** A chart of a board; `answer` is null if it could not be read, `element` its drawn card, if pictures are wanted. */
export type ZippedCard = { name: string; answer: ChartAnswer | null; element: HTMLElement | null }

const fileName = (name: string) => name.replace(/[\\/:*?"<>|]/g, '_').slice(0, 100)

/** Makes names unique, ignoring case. */
function distinct(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    let next = fileName(name)
    for (let number = 2; taken.has(next.toLowerCase()); number += 1) next = `${fileName(name)} ${number}`
    taken.add(next.toLowerCase())
    return next
  }
}

/** The charts of a board as one archive, each with its figures and, where they are drawn, its pictures; and the names of what failed. */
export async function boardZip(cards: AsyncIterable<ZippedCard>, words: ChartWords) {
  const { BlobWriter, configure, TextReader, BlobReader, ZipWriter } = await import('@zip.js/zip.js')
  // The page's security policy allows no worker from a blob; the files are small.
  configure({ useWebWorkers: false })
  const zip = new ZipWriter(new BlobWriter('application/zip'))
  const failed: string[] = []
  const nameFor = distinct()
  for await (const { name: given, answer, element } of cards) {
    const name = nameFor(given)
    if (!answer) {
      failed.push(name)
      continue
    }
    await zip.add(`${name}.csv`, new TextReader(csvOf(answer, words)))
    if (!element) continue
    const picture = taken(element)
    await zip.add(`${name}.svg`, new TextReader(picture.svg))
    await zip.add(`${name}.png`, new BlobReader(await picture.png()))
  }
  return { blob: await zip.close(), failed }
}
