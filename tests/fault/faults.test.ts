import { expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { runRounds } from './rounds.ts'

/** A small generator with a seed: the same kills every time. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** In five, each daily point of rounds.ts is once where it dies; then it is killed at some time. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? (isFull ? 50 : 5))

test(`killed ${ROUNDS} times in the middle of uploads, renames and deletions, nothing acknowledged is lost`, async () => {
  const report = await runRounds(ROUNDS, seeded(20_261_121))
  expect(report.lost).toEqual([])
  expect(report.findings).toEqual([])
  expect(report.kills).toBe(ROUNDS)
  // A busy machine acknowledges less before it is killed; the rounds did something all the same.
  expect(report.acknowledged).toBeGreaterThan(ROUNDS / 2)
})
