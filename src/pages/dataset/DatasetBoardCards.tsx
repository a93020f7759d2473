import { useMemo } from 'react'
import { datasetBoards } from '#contract/dataset-boards.ts'
import type { OpenDatasetBoard } from '#contract/pages/data.ts'
import { datasetPath } from '#contract/pages/paths.ts'
import { call } from '#providers/call.ts'
import { FrozenBoard, type FrozenSource } from './FrozenBoard.tsx'

function sourceOf({ id, number, board }: OpenDatasetBoard): FrozenSource {
  const one = { id, number, board }
  return {
    key: `${board} ${number}`,
    board: () => call(datasetBoards.board, one, { quiet: true }),
    chart: (asked, signal) => call(datasetBoards.card, { ...one, ...asked }, { quiet: true, signal }),
    offered: (filter, q) => call(datasetBoards.offered, { ...one, filter, q }, { quiet: true }),
    addressOf: (path) =>
      `${datasetPath(id, number)}/files/${path.split('/').map(encodeURIComponent).join('/')}?preview`,
  }
}

/** The cards of a board of a published dataset. */
export default function DatasetBoardCards({ place }: { place: OpenDatasetBoard }) {
  return <FrozenBoard source={useMemo(() => sourceOf(place), [place])} />
}
