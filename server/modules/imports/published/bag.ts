import { Failure } from '#server/failure.ts'
import { type Sums, sumOf } from '../sums.ts'
import { type Ask, type Published, textOf } from './published.ts'

/** Kinds of manifests, the one that is cheapest to verify first. */
export const MANIFESTS = ['sha256', 'sha512', 'sha1', 'md5'] as const
export const isBagDeclaration = (text: string) => /^\uFEFF?BagIt-Version:\s*\d/.test(text)

/** A path as manifests write it. Source: RFC 8493, section 2.1.3. */
const pathIn = (written: string) => written.replace(/%(0[AaDd]|25)/g, decodeURIComponent)

/** The payload of a bag by a manifest: paths from the root of the bag on, with their checksums. */
export function payloadOf(kind: (typeof MANIFESTS)[number], manifest: string): Map<string, Sums> {
  const lines = manifest.split(/\r?\n|\r/).flatMap((line) => {
    const [, hex, path] = /^([0-9A-Fa-f]+)[ \t]+\*?(data\/.+)$/.exec(line) ?? []
    return hex && path ? [[pathIn(path), sumOf(kind, hex)] as const] : []
  })
  return new Map(lines)
}

/** The title that a bag says of itself. */
export const bagTitle = (info: string): string => /^External-Description:[ \t]*(.+)$/im.exec(info)?.[1]?.trim() ?? ''

async function textIf(ask: Ask, url: string): Promise<string | null> {
  try {
    return await textOf(await ask(url))
  } catch (error) {
    if (error instanceof Failure && error.refusal === 'outsideGone') return null
    throw error
  }
}

/**
 * A bag that is unpacked on the web, by the address of its folder; files of its fetch.txt are fetched from the listed
 * addresses.
 */
export async function readBag(ask: Ask, folder: string): Promise<Published> {
  const beside = (path: string) => `${folder}${path.split('/').map(encodeURIComponent).join('/')}`
  for (const kind of MANIFESTS) {
    const manifest = await textIf(ask, `${folder}manifest-${kind}.txt`)
    if (manifest === null) continue
    const elsewhere = new Map(
      ((await textIf(ask, `${folder}fetch.txt`)) ?? '').split(/\r?\n|\r/).flatMap((line) => {
        const [, url, path] = /^(https?:\S+)[ \t]+\S+[ \t]+(.+)$/.exec(line) ?? []
        return url && path && URL.canParse(url) ? [[pathIn(path), url] as const] : []
      }),
    )
    const files = [...payloadOf(kind, manifest)].map(([path, sums]) => ({
      path: path.slice('data/'.length),
      size: null,
      url: elsewhere.get(path) ?? beside(path),
      sums,
    }))
    const title = bagTitle((await textIf(ask, `${folder}bag-info.txt`)) ?? '')
    return { title: title || (new URL(folder).pathname.split('/').filter(Boolean).at(-1) ?? ''), files, metadata: null }
  }
  throw new Failure('publishedUnknown')
}
