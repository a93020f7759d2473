import { useMemo } from 'react'
import type { OpenReviewBoard } from '#contract/pages/data.ts'
import { publications } from '#contract/publications.ts'
import { reviews } from '#contract/reviews.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { FrozenBoard, type FrozenSource } from './FrozenBoard.tsx'

function sourceOf({ place, board }: OpenReviewBoard): FrozenSource {
  const one = { ...place, board }
  return {
    key: board,
    board: () => call(reviews.board, one, { quiet: true }),
    chart: (asked, signal) => call(reviews.card, { ...one, ...asked }, { quiet: true, signal }),
    offered: (filter, q) => call(reviews.offered, { ...one, filter, q }, { quiet: true }),
    addressOf: (path) =>
      'code' in place
        ? addressOf(reviews.linkContent, { code: place.code, path })
        : addressOf(publications.content, { id: place.id, path }),
  }
}

/** The cards of a board of a submission. */
export default function ReviewBoardCards({ open }: { open: OpenReviewBoard }) {
  return <FrozenBoard source={useMemo(() => sourceOf(open), [open])} />
}
