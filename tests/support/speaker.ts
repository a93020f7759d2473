/** A template that every installation offers. */
export const TEMPLATE = '通用数据集'
/** A record that the general template of a receiver takes. */
export const RECORD = {
  name: [{ '@value': '湖', '@language': 'zh' }],
  description: [{ '@value': '水温', '@language': 'zh' }],
  keywords: [{ '@value': '湖泊', '@language': 'zh' }],
  subject: ['地球科学'],
  author: [{ '@type': 'Person', name: 'Olive Owner' }],
  privacyPolicy: { type: 'open' },
  license: 'CC-BY-4.0',
}

/** What a sender is told of a submission. */
export type Account = { resourceId: string; uploadUrl: string; username: string; password: string }

type Side = { origin: string }
/** The other side of the protocol, spoken by hand. */
export async function speaker({ there, here, code }: { there: Side; here: Side; code: string }) {
  const ask = async (path: string, headers: Record<string, string>, body?: unknown) => {
    const json = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${there.origin}${path}`, {
      headers: { ...headers, 'content-type': 'application/json' },
      ...json,
    })
    return (await answer.json()) as Record<string, unknown>
  }
  const enter = (secretKey: string) => ask('/fair/entry', { secretKey })
  const { ticket } = (await enter(code)) as { ticket: { token: string } }
  const token = ticket?.token ?? ''
  const call = (path: string, body?: unknown, version = '1.0') => ask(path, { token, version }, body)
  let count = 0
  const announcement = (more: Record<string, unknown> = {}) => ({
    templateName: TEMPLATE,
    callbackUrl: { onSuccess: `${here.origin}/api/audit.callback?token=${(count += 1)}` },
    metadata: RECORD,
    ...more,
  })
  const announce = async (more: Record<string, unknown> = {}) =>
    (await call('/fair/publish', announcement(more))) as Account & { ftpUrl: string; code?: number; message?: string }
  const authorizationOf = ({ username, password }: Account) =>
    `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const put = (to: Account, path: string, bytes: Buffer | string, headers: Record<string, string> = {}) =>
    fetch(`${to.uploadUrl}/${path}`, {
      method: 'PUT',
      body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
      headers: { authorization: authorizationOf(to), ...headers },
    })
  const head = (to: Account, path: string) =>
    fetch(`${to.uploadUrl}/${path}`, { method: 'HEAD', headers: { authorization: authorizationOf(to) } })
  const completed = async (id = '') => (await call(`/fair/completed?resourceId=${id}`)).result
  const cancelled = async (id = '') => (await call(`/fair/cancel?resourceId=${id}`)).result
  return { ask, enter, token, call, announcement, announce, put, head, completed, cancelled }
}
