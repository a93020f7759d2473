import { sourcesOfView } from '#contract/data-views.ts'
import type { Lineage, LineageNode } from '#contract/queries/answer.ts'
import { idOf, type SourceRef } from '#contract/queries/query.ts'
import type { FedTable } from '#server/modules/data-sources/index.ts'
import type { PublishedDataset } from '#server/modules/publications/index.ts'
import type { ReadReport } from '#server/modules/reports/index.ts'
import type { ImportedTable } from '#server/modules/tables/index.ts'
import type { ViewRow } from './catalogue-store.ts'

/** What is in a space as its reader may see it, and where its data come from. */
export type Flows = {
  fed: readonly FedTable[]
  imported: readonly ImportedTable[]
  views: readonly Pick<ViewRow, 'id' | 'name' | 'definition'>[]
  reports: readonly ReadReport[]
  datasets: readonly PublishedDataset[]
}
type Node = LineageNode
/** Data that flow from something into something else. */
type Flow = { from: Pick<Node, 'id' | 'kind'>; to: string }

const refFlow = (to: string) => (ref: SourceRef) => ({ from: { id: idOf(ref), kind: ref.kind }, to })
const flowsInto = (to: string, kind: Node['kind'], ids: readonly string[]): Flow[] =>
  ids.map((id) => ({ from: { id, kind }, to }))

const flowsOf = ({ fed, imported, views, reports, datasets }: Flows): Flow[] => [
  ...fed.flatMap(({ source_id, table_id }) => flowsInto(table_id, 'dataSource', [source_id])),
  ...imported.flatMap(({ file_id, table_id }) => flowsInto(table_id, 'file', [file_id])),
  ...views.flatMap(({ id, definition }) => sourcesOfView(definition).map(refFlow(id))),
  ...reports.flatMap(({ id, sources, files, charts }) => [
    ...sources.map(refFlow(id)),
    ...flowsInto(id, 'file', files),
    ...flowsInto(id, 'chart', charts),
  ]),
  ...datasets.flatMap(({ id, tables, boards }) => [
    ...flowsInto(id, 'table', tables),
    ...flowsInto(id, 'board', boards),
  ]),
]

const named = (id: string, kind: Node['kind'], name: string): Node => ({ id, kind, name, isHidden: false })
/** What is known by its name without being looked up. */
const knownOf = ({ fed, imported, views, reports, datasets }: Flows): Node[] => [
  ...fed.map(({ source_id, source_name }) => named(source_id, 'dataSource', source_name)),
  ...[...fed, ...imported].map(({ table_id, table_name }) => named(table_id, 'table', table_name)),
  ...views.map(({ id, name }) => named(id, 'view', name)),
  ...reports.map(({ id, kind, name }) => named(id, kind, name)),
  ...datasets.map(({ id, title }) => named(id, 'dataset', title)),
]

type LookUps = {
  /** Names of things by their ids. */
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The ids of the folders above a file or folder. */
  aboveOf: (ids: readonly string[]) => Promise<(id: string) => readonly string[]>
}

/** All through which data flow in a space; what nothing flows into or out of is left out, but for views. */
export async function lineageOf(all: Flows, { namesOf, aboveOf }: LookUps): Promise<Lineage> {
  const flows = flowsOf(all)
  const items = flows.flatMap(({ from }) => (from.kind === 'file' || from.kind === 'folder' ? [from] : []))
  const above = await aboveOf(items.map(({ id }) => id))
  // A file is in a dataset if it was chosen by itself or with a folder.
  for (const { id: to, files } of all.datasets) {
    const chosen = new Set(files)
    const isIn = ({ id }: (typeof items)[number]) => [id, ...above(id)].some((one) => chosen.has(one))
    flows.push(...items.filter(isIn).map((from) => ({ from, to })))
  }
  const nodes = new Map(knownOf(all).map((node) => [node.id, node]))
  const unknown = flows.map(({ from }) => from).filter(({ id }) => !nodes.has(id))
  const names = await namesOf(unknown.map(({ id }) => id))
  for (const { id, kind } of unknown) {
    const name = names.get(id)
    nodes.set(id, { id, kind, name: name ?? '', isHidden: name === undefined })
  }
  const edges = new Map(flows.map(({ from, to }) => [`${from.id}>${to}`, { from: from.id, to }]))
  const flowing = new Set([...all.views.map(({ id }) => id), ...flows.flatMap(({ from, to }) => [from.id, to])])
  return { nodes: [...nodes.values()].filter(({ id }) => flowing.has(id)), edges: [...edges.values()] }
}
