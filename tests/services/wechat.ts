import { startWeb } from './web.ts'

export const APP = { id: 'wx0123456789abcdef', secret: 'app-secret' }

/**
 * The QR login of the chat app by the vendor's documents, not the real service: JSON as text/plain, refusals with
 * status 200 and a number. The code `good` works once; `alone` belongs to a person without a union id.
 */
export async function startWechat() {
  const used = new Set<string>()
  const refuse = (errcode: number, errmsg: string) => ({
    type: 'text/plain',
    body: JSON.stringify({ errcode, errmsg }),
  })
  return startWeb(({ path, query }) => {
    const answer = (body: object) => ({ type: 'text/plain', body: JSON.stringify(body) })
    if (path === '/connect/qrconnect') return { type: 'text/html', body: '<html>' }
    if (path === '/sns/userinfo') {
      const openid = query.get('openid') ?? ''
      if (query.get('access_token') !== 'token') return refuse(40001, 'invalid credential')
      return answer({ openid, nickname: '小明', headimgurl: 'x', ...(openid === 'open-1' && { unionid: 'union-1' }) })
    }
    const code = query.get('code') ?? ''
    if (query.get('appid') !== APP.id) return refuse(40013, 'invalid appid')
    if (query.get('secret') !== APP.secret) return refuse(40125, 'invalid appsecret')
    if (!['good', 'alone'].includes(code)) return refuse(40029, 'invalid code')
    if (used.has(code)) return refuse(40163, 'code been used')
    used.add(code)
    const openid = code === 'good' ? 'open-1' : 'open-2'
    return answer({ access_token: 'token', expires_in: 7200, refresh_token: 'r', openid, scope: 'snsapi_login' })
  })
}
