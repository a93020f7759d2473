import { startWeb } from './web.ts'

export const CLIENT_OF_PASSPORT = { id: '10001', secret: 'passport-secret' }

const people: Record<string, Record<string, unknown>> = {
  good: { umtId: '42', truename: '张三', cstnetId: 'Zhang@example.cn', cstnetIdStatus: 'active', type: 'coreMail' },
  /** An account whose address is not verified. */
  temp: { umtId: '43', truename: '李四', cstnetId: 'li@example.cn', cstnetIdStatus: 'temp', type: 'umt' },
  nobody: { truename: '王五', cstnetId: 'wang@example.cn', cstnetIdStatus: 'active' },
}

/**
 * The science cloud passport as public client code describes it, not the real service: no token_type, `userInfo` as
 * JSON inside JSON, booleans as strings. The code `apart` returns a token only, so that the user must be requested
 * separately.
 */
export async function startPassport() {
  const used = new Set<string>()
  const answer = (body: object, status = 200) => ({ status, body: JSON.stringify(body) })
  return startWeb(({ path, form, headers }) => {
    if (path === '/oauth2/authorize') return { type: 'text/html', body: '<html>' }
    if (path === '/oauth2/userinfo')
      return headers.authorization === 'Bearer token' ? answer(people.good ?? {}) : answer({ error: 'x' }, 401)
    const code = form.get('code') ?? ''
    if (form.get('client_id') !== CLIENT_OF_PASSPORT.id || form.get('client_secret') !== CLIENT_OF_PASSPORT.secret)
      return answer({ error: 'invalid_client', error_description: 'client refused' }, 400)
    const person = people[code] ?? (code === 'apart' ? {} : null)
    if (!person || used.has(code)) return answer({ error: 'invalid_grant', error_description: 'expired code' }, 400)
    used.add(code)
    const token = { access_token: 'token', expires_in: '3600', refresh_token: 'r' }
    return answer(code === 'apart' ? token : { ...token, userInfo: JSON.stringify({ ...person, passwordType: 'x' }) })
  })
}
