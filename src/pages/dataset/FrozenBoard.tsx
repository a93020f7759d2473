import { useMemo } from 'react'
import type { DatasetBoard } from '#contract/dataset-boards.ts'
import BoardCards, { type BoardSource } from '../BoardCards.tsx'

/** Where a frozen board is read; `addressOf` is that of a file at a path of its version. */
export type FrozenSource = Pick<BoardSource, 'key' | 'chart' | 'offered'> & {
  board: () => Promise<DatasetBoard>
  addressOf: (path: string) => string
}

function sourceOf({ addressOf, board, ...source }: FrozenSource): BoardSource {
  let paths: Record<string, string> = {}
  return {
    ...source,
    news: null,
    board: async () => {
      const found = await board()
      paths = found.paths
      return found
    },
    fileAddress: (_card, hash) => addressOf(paths[hash] ?? ''),
  }
}

/** The cards of a board that was frozen with a version, asked of the files of that version. */
export function FrozenBoard({ source }: { source: FrozenSource }) {
  const read = useMemo(() => sourceOf(source), [source])
  return <BoardCards source={read} />
}
