import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { call } from './call.ts'
import { callConfirmed, openQuestion } from './confirm.ts'
import { presentWith, type Reaction } from './errors.ts'
import { CallFailure } from './failures.ts'

vi.mock('./call.ts', () => ({ call: vi.fn() }))

const refusal = (error: string) => new CallFailure({ code: 8, message: error, data: null, error, requestId: 'r' })
const answers = vi.mocked(call)
let shown: Reaction[] = []
beforeEach(() => {
  shown = []
  presentWith((reaction) => shown.push(reaction))
})
afterEach(() => answers.mockReset())
const asked = () => vi.waitUntil(() => openQuestion())

test('a call that needs a proof goes out again once it is given', async () => {
  answers.mockRejectedValueOnce(refusal('confirmNeeded')).mockResolvedValueOnce({ secret: 's', uri: 'u' })
  const answer = callConfirmed(account.beginTotp, {})
  const resolveProof = await asked()
  resolveProof(true)
  await expect(answer).resolves.toEqual({ secret: 's', uri: 'u' })
  expect(openQuestion()).toBeNull()
  expect(shown).toEqual([])
})

test('who gives no proof gets the refusal, and nothing else shows it', async () => {
  answers.mockRejectedValueOnce(refusal('confirmNeeded'))
  const answer = callConfirmed(account.beginTotp, {})
  const resolveProof = await asked()
  resolveProof(false)
  await expect(answer).rejects.toMatchObject({ error: 'confirmNeeded' })
  expect(answers).toHaveBeenCalledTimes(1)
  expect(shown).toEqual([])
})

test('calls that wait at the same time are asked about once', async () => {
  answers.mockRejectedValueOnce(refusal('confirmNeeded')).mockRejectedValueOnce(refusal('confirmNeeded'))
  answers.mockResolvedValue(null)
  const both = Promise.all([callConfirmed(account.removeTotp, {}), callConfirmed(account.removeTotp, {})])
  const resolveProof = await asked()
  await vi.waitUntil(() => answers.mock.calls.length === 2)
  resolveProof(true)
  await both
  expect(answers).toHaveBeenCalledTimes(4)
})

test('another refusal is shown, unless the page tells it itself', async () => {
  answers.mockRejectedValue(refusal('secondRequired'))
  await expect(callConfirmed(account.removeTotp, {})).rejects.toMatchObject({ error: 'secondRequired' })
  expect(shown).toEqual([{ show: 'modal', text: 'secondRequired' }])
  await expect(callConfirmed(account.removeTotp, {}, { quiet: true })).rejects.toThrow()
  expect(shown).toHaveLength(1)
})
