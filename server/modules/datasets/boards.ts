import type { FastifyInstance } from 'fastify'
import { datasetBoards } from '#contract/dataset-boards.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { mount } from '#server/http/mount.ts'
import type { DatasetAccess } from '#server/modules/dataset-access/index.ts'
import type { FrozenBoards, FrozenVersion } from '#server/modules/frozen-boards/index.ts'
import { isOnRequest, isOpen } from './described.ts'
import type { DatasetService, Found } from './service.ts'

type Needs = { service: DatasetService; access: DatasetAccess; boards: FrozenBoards }
type Place = { id: string; number: number }

const frozenOf = ({ version: { id, publishedAt }, seesAll }: Found): FrozenVersion => ({
  id,
  frozenAt: publishedAt,
  seesAll,
})

/** Dashboards of published datasets, for readers who may access the files that they use. */
export function boardsOfDatasets(app: FastifyInstance, { service, access, boards }: Needs) {
  /** A version whose files the reader may have, all or some. Throws reportGone. */
  async function readable({ id, number }: Place, actor: SignedIn | null): Promise<Found> {
    const dataset = await service.find(id, number)
    if (!dataset) throw new Failure('reportGone')
    const { version, spaceId } = dataset
    const seesAll = isOnRequest(dataset) && (await access.mayRead({ datasetId: version.datasetId, spaceId }, actor))
    if (!seesAll && !isOpen(dataset)) throw new Failure('reportGone')
    return { ...dataset, seesAll }
  }

  /** A board of a version for its page. Throws reportGone. */
  async function opened(place: Place, boardId: string, actor: SignedIn | null) {
    const dataset = await readable(place, actor)
    const { board } = await boards.opened(frozenOf(dataset), boardId)
    return { name: board.name, title: dataset.version.metadata.title }
  }

  const calls = boards.calls(async (place: Place, { actor }) => frozenOf(await readable(place, actor)))
  mount(app, datasetBoards.board, calls.board)
  mount(app, datasetBoards.card, calls.card)
  mount(app, datasetBoards.offered, calls.offered)
  return { linesOf: (dataset: Found) => boards.linesOf(frozenOf(dataset)), opened }
}
export type DatasetBoards = ReturnType<typeof boardsOfDatasets>
