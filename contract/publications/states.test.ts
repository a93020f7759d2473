import { describe, expect, test } from 'vitest'
import { PublicationState } from './dataset.ts'
import { after, type Involvement, moves, RETRANSMIT_MAX, type Stand, type Verb, verbsOf } from './states.ts'

const NOBODY: Involvement = { mayEdit: false, isReviewer: false, isAdministrator: false, isOwn: false, isOwner: false }
const people = {
  author: { ...NOBODY, mayEdit: true, isOwn: true },
  colleague: { ...NOBODY, mayEdit: true },
  owner: { ...NOBODY, mayEdit: true, isOwner: true },
  reviewer: { ...NOBODY, isReviewer: true },
  administrator: { ...NOBODY, isReviewer: true, isAdministrator: true },
  partial: { ...NOBODY, mayEdit: true, isReviewer: true, isAdministrator: true, isOwn: true },
  stranger: NOBODY,
} as const
const stand = (state: Stand['state'], over: Partial<Stand> = {}): Stand => ({
  state,
  transfer: state === 'pending' ? 'success' : null,
  transferFailures: 0,
  claim: 'nobody',
  hasOpenVersion: false,
  isSentOut: false,
  ...over,
})

/** State and how it stands, then the verbs of each person; written by hand. */
const TABLE: [string, Stand, Record<keyof typeof people, string>][] = [
  [
    'a draft',
    stand('draft'),
    {
      author: 'edit remove submit copy',
      colleague: 'edit remove submit copy',
      owner: 'edit remove submit copy',
      reviewer: '',
      administrator: '',
      partial: 'edit remove submit copy',
      stranger: '',
    },
  ],
  [
    'a submission that nobody has claimed',
    stand('pending'),
    {
      author: 'revoke copy',
      colleague: 'revoke copy',
      owner: 'revoke copy',
      reviewer: 'claim decide',
      administrator: 'claim decide',
      partial: 'revoke copy',
      stranger: '',
    },
  ],
  [
    'a submission that the caller has claimed',
    stand('pending', { claim: 'me' }),
    {
      author: 'copy',
      colleague: 'copy',
      owner: 'copy',
      reviewer: 'release decide',
      administrator: 'release decide',
      partial: 'copy',
      stranger: '',
    },
  ],
  [
    'a submission that another has claimed',
    stand('pending', { claim: 'other' }),
    {
      author: 'copy',
      colleague: 'copy',
      owner: 'copy',
      reviewer: '',
      administrator: 'release',
      partial: 'copy release',
      stranger: '',
    },
  ],
  [
    'a submission that is on its way',
    stand('pending', { transfer: 'transmitting' }),
    {
      author: 'revoke copy',
      colleague: 'revoke copy',
      owner: 'revoke copy',
      reviewer: '',
      administrator: '',
      partial: 'revoke copy',
      stranger: '',
    },
  ],
  [
    'a submission that did not arrive',
    stand('pending', { transfer: 'failed', transferFailures: 1 }),
    {
      author: 'retransmit revoke copy',
      colleague: 'retransmit revoke copy',
      owner: 'retransmit revoke copy',
      reviewer: '',
      administrator: 'retransmit',
      partial: 'retransmit revoke copy',
      stranger: '',
    },
  ],
  [
    'a submission that failed too often',
    stand('pending', { transfer: 'failed', transferFailures: RETRANSMIT_MAX + 1 }),
    {
      author: 'revoke copy',
      colleague: 'revoke copy',
      owner: 'revoke copy',
      reviewer: '',
      administrator: 'retransmit',
      partial: 'revoke copy retransmit',
      stranger: '',
    },
  ],
  [
    'a submission that an institution reviews',
    stand('pending', { isSentOut: true }),
    {
      author: 'revoke copy',
      colleague: 'revoke copy',
      owner: 'revoke copy',
      reviewer: '',
      administrator: '',
      partial: 'revoke copy',
      stranger: '',
    },
  ],
  [
    'a version that an institution published',
    stand('published', { isSentOut: true }),
    {
      author: 'newVersion copy',
      colleague: 'newVersion copy',
      owner: 'newVersion copy',
      reviewer: '',
      administrator: '',
      partial: 'newVersion copy',
      stranger: '',
    },
  ],
  [
    'a rejected version',
    stand('rejected', { claim: 'other' }),
    {
      author: 'edit remove submit copy',
      colleague: 'edit remove submit copy',
      owner: 'edit remove submit copy',
      reviewer: '',
      administrator: '',
      partial: 'edit remove submit copy',
      stranger: '',
    },
  ],
  [
    'a published version',
    stand('published', { claim: 'other' }),
    {
      author: 'newVersion copy',
      colleague: 'newVersion copy',
      owner: 'newVersion copy correct withdraw',
      reviewer: '',
      administrator: 'correct withdraw',
      partial: 'newVersion copy correct withdraw',
      stranger: '',
    },
  ],
  [
    'a published version with another in preparation',
    stand('published', { claim: 'other', hasOpenVersion: true }),
    {
      author: 'copy',
      colleague: 'copy',
      owner: 'copy correct withdraw',
      reviewer: '',
      administrator: 'correct withdraw',
      partial: 'copy correct withdraw',
      stranger: '',
    },
  ],
  [
    'a withdrawn version',
    stand('withdrawn', { claim: 'other' }),
    {
      author: 'copy',
      colleague: 'copy',
      owner: 'copy',
      reviewer: '',
      administrator: '',
      partial: 'copy',
      stranger: '',
    },
  ],
]

describe('what may be done with a version', () => {
  test.each(
    TABLE.flatMap(([what, stance, verbs]) =>
      (Object.keys(people) as (keyof typeof people)[]).map(
        (who) => [what, who, stance, verbs[who].split(' ').filter(Boolean) as Verb[]] as const,
      ),
    ),
  )('with %s, by the %s', (_what, who, stance, verbs) => {
    expect(verbsOf(people[who], stance).sort()).toEqual([...verbs].sort())
  })
})

describe('the states of the specification', () => {
  test('a published version never becomes a draft, and a withdrawn one nothing else', () => {
    const ways = PublicationState.options.map((state) => [
      state,
      (Object.keys(moves) as (keyof typeof moves)[]).flatMap((move) => after(move, state) ?? []),
    ])
    expect(ways).toEqual([
      ['draft', ['pending']],
      ['pending', ['draft', 'rejected', 'published']],
      ['rejected', ['pending']],
      ['published', ['withdrawn']],
      ['withdrawn', []],
    ])
  })
})
