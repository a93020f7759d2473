import { sourcesOfView } from '#contract/data-views.ts'
import type { Lineage } from '#contract/queries/answer.ts'
import { idOf, type SourceRef } from '#contract/queries/query.ts'
import type { ViewRow } from './catalogue-store.ts'

/** What views are made of; `namesOf` tells the names of sources that the reader may see. */
export async function lineageOf(
  rows: readonly ViewRow[],
  namesOf: (refs: readonly SourceRef[]) => Promise<Map<string, string>>,
): Promise<Lineage> {
  const read = rows.flatMap(({ id, definition }) => sourcesOfView(definition).map((source) => ({ to: id, source })))
  const names = await namesOf(read.map(({ source }) => source))
  const nodes = new Map<string, Lineage['nodes'][number]>()
  for (const { id, name } of rows) nodes.set(id, { id, kind: 'view', name, isHidden: false })
  for (const { source } of read) {
    const id = idOf(source)
    if (nodes.has(id)) continue
    const name = names.get(id)
    nodes.set(id, { id, kind: source.kind, name: name ?? '', isHidden: name === undefined })
  }
  const edges = new Map(read.map(({ to, source }) => [`${idOf(source)}>${to}`, { from: idOf(source), to }]))
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}
