import { expect, test } from 'vitest'
import type { ApiGroup } from '#contract/applications.ts'
import { CONSENT_ACCESS_SECONDS, CONSENT_REFRESH_DAYS } from '#contract/core/limits.ts'
import { DAY_MS, MINUTE_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { registerApplication } from '../support/application.ts'
import { Client } from '../support/client.ts'
import { buildConsentLab, callBy, post } from '../support/consent.ts'
import { drawing } from '../support/random.ts'
import { PASSWORD } from '../support/world.ts'

const { applications, consents } = contract
const STEPS = 60
const PEOPLE = ['owner', 'normal'] as const

/** A pair of tokens as the rules of docs/open-api.md have it. */
type Pair = {
  who: (typeof PEOPLE)[number]
  family: number
  access: string
  refresh: string
  at: number
  isUsed: boolean
  isAlive: boolean
  hasAccess: boolean
}

test.each([1, 2, 3])('tokens hold exactly as a model says, whatever happens in which order (walk %i)', async (seed) => {
  const lab = await buildConsentLab()
  const { world, app } = lab
  const other = await registerApplication(world, { redirectUris: ['https://other.example.org/'] })
  const random = drawing(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const now = () => world.clock.now().getTime()
  const pairs: Pair[] = []
  let isOnline = true
  let isGranted = true
  let families = 0

  const admin = () => new Client(world.origin).login('admin@lab.test', PASSWORD)
  const endFamily = (family: number) => {
    for (const pair of pairs) if (pair.family === family) pair.isAlive = false
  }
  const add = (who: Pair['who'], family: number, body: { access_token: string; refresh_token: string }) =>
    pairs.push({
      who,
      family,
      access: body.access_token,
      refresh: body.refresh_token,
      at: now(),
      isUsed: false,
      isAlive: true,
      hasAccess: true,
    })

  async function refresh(pair: Pair): Promise<void> {
    const { status, body } = await lab.refresh(pair.refresh)
    const isOver = now() >= pair.at + CONSENT_REFRESH_DAYS * DAY_MS
    const isTaken = isOnline && pair.isAlive && !pair.isUsed && !isOver
    expect([pair.family, status]).toEqual([pair.family, isTaken ? 200 : isOnline ? 400 : 401])
    // A token that comes again was stolen.
    if (isOnline && pair.isAlive && pair.isUsed) endFamily(pair.family)
    if (!isTaken) return
    pair.isUsed = true
    add(pair.who, pair.family, body)
  }

  const steps: Record<string, () => Promise<void>> = {
    agree: async () => {
      const who = pick(PEOPLE) ?? 'owner'
      if (!isOnline || !isGranted) return
      families += 1
      add(who, families, await lab.tokens(who, { scope: 'readSpaces' }))
    },
    refresh: async () => {
      const pair = pick(pairs)
      if (pair) await refresh(pair)
    },
    refreshNewest: async () => {
      const pair = pairs.at(-1)
      if (pair) await refresh(pair)
    },
    stolen: async () => {
      const pair = pick(pairs)
      if (!pair || random() < 0.7) return
      const { body } = await lab.refresh(pair.refresh, {}, other)
      expect(body.error).toBe('invalid_grant')
      if (pair.isAlive) endFamily(pair.family)
    },
    revokeAccess: async () => {
      const pair = pick(pairs)
      if (!pair) return
      await post(world, '/api/oauth/revoke', app, { token: pair.access })
      if (isOnline) pair.hasAccess = false
    },
    revokeRefresh: async () => {
      const pair = pick(pairs)
      if (!pair || random() < 0.7) return
      await post(world, '/api/oauth/revoke', app, { token: pair.refresh })
      if (isOnline && pair.isAlive) endFamily(pair.family)
    },
    takeBack: async () => {
      const who = pick(PEOPLE) ?? 'owner'
      if (random() < 0.7) return
      const client = await new Client(world.origin).login(`${who}@lab.test`, PASSWORD)
      for (const { id } of await client.data(consents.list, {})) await client.data(consents.remove, { id })
      for (const pair of pairs) if (pair.who === who) pair.isAlive = false
    },
    switchOnline: async () => {
      isOnline = !isOnline
      await (await admin()).data(applications.setOnline, { id: app.id, isOnline })
    },
    switchGrant: async () => {
      isGranted = !isGranted
      const groups: ApiGroup[] = isGranted ? ['readSpaces', 'readFiles'] : ['readFiles']
      const grants = groups.map((group) => ({ group, until: null }))
      await (await admin()).data(applications.grant, { id: app.id, grants })
    },
    wait: async () => world.clock.advance(Math.floor(random() * 25) * MINUTE_MS),
  }

  for (let step = 0; step < STEPS; step += 1) {
    const [name, run] = pick(Object.entries(steps)) ?? ['', async () => {}]
    await run()
    for (const pair of pairs) {
      const isKnown = pair.isAlive && pair.hasAccess && now() < pair.at + CONSENT_ACCESS_SECONDS * 1000
      const error = !isKnown
        ? 'applicationWrong'
        : !isOnline
          ? 'applicationOffline'
          : isGranted
            ? null
            : 'apiNotGranted'
      expect([step, name, await callBy(world, pair.access, '/api/spaces')]).toEqual([step, name, error])
    }
  }
  expect(pairs.length).toBeGreaterThan(1)
})
