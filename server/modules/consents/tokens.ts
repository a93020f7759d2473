import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { CONSENT_ACCESS_SECONDS, CONSENT_REFRESH_DAYS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { CONSENT_PREFIX } from '#server/http/program.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { isStorable } from '#server/storage/storable.ts'
import type { ConsentNeeds } from './needs.ts'
import type { AskerRow, TokenRow } from './store.ts'

/** An answer of the token endpoint: its status and its body (RFC 6749, 5). */
export type TokenAnswer = { status: number; body: Record<string, unknown> }
type Form = Record<string, unknown>

const REFRESH_PREFIX = 'dsr_'
const VERIFIER = /^[\w.~-]{43,128}$/
const refused = (error: string, status = 400): TokenAnswer => ({ status, body: { error } })
const textOf = (form: Form, name: string): string => {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}
const decoded = (text: string) => {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '))
    return isStorable(value) ? value : ''
  } catch {
    // Not decodable, so never a valid credential.
    return ''
  }
}

/** Client id and secret of a request, by Basic authentication or as fields; never both. */
function credentialsOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  form: Form,
): { key: string; secret: string } | null {
  const [, basic] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '') ?? []
  if (!basic) return { key: textOf(form, 'client_id'), secret: textOf(form, 'client_secret') }
  if (textOf(form, 'client_secret')) return null
  const text = Buffer.from(basic, 'base64').toString()
  const at = text.indexOf(':')
  return { key: decoded(text.slice(0, at)), secret: decoded(text.slice(at + 1)) }
}

/**
 * Exchanges codes and refresh tokens for tokens, each once; if one is used again, all tokens derived from it are
 * revoked.
 */
export function consentTokens({ db, store, now }: Omit<ConsentNeeds, 'newId'>) {
  async function client(request: FastifyRequest, form: Form): Promise<AskerRow | null> {
    const given = credentialsOf(request, form)
    const asker = given && (await store.asker(given.key, now()))
    if (!asker?.takes_secret || !asker.is_online) return null
    return timingSafeEqual(asker.secret_hash, sha256(given?.secret ?? '')) ? asker : null
  }

  async function issue(
    tx: Tx,
    { consent_id, family_id, groups }: Pick<TokenRow, 'consent_id' | 'family_id' | 'groups'>,
  ) {
    const [access, refresh] = [CONSENT_PREFIX, REFRESH_PREFIX].map(
      (prefix) => prefix + randomBytes(32).toString('base64url'),
    ) as [string, string]
    const own = { consent_id, family_id, groups, redirect_uri: null, challenge: null }
    const at = now().getTime()
    const accessEnds = new Date(at + CONSENT_ACCESS_SECONDS * 1000)
    await store.addToken(tx, { ...own, hash: sha256(access), kind: 'access', expires_at: accessEnds })
    const refreshEnds = new Date(at + CONSENT_REFRESH_DAYS * DAY_MS)
    await store.addToken(tx, { ...own, hash: sha256(refresh), kind: 'refresh', expires_at: refreshEnds })
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: CONSENT_ACCESS_SECONDS,
      refresh_token: refresh,
      scope: groups.join(' '),
    }
  }

  const fitsCode = (token: TokenRow, form: Form): boolean => {
    const verifier = textOf(form, 'code_verifier')
    return (
      token.redirect_uri === textOf(form, 'redirect_uri') &&
      VERIFIER.test(verifier) &&
      sha256(verifier).toString('base64url') === token.challenge
    )
  }

  /** Groups that a refreshed token has: those of before, or fewer; null when more is asked for. */
  function narrowedTo(token: TokenRow, form: Form) {
    const wanted = textOf(form, 'scope').split(' ').filter(Boolean)
    if (!wanted.length) return token.groups
    const kept = token.groups.filter((group) => wanted.includes(group))
    return kept.length === wanted.length ? kept : null
  }

  async function exchange(asker: AskerRow, kind: 'code' | 'refresh', form: Form): Promise<TokenAnswer> {
    const hash = sha256(textOf(form, kind === 'code' ? 'code' : 'refresh_token'))
    return transact(db, async (tx) => {
      const token = await store.hold(tx, hash)
      if (token?.kind !== kind) return refused('invalid_grant')
      // A code that was already used, or is used by another application, was stolen: all tokens derived from it are
      // revoked.
      if (token.used_at || token.application_id !== asker.id) {
        await store.endFamily(tx, token.family_id)
        return refused('invalid_grant')
      }
      if (token.expires_at <= now() || (kind === 'code' && !fitsCode(token, form))) return refused('invalid_grant')
      const groups = kind === 'code' ? token.groups : narrowedTo(token, form)
      if (!groups) return refused('invalid_scope')
      await store.use(tx, hash, now())
      return { status: 200, body: await issue(tx, { ...token, groups }) }
    })
  }

  async function token(request: FastifyRequest, form: Form): Promise<TokenAnswer> {
    const asker = await client(request, form)
    if (!asker) return refused('invalid_client', 401)
    const grant = textOf(form, 'grant_type')
    if (grant === 'authorization_code') return exchange(asker, 'code', form)
    if (grant === 'refresh_token') return exchange(asker, 'refresh', form)
    return refused('unsupported_grant_type')
  }

  /**
   * Revokes a token (RFC 7009); a refresh token with all tokens derived from it. The answer for an unknown one is the
   * same.
   */
  async function revoke(request: FastifyRequest, form: Form): Promise<TokenAnswer> {
    const asker = await client(request, form)
    if (!asker) return refused('invalid_client', 401)
    const hash = sha256(textOf(form, 'token'))
    await transact(db, async (tx) => {
      const found = await store.hold(tx, hash)
      if (!found || found.application_id !== asker.id) return
      if (found.kind === 'access') await store.endAccess(tx, hash)
      else await store.endFamily(tx, found.family_id)
    })
    return { status: 200, body: {} }
  }

  return { token, revoke }
}
