import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { call, http } from './call.ts'
import { onProofQuestion, openQuestion } from './confirm.ts'
import { presentWith, type Reaction } from './errors.ts'
import { CallFailure } from './failures.ts'

const refusal = (error: string) => new CallFailure({ code: 8, message: error, data: null, error, requestId: 'r' })
const answers = vi.spyOn(http, 'request')
let shown: Reaction[] = []
let stopListening = () => {}
beforeEach(() => {
  shown = []
  presentWith((reaction) => shown.push(reaction))
  stopListening = onProofQuestion(() => {})
})
afterEach(() => {
  answers.mockReset()
  stopListening()
})
const asked = () => vi.waitUntil(() => openQuestion())

test('a call that needs a proof goes out again once it is given', async () => {
  answers.mockRejectedValueOnce(refusal('confirmNeeded')).mockResolvedValueOnce({ data: { secret: 's', uri: 'u' } })
  const answer = call(account.beginTotp, {}, { quiet: true })
  const resolveProof = await asked()
  resolveProof(true)
  await expect(answer).resolves.toEqual({ secret: 's', uri: 'u' })
  expect(openQuestion()).toBeNull()
  expect(shown).toEqual([])
})

test('who gives no proof gets the refusal, and nothing else shows it', async () => {
  answers.mockRejectedValueOnce(refusal('confirmNeeded'))
  const answer = call(account.beginTotp, {})
  const resolveProof = await asked()
  resolveProof(false)
  await expect(answer).rejects.toMatchObject({ error: 'confirmNeeded' })
  expect(answers).toHaveBeenCalledTimes(1)
  expect(shown).toEqual([])
})

test('where nobody can be asked, the lack of a proof is shown', async () => {
  stopListening()
  answers.mockRejectedValueOnce(refusal('confirmNeeded'))
  await expect(call(account.beginTotp, {})).rejects.toMatchObject({ error: 'confirmNeeded' })
  expect(openQuestion()).toBeNull()
  expect(shown).toEqual([{ show: 'modal', text: 'confirmNeeded' }])
})

test('calls that wait at the same time are asked about once', async () => {
  answers.mockRejectedValueOnce(refusal('confirmNeeded')).mockRejectedValueOnce(refusal('confirmNeeded'))
  answers.mockResolvedValue({ data: null })
  const both = Promise.all([call(account.removeTotp, {}), call(account.removeTotp, {})])
  const resolveProof = await asked()
  await vi.waitUntil(() => answers.mock.calls.length === 2)
  resolveProof(true)
  await both
  expect(answers).toHaveBeenCalledTimes(4)
})

test('another refusal is shown, unless the page tells it itself', async () => {
  answers.mockRejectedValue(refusal('secondRequired'))
  await expect(call(account.beginTotp, {})).rejects.toMatchObject({ error: 'secondRequired' })
  expect(shown).toEqual([{ show: 'modal', text: 'secondRequired' }])
  await expect(call(account.beginTotp, {}, { quiet: true })).rejects.toThrow()
  expect(shown).toHaveLength(1)
})
