import { useMemo } from 'react'
import { datasetBoards } from '#contract/dataset-boards.ts'
import type { OpenDatasetBoard } from '#contract/pages/data.ts'
import { datasetPath } from '#contract/pages/paths.ts'
import { call } from '#providers/call.ts'
import BoardCards, { type BoardSource } from '../BoardCards.tsx'

function sourceOf({ id, number, board }: OpenDatasetBoard): BoardSource {
  const one = { id, number, board }
  let paths: Record<string, string> = {}
  return {
    isFrozen: true,
    key: `${board} ${number}`,
    board: async () => {
      const found = await call(datasetBoards.board, one, { quiet: true })
      paths = found.paths
      return found
    },
    chart: (asked, signal) => call(datasetBoards.card, { ...one, ...asked }, { quiet: true, signal }),
    offered: (filter, q) => call(datasetBoards.offered, { ...one, filter, q }, { quiet: true }),
    fileAddress: (_card, hash) => {
      const path = (paths[hash] ?? '').split('/').map(encodeURIComponent).join('/')
      return `${datasetPath(id, number)}/files/${path}?preview`
    },
  }
}

/** The cards of a board of a dataset, asked of the files of its version. */
export default function FrozenBoard({ place }: { place: OpenDatasetBoard }) {
  const source = useMemo(() => sourceOf(place), [place])
  return <BoardCards source={source} />
}
