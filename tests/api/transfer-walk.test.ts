import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import type { PublicationState } from '#contract/publications/dataset.ts'
import { RETRANSMIT_MAX } from '#contract/publications/states.ts'
import { drawing } from '../support/random.ts'
import { buildTransfer } from '../support/transfer.ts'

const { publications } = contract
const STEPS = 150
const SEEDS = [20261124, 20261125]

/** cut: in the middle of a file. unanswered: complete at the institution, which breaks off before it says so. */
const faults = [
  'none',
  'none',
  'none',
  'none',
  'none',
  'none',
  'entry',
  'killed',
  'publish',
  'login',
  'cut',
  'cut',
  'incomplete',
  'garbled',
  'unanswered',
] as const
type Fault = (typeof faults)[number]
const moves = [
  'submit',
  'submit',
  'retransmit',
  'retransmit',
  'byAdministrator',
  'revoke',
  'revoke',
  'revokeUnanswered',
  'claim',
  'adopt',
  'reject',
  'reject',
  'repeat',
  'forge',
  'newVersion',
] as const
type Move = (typeof moves)[number]

/** A version on its way to an institution, as docs/transfer.md tells it, written down without a look at the server. */
type Version = {
  state: PublicationState
  transfer: 'failed' | 'success' | null
  step: 'waiting' | 'sending' | 'completing' | 'sent'
  failures: number
  isClaimed: boolean
  /** The institution has all of it. */
  isWhole: boolean
  /** The institution was asked to give it back, and did not answer. */
  isAsked: boolean
}
const fresh = (state: PublicationState = 'draft'): Version => ({
  state,
  transfer: null,
  step: 'waiting',
  failures: 0,
  isClaimed: false,
  isWhole: false,
  isAsked: false,
})

/** One run of the transfer: how far it comes with a fault. */
function run(version: Version, fault: Fault): void {
  const reached = (): Version['step'] => {
    const { step } = version
    if (step === 'waiting' && ['entry', 'killed', 'publish'].includes(fault)) return 'waiting'
    if ((step === 'waiting' || step === 'sending') && (fault === 'login' || fault === 'cut')) return 'sending'
    if (fault === 'entry' || fault === 'garbled' || fault === 'unanswered') return 'completing'
    return fault === 'incomplete' ? 'sending' : 'sent'
  }
  version.step = reached()
  if (version.step === 'sent' || (version.step === 'completing' && fault === 'unanswered')) version.isWhole = true
  version.transfer = version.step === 'sent' ? 'success' : 'failed'
  if (version.transfer === 'failed') version.failures += 1
}

test.each(SEEDS)(
  'a submission is sent once, whatever fails and whoever does what in which order (seed %i)',
  async (seed) => {
    const draw = drawing(seed)
    const pick = <T>(some: readonly T[]): T => some[Math.floor(draw() * some.length)] as T
    const { world, owner, admin, there, begun, drain, show, put, received, callbackOf, decide } = await buildTransfer()
    const contents = new Map([
      ['casts/README.md', '# Casts\n'],
      ['casts/big.bin', 'lake '.repeat(CHUNK_BYTES / 4)],
      ['casts/cast-1.csv', 'depth,temperature\n0,8.5\n'],
    ])
    await put('big.bin', contents.get('casts/big.bin') ?? '')
    let id = (await begun({ changes: 'More' })).id
    let [version, number, root, decided] = [fresh(), 1, '', null as Record<string, string> | null]
    let whole = 0
    const done = new Set<string>()

    /** Lets the transfer run with a fault, and compares how far it came. */
    async function work(fault: Fault): Promise<void> {
      const before = version.step
      if (fault === 'entry') {
        there.state.tickets.clear()
        there.state.instead.ENTRY = (response) => response.writeHead(500).end()
      }
      if (fault === 'killed' && before === 'waiting')
        await world.db
          .updateTable('publication_transfer')
          .set({ step: 'announcing' })
          .where('publication_id', '=', id)
          .execute()
      if (fault === 'publish') there.state.instead.DATASET_PUBLISH = (response) => response.end('<html>')
      if (fault === 'login') there.sink.state.instead.PASS = '530 No'
      if (fault === 'cut') there.sink.state.cutAfter = 5
      if (fault === 'garbled') there.state.instead.UPLOAD_COMPLETED = (response) => response.end('<html>')
      if (fault === 'unanswered')
        there.state.instead.UPLOAD_COMPLETED = (response) => {
          const dataset = current()
          if (dataset) dataset.isCompleted = true
          response.destroy()
        }
      if (fault === 'incomplete')
        there.state.instead.UPLOAD_COMPLETED = (response) => there.say(response, { result: false })
      const wasWhole = version.isWhole
      const announced = there.state.calls.filter((call) => call === 'DATASET_PUBLISH').length
      run(version, fault)
      await drain()
      there.state.instead = {}
      there.sink.state.instead = {}
      there.sink.state.cutAfter = null
      if (version.isWhole && !wasWhole) whole += 1
      if (version.isWhole)
        for (const [path, text] of contents) expect(current()?.files.get(path)?.toString() === text, path).toBe(true)
      const asked = there.state.calls.filter((call) => call === 'DATASET_PUBLISH').length - announced
      const isAnnounced = before === 'waiting' && fault !== 'entry' && fault !== 'killed'
      expect(asked, 'announced').toBe(isAnnounced ? 1 : 0)
      if (isAnnounced && fault !== 'publish')
        expect(received().at(-1)?.body).toMatchObject({ rootId: root, version: `V${number}` })
    }
    const current = () => received().at(-1)
    const cancelInSilence = (response: ServerResponse) => {
      const dataset = current()
      const { state, step, isWhole, isClaimed } = version
      if (dataset && state === 'pending' && (isWhole || step !== 'waiting') && !isClaimed)
        there.received.delete(dataset.id)
      response.destroy()
    }
    const answerOf = (approvalStatus: 'adopt' | 'no') => ({
      resourceId: current()?.id ?? '',
      approvalStatus,
      ...(approvalStatus === 'no' && { reason: 'Because.', rejectApproval: 'Because.' }),
    })

    async function make(move: Move): Promise<boolean> {
      const { state, transfer, step, failures, isClaimed } = version
      const isHere = state === 'pending' && step === 'sent' && !(version.isAsked && !isClaimed)
      switch (move) {
        case 'submit': {
          const answer = await owner.call(publications.submit, { id })
          const may = state === 'draft' || state === 'rejected'
          expect(answer.code === 0, `${move} of ${JSON.stringify(version)}: ${JSON.stringify(answer)}`).toBe(may)
          if (!may) return false
          version = fresh('pending')
          await work(pick(faults))
          return true
        }
        case 'retransmit':
        case 'byAdministrator': {
          const isAdmin = move === 'byAdministrator'
          const answer = await (isAdmin ? admin : owner).call(publications.retransmit, { id })
          const may = state === 'pending' && transfer === 'failed' && (isAdmin || failures <= RETRANSMIT_MAX)
          expect(answer.code === 0, `${move} of ${JSON.stringify(version)}: ${JSON.stringify(answer)}`).toBe(may)
          if (!may) return false
          if (isAdmin) version.failures = 0
          await work(pick(faults))
          return true
        }
        case 'revoke':
        case 'revokeUnanswered': {
          const isAnswered = move === 'revoke'
          if (!isAnswered) there.state.instead.DATASET_CANCEL = cancelInSilence
          const answer = await owner.call(publications.revoke, { id })
          there.state.instead = {}
          const isKept = step === 'sent' && (isAnswered ? isClaimed && !version.isAsked : true)
          const may = state === 'pending' && !isKept
          expect(answer.code === 0, `${move} of ${JSON.stringify(version)}: ${JSON.stringify(answer)}`).toBe(may)
          if (state !== 'pending') return false
          // What nobody has claimed there is deleted, whether its answer comes or not.
          if (version.isWhole && !isClaimed) whole -= 1
          if (may) version = fresh()
          else if (!isAnswered) version = { ...version, isAsked: true, isWhole: isClaimed }
          return true
        }
        case 'claim': {
          const dataset = current()
          if (!isHere || !dataset) return false
          dataset.isClaimed = true
          version.isClaimed = true
          return true
        }
        case 'adopt':
        case 'reject': {
          if (!isHere) return false
          const said = answerOf(move === 'adopt' ? 'adopt' : 'no')
          expect((await decide(said)).body.code).toBe(0)
          decided = said
          root = said.resourceId
          version = {
            ...fresh(move === 'adopt' ? 'published' : 'rejected'),
            transfer: move === 'adopt' ? 'success' : null,
          }
          return true
        }
        case 'repeat': {
          if (!decided || decided.resourceId !== current()?.id || !['published', 'rejected'].includes(state))
            return false
          expect((await decide(decided)).body.code).toBe(0)
          const other = answerOf(decided.approvalStatus === 'adopt' ? 'no' : 'adopt')
          expect((await decide(other)).body.code).not.toBe(0)
          return true
        }
        case 'forge': {
          if (!current()) return false
          const url = new URL(callbackOf())
          for (const name of [...url.searchParams.keys()]) url.searchParams.set(name, 'guess')
          expect((await decide(answerOf('adopt'), { url: url.href })).body.code).not.toBe(0)
          return true
        }
        case 'newVersion': {
          const answer = await owner.call(publications.newVersion, { id })
          expect(answer.code === 0, JSON.stringify(answer)).toBe(state === 'published')
          if (state !== 'published') return false
          id = (answer as { data: { id: string } }).data.id
          await owner.data(publications.save, { id, fields: { changes: 'More' }, bases: {} })
          version = fresh()
          number += 1
          return true
        }
      }
    }

    for (let step = 0; step < STEPS; step += 1) {
      const move = pick(moves)
      const said = `step ${step}: ${move}`
      if (await make(move)) done.add(move)
      const shown = await show(id)
      expect({ state: shown.state, transfer: shown.transfer }, said).toEqual({
        state: version.state,
        transfer: version.transfer,
      })
      if (version.transfer === 'failed') expect(shown.transferFailures, said).toBe(version.failures)
      expect(received().filter(({ isCompleted }) => isCompleted).length, said).toBe(whole)
    }
    expect([...done]).toEqual(
      expect.arrayContaining(['submit', 'retransmit', 'revoke', 'revokeUnanswered', 'adopt', 'reject']),
    )
  },
)
