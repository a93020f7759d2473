import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** The files of a drive by path; a folder ends with `/`. */
export type Tree = Record<string, string>

const escaped = (text: string) =>
  text.replace(/[<>&"]/g, (char) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[char] ?? char)
const coded = (path: string) => path.split('/').map(encodeURIComponent).join('/')
const namesIn = (tree: Tree, folder: string) => [
  ...new Set(
    Object.keys(tree).flatMap((path) => {
      if (!path.startsWith(folder) || path === folder) return []
      const rest = path.slice(folder.length)
      const at = rest.indexOf('/')
      return [folder + (at < 0 ? rest : rest.slice(0, at + 1))]
    }),
  ),
]

/** A WebDAV server in the style of Nextcloud: everything below `/dav/` requires a name and a password. */
export function davOf(tree: Tree, { user, password }: { user: string; password: string }): RequestListener {
  const prop = (id: string) =>
    id === '' || id.endsWith('/')
      ? '<d:resourcetype><d:collection/></d:resourcetype>'
      : `<d:resourcetype/><d:getcontentlength>${Buffer.byteLength(tree[id] ?? '')}</d:getcontentlength><d:getlastmodified>Sat, 21 Nov 2026 10:00:00 GMT</d:getlastmodified>`
  const row = (id: string) =>
    `<d:response><d:href>/dav/${escaped(coded(id))}</d:href><d:propstat><d:prop>${prop(id)}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`

  return (request, response) => {
    const known = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    if (request.headers.authorization !== known) return void response.writeHead(401).end()
    const id = decodeURIComponent((request.url ?? '').replace(/^\/dav\//, ''))
    const isThere = id === '' || id in tree || namesIn(tree, id.endsWith('/') ? id : `${id}/`).length > 0
    if (!isThere) return void response.writeHead(404).end()
    if (request.method !== 'PROPFIND') return void response.end(tree[id])
    const list = [id, ...(request.headers.depth === '1' ? namesIn(tree, id) : [])]
    response.writeHead(207, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${list.map(row).join('')}</d:multistatus>`)
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Whether a request is signed with this secret. Source: AWS Signature Version 4, implemented from its description. */
function isSigned(request: IncomingMessage, key: string, secret: string): boolean {
  const { authorization = '' } = request.headers
  const [, id, day, region, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  if (id !== key || !day || !region || !names) return false
  const url = new URL(request.url ?? '', 'http://x')
  const strict = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&')
  const path = url.pathname
    .split('/')
    .map((part) => strict(decodeURIComponent(part)))
    .join('/')
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')
  const asked = [request.method, path, query, headers, names, request.headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(asked)].join('\n')
  const signing = [region, 's3', 'aws4_request'].reduce(
    (from: Buffer, part) => hmac(from, part),
    hmac(`AWS4${secret}`, day),
  )
  return hmac(signing, text).toString('hex') === signature
}

/** An object store with one bucket and two keys per listing page. */
export function s3Of(
  tree: Tree,
  { bucket, key, secret }: { bucket: string; key: string; secret: string },
): RequestListener {
  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const isFlat = !url.searchParams.get('delimiter')
    const all = (isFlat ? Object.keys(tree).filter((id) => id.startsWith(prefix)) : namesIn(tree, prefix)).sort()
    const rest = all.filter((id) => id > after)
    const page = rest.slice(0, 2)
    const row = (id: string) =>
      !isFlat && id.endsWith('/')
        ? `<CommonPrefixes><Prefix>${encodeURIComponent(id)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${encodeURIComponent(id)}</Key><Size>${Buffer.byteLength(tree[id] ?? '')}</Size><LastModified>2026-11-21T10:00:00.000Z</LastModified></Contents>`
    const next =
      rest.length > 2
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${escaped(page[1] ?? '')}</NextContinuationToken>`
        : ''
    response.end(
      `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${page.map(row).join('')}${next}</ListBucketResult>`,
    )
  }
  return (request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    if (!isSigned(request, key, secret)) return void response.writeHead(403).end()
    if (!url.pathname.startsWith(`/${bucket}/`)) return void response.writeHead(404).end()
    const id = decodeURIComponent(url.pathname.slice(bucket.length + 2))
    if (id === '') return list(url, response)
    if (!(id in tree)) return void response.writeHead(404).end()
    response.end(tree[id])
  }
}
