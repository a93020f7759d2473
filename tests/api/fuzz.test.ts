import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/core/operation.ts'
import { operations } from '#contract/index.ts'
import { MINUTE_MS } from '../../contract/core/time.ts'
import { Client } from '../support/client.ts'
import { buildWorld } from '../support/world.ts'

const ROUNDS = 12

/** Mulberry32: the same numbers each time, so that what it finds is found again. */
function random(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
type Draw = ReturnType<typeof random>

const pieces = [
  'a',
  'Z',
  '9',
  '@',
  '.',
  '-',
  '_',
  '%',
  '%00',
  '\u0000',
  '\r\n',
  '\u202e',
  '\ud800',
  '😀',
  '汉',
  '<',
  '"',
  "'",
  '\\',
  '/',
  '{{',
  '}}',
  '${',
  '*)(',
  '|',
  ';',
  '=',
  '&',
  '#',
  '\u0301',
  ' ',
  '[]',
  '{}',
]
const text = (draw: Draw) =>
  Array.from({ length: draw(draw(4) ? 12 : 400) }, () => pieces[draw(pieces.length)]).join('')
const seeds = [
  'owner@lab.test',
  'Lake-2026',
  '00000000-0000-4000-8000-000000000000',
  'public-key',
  'totp',
  '12345678',
  'true',
  'null',
]

function value(draw: Draw, depth = 0): unknown {
  const kinds = [
    () => text(draw),
    () => seeds[draw(seeds.length)] ?? '',
    () => (seeds[draw(seeds.length)] ?? '') + text(draw),
    () => draw(2 ** 31) - 2 ** 30,
    () => null,
    () => draw(2) === 1,
    () => (depth > 3 ? 0 : Array.from({ length: draw(4) }, () => value(draw, depth + 1))),
    () =>
      depth > 3
        ? 0
        : Object.fromEntries(Array.from({ length: draw(4) }, () => [text(draw) || 'id', value(draw, depth + 1)])),
  ]
  return kinds[draw(kinds.length)]?.()
}

const fieldsOf = ({ input }: Operation) => Object.keys((input as unknown as { shape: object }).shape)
/** Operations for strangers: sign-in, registration, links, images and the ways back of other sides. */
const openOperations = operations.filter(([name]) => /^(session|registration|signIn|account\.avatar)/.test(name))

async function knock(client: Client, operation: Operation, draw: Draw): Promise<number> {
  const rest: Record<string, unknown> = Object.fromEntries(
    fieldsOf(operation)
      .filter(() => draw(6) > 0)
      .map((field) => [field, value(draw)]),
  )
  if (draw(3) === 0) rest[text(draw) || 'x'] = value(draw)
  const path = operation.path.replace(/:(\w+)/g, () => encodeURIComponent(text(draw).toWellFormed() || 'x'))
  const cookie = `ds_attempt=${encodeURIComponent(text(draw).toWellFormed())}; ds_session_id=${encodeURIComponent(text(draw).toWellFormed())}`
  const headers = {
    cookie,
    'content-type': operation.body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
  }
  if (operation.method === 'GET') {
    const query = Object.entries(rest).map(
      ([name, one]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(one).toWellFormed())}`,
    )
    return (await client.fetch(`/api${path}?${query.join('&')}`, { headers: { cookie } })).status
  }
  const body = operation.body === 'json' ? JSON.stringify(rest) : text(draw).toWellFormed()
  return (await client.fetch(`/api${path}`, { method: operation.method, body, headers })).status
}

describe('nonsense at the operations for strangers', () => {
  test.each([1, 20261121, 987654321])(
    'seed %i: every answer is a refusal or a success, never a defect',
    async (seed) => {
      const world = await buildWorld()
      const stranger = new Client(world.origin)
      const draw = random(seed)
      const defects: string[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, operation] of openOperations) {
          const status = await knock(stranger, operation, draw)
          if (status >= 500) defects.push(`${name}: ${status} in round ${round}`)
        }
        world.clock.advance(MINUTE_MS)
      }
      expect(defects).toEqual([])
      expect(stranger.cookies.has('ds_session_id')).toBe(false)
    },
  )
})
