import { AwsClient } from 'aws4fetch'
import { demandSuccess } from '#server/http/outside.ts'
import { childOf, type Element } from '#server/xml.ts'
import { pagesOf } from '../source.ts'
import { nameOfId, type OpenDrive } from './drive.ts'
import { lengthOf, sizeOf, timestampOf, xmlOfAnswer } from './text.ts'

const PAGE = '1000'
const REGION = 'us-east-1'

const textIn = (element: Element, name: string) => childOf(element, name)?.text
/** The key, URL-decoded as requested; some stores send it unencoded anyway. */
function keyIn(element: Element, name: string): string {
  const text = textIn(element, name) ?? ''
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** An object store with the S3 API: MinIO, the large providers, institutions' own. */
export const openS3: OpenDrive = ({ server, user, secret, bucket, region }, outside) => {
  const client = new AwsClient({
    accessKeyId: user,
    secretAccessKey: secret,
    service: 's3',
    region: region || REGION,
    retries: 0,
  })
  const base = new URL(server.endsWith('/') ? server : `${server}/`)
  // Some stores need the bucket in the host name, others in the path.
  const root =
    base.hostname.startsWith(`${bucket}.`) || !bucket ? base : new URL(`${encodeURIComponent(bucket)}/`, base)
  const urlOf = (key: string) => new URL(key.split('/').map(encodeURIComponent).join('/'), root)

  async function ask(url: URL, signal: AbortSignal) {
    const signed = await client.sign(url.href, { headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } })
    return outside.ask(signed.url, { headers: Object.fromEntries(signed.headers), signal })
  }
  async function list(prefix: string, after: string | undefined, isFlat: boolean, signal: AbortSignal) {
    const url = new URL(root)
    const asked = { 'list-type': '2', 'encoding-type': 'url', 'max-keys': PAGE, prefix }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    if (!isFlat) url.searchParams.set('delimiter', '/')
    if (after) url.searchParams.set('continuation-token', after)
    const answer = await xmlOfAnswer(await ask(url, signal))
    const folders = answer.children.filter(({ name }) => name === 'CommonPrefixes').map((one) => keyIn(one, 'Prefix'))
    const objects = answer.children
      .filter(({ name }) => name === 'Contents')
      .map((one) => ({
        key: keyIn(one, 'Key'),
        size: sizeOf(textIn(one, 'Size')),
        updateTime: timestampOf(textIn(one, 'LastModified')),
      }))
    return { folders, objects, next: textIn(answer, 'NextContinuationToken') || undefined }
  }

  return {
    kind: 's3',
    async look(folder, after, signal) {
      const { folders, objects, next } = await list(folder, after, false, signal)
      const shown = objects.filter(({ key }) => key !== folder && !key.endsWith('/'))
      return {
        list: [
          ...folders.map((id) => ({ id, name: nameOfId(id), isFolder: true, size: 0, updateTime: null })),
          ...shown.map(({ key, ...rest }) => ({ id: key, name: nameOfId(key), isFolder: false, ...rest })),
        ],
        ...(next && { next }),
      }
    },
    async *walk(id, signal) {
      const top = nameOfId(id)
      if (id.endsWith('/')) yield { id, path: [top], isFolder: true, size: 0 }
      for await (const page of pagesOf((after) => list(id, after, true, signal))) {
        const found = id.endsWith('/') ? page.objects : page.objects.filter(({ key }) => key === id)
        for (const { key, size } of found) {
          const path = [top, ...key.slice(id.length).split('/').filter(Boolean)]
          if (key !== id || !id.endsWith('/')) yield { id: key, path, isFolder: key.endsWith('/'), size }
        }
        if (!id.endsWith('/') && found.length) return
      }
    },
    async open(id, signal) {
      const answer = await ask(urlOf(id), signal)
      demandSuccess(answer)
      return { size: lengthOf(answer.headers['content-length']), bytes: answer.body }
    },
  }
}
