import { useMemo } from 'react'
import type { DatasetBoard } from '#contract/dataset-boards.ts'
import BoardCards, { type BoardSource } from '../BoardCards.tsx'

/** The source of a frozen board; `addressOf` returns the address of a file by its path. */
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
