import { randomBytes } from 'node:crypto'
import { askableGroups } from '#contract/api-groups.ts'
import type { ApiGroup } from '#contract/applications.ts'
import type { AuthorizationAsk, consents } from '#contract/consents.ts'
import { CONSENT_CODE_SECONDS } from '#contract/core/limits.ts'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { lockOwn, targetOf } from '#server/modules/people/index.ts'
import { transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { ConsentNeeds } from './needs.ts'
import type { AskerRow } from './store.ts'

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
type Judged = { asker: AskerRow; groups: ApiGroup[]; error: string | null }

/** Groups of a scope; null when it names something else, or something twice. */
function groupsOf(scope: string): ApiGroup[] | null {
  const names = scope.split(' ').filter(Boolean)
  const known = names.filter((name): name is ApiGroup => askableGroups.some((group) => group === name))
  return known.length === names.length && new Set(names).size === names.length && names.length ? known : null
}

/** People are asked whether an application may act for them, and answer. */
export function consentAsking({ db, store, audit, origin, now, newId }: ConsentNeeds) {
  /**
   * Validates a request. An unknown application or address is only shown to the user, because nobody may be redirected
   * to an address that was not registered (RFC 9700, 4.11); all other errors are returned to the application (RFC
   * 6749).
   */
  async function judge(ask: AuthorizationAsk): Promise<Judged> {
    const asker = await store.asker(ask.client_id, now())
    if (!asker?.is_online || !asker.redirect_uris.includes(ask.redirect_uri)) throw new Failure('consentWrong')
    const groups = groupsOf(ask.scope)
    const error = (): string | null => {
      if (ask.response_type !== 'code') return 'unsupported_response_type'
      if (ask.code_challenge_method !== 'S256' || !CHALLENGE.test(ask.code_challenge)) return 'invalid_request'
      return groups?.every((group) => asker.groups.includes(group)) ? null : 'invalid_scope'
    }
    return { asker, groups: groups ?? [], error: error() }
  }

  /** The way back; `iss` names this site, so that no other one's code can be taken for ours (RFC 9207). */
  function back({ redirect_uri, state }: AuthorizationAsk, answer: Record<string, string>): string {
    const url = new URL(redirect_uri)
    const all = { ...answer, ...(state !== undefined && { state }), iss: origin() }
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
    return url.href
  }

  async function ask(input: AuthorizationAsk): Promise<DataOf<typeof consents.ask>> {
    const { asker, groups, error } = await judge(input)
    const { name, description, contact } = asker
    return {
      application: { name, description, contact },
      groups,
      host: new URL(input.redirect_uri).host,
      url: error && back(input, { error }),
    }
  }

  async function answer(
    { isAllowed, ...input }: ParsedOf<typeof consents.answer>,
    { actor, caller }: By,
  ): Promise<DataOf<typeof consents.answer>> {
    const { asker, groups, error } = await judge(input)
    if (error) return { url: back(input, { error }) }
    if (!isAllowed) return { url: back(input, { error: 'access_denied' }) }
    const code = randomBytes(32).toString('base64url')
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const consentId = await store.put(tx, {
        id: newId(),
        applicationId: asker.id,
        personId: actor.id,
        groups,
        at: now(),
      })
      await store.addToken(tx, {
        hash: sha256(code),
        kind: 'code',
        consent_id: consentId,
        family_id: newId(),
        groups,
        redirect_uri: input.redirect_uri,
        challenge: input.code_challenge,
        expires_at: new Date(now().getTime() + CONSENT_CODE_SECONDS * 1000),
      })
      const after = { application: asker.name, groups }
      audit.record(tx, { action: 'consentGiven', actor, caller, target: targetOf(actor), after })
    })
    return { url: back(input, { code }) }
  }

  return { ask, answer }
}
