import * as z from 'zod/mini'
import type { components as calls } from '#contract/components.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { PreviewComponent } from '#contract/preview.ts'
import type { Call, Language } from '#server/http/context.ts'
import { decodeCursor, encodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { ComponentNeeds } from './needs.ts'
import type { Offer } from './package.ts'
import { componentOf, itemOf, previewOf, webPathOf } from './records.ts'

const Key = z.object({ bundle: part.text })
const afterOf = (after: string | undefined) => (after === undefined ? null : decodeCursor(after, Key).bundle)

const isAsked = ({ manifest }: Offer, { q, category, suffix }: Omit<ParsedOf<typeof calls.market>, 'size'>) => {
  const { bundle, name, suffixes } = manifest
  const words = [bundle, name.zh, name.en, ...suffixes].join('\n').toLowerCase()
  return (
    (!q || words.includes(q.toLowerCase())) &&
    (!category || manifest.category === category) &&
    (!suffix || suffixes.includes(suffix.toLowerCase()))
  )
}

/** The installed components, those in the market, and which of them show a kind of file. */
export function catalogueRules({ store, market }: Pick<ComponentNeeds, 'store' | 'market'>) {
  async function list(query: ParsedOf<typeof calls.list>, { language }: Pick<Call, 'language'>) {
    const rows = await store.page(query, afterOf(query.after))
    return pageOf(rows, query.size, {
      toItem: (row) => componentOf(row, language),
      key: ({ bundle }) => ({ bundle }),
    })
  }

  async function offered(query: ParsedOf<typeof calls.market>, { language }: Pick<Call, 'language'>) {
    const after = afterOf(query.after) ?? ''
    const { offers, isPartial } = await market.offers()
    const fitting = offers.filter(({ id }) => id > after).filter((offer) => isAsked(offer, query))
    const page = fitting.slice(0, query.size)
    const installed = await store.installed(page.map(({ id }) => id))
    return {
      isPartial,
      list: page.map((offer) => itemOf(offer, language, installed.get(offer.id))),
      ...(fitting.length > page.length && { next: encodeCursor({ bundle: page.at(-1)?.id ?? '' }) }),
    }
  }

  async function categories() {
    const named = (await market.offers()).offers.map(({ manifest }) => manifest.category).filter(Boolean)
    return [...Map.groupBy(named, (category) => category)]
      .map(([category, { length }]) => ({ category, count: length }))
      .sort((a, b) => a.category.localeCompare(b.category))
  }

  /** Components for a suffix: those installed and enabled; otherwise the first of the market that is not installed. */
  async function showing(suffix: string, language: Language) {
    const rows = await store.showing(suffix)
    return rows.map((row) => previewOf(componentOf(row, language), webPathOf(row)))
  }
  async function matching(suffix: string, language: Language): Promise<PreviewComponent | null> {
    const offers = (await market.atHand()).filter(({ manifest }) => manifest.suffixes.includes(suffix))
    const installed = await store.installed(offers.map(({ id }) => id))
    const offer = offers.find(({ id }) => !installed.has(id))
    return offer ? previewOf(itemOf(offer, language), '') : null
  }

  return { list, offered, categories, showing, matching }
}
