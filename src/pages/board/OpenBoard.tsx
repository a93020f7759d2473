import { useMemo } from 'react'
import { files } from '#contract/files.ts'
import type { OpenBoard as BoardShape } from '#contract/reports/reading.ts'
import { reports } from '#contract/reports.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import BoardCards, { type BoardSource } from '../BoardCards.tsx'

const sourceOf = (id: string, spaceId: string): BoardSource => ({
  news: { board: id },
  key: id,
  board: () => call(reports.board, { id }, { quiet: true }),
  chart: (asked, signal) => call(reports.card, { id, ...asked }, { quiet: true, signal }),
  offered: (filter, q) => call(reports.offered, { id, filter, q }, { quiet: true }),
  fileAddress: (_card, hash) => addressOf(files.content, { spaceId, hash }),
})

/** A board of a public space for those who are not signed in. */
export default function OpenBoard({ board: { id, spaceId } }: { board: BoardShape }) {
  const source = useMemo(() => sourceOf(id, spaceId), [id, spaceId])
  return <BoardCards source={source} />
}
