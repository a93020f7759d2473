import { useMemo } from 'react'
import { shareAccess } from '#contract/share-access.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import BoardCards, { type BoardSource } from '../BoardCards.tsx'

const sourceOf = (linkId: string): BoardSource => ({
  news: { link: linkId },
  key: linkId,
  board: () => call(shareAccess.board, { linkId }, { quiet: true }),
  chart: (asked, signal) => call(shareAccess.chart, { linkId, ...asked }, { quiet: true, signal }),
  offered: async (filter, q) => call(shareAccess.boardValues, { linkId, filter, q }, { quiet: true }),
  fileAddress: (card, hash) => addressOf(shareAccess.boardFile, { linkId, card, hash }),
})

/** A board for visitors of a link: what its maker may see of it. */
export default function SharedBoard({ linkId }: { linkId: string }) {
  const source = useMemo(() => sourceOf(linkId), [linkId])
  return <BoardCards source={source} />
}
