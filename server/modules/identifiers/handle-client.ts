import * as z from 'zod/mini'
import type { HandleConfig } from '#server/config.ts'
import { CAUSE_MAX, isTransient, jsonOf, noAnswer, type Told } from './told.ts'

const Answer = z.object({ responseCode: z.number(), message: z.optional(z.string()) })
/** Done, of an answer of a handle server. */
const SUCCESS = 1
/** Index of the address, and of who may change the handle; the key that manages the prefix is at 200. */
const INDEX = { url: 1, admin: 100, manager: 200 } as const
/** All that an administrator of a handle may do but delete its prefix. */
const PERMISSIONS = '011111110011'

type Wish = { handle: string; url: string }

/** Tells a handle server where a handle leads. The same wish may be told any number of times. Source: Handle.Net 9. */
export async function tellHandle(account: HandleConfig, { handle, url }: Wish): Promise<Told> {
  const manager = { handle: `0.NA/${account.prefix}`, index: INDEX.manager, permissions: PERMISSIONS }
  const values = [
    { index: INDEX.url, type: 'URL', data: { format: 'string', value: url } },
    { index: INDEX.admin, type: 'HS_ADMIN', data: { format: 'admin', value: manager } },
  ]
  // A name of the form 300:0.NA/prefix has a colon, which Basic uses for itself.
  const user = encodeURIComponent(account.user)
  const authorization = `Basic ${Buffer.from(`${user}:${encodeURIComponent(account.password)}`).toString('base64')}`
  try {
    const response = await fetch(`${account.url}/api/handles/${handle}?overwrite=true`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ handle, values }),
      redirect: 'error',
      signal: AbortSignal.timeout(account.timeoutMs),
    })
    const answer = Answer.safeParse(jsonOf(await response.text()))
    if (response.ok && answer.data?.responseCode === SUCCESS) return { kind: 'done', state: 'registered' }
    const said = answer.data && [`code ${answer.data.responseCode}`, answer.data.message]
    const cause = [`HTTP ${response.status}`, ...(said ?? [])].filter(Boolean).join(' · ').slice(0, CAUSE_MAX)
    return { kind: (response.ok && !answer.success) || isTransient(response.status) ? 'later' : 'never', cause }
  } catch (error) {
    return noAnswer(error)
  }
}
