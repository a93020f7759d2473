import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { entryName } from '#contract/archive-names.ts'
import { MANIFEST, Manifest } from '#contract/components.ts'
import { COMPONENT_BYTES, COMPONENT_FILES_MAX, COMPONENT_ZIP_BYTES, LOGO_BYTES } from '#contract/core/limits.ts'
import { customItemsOf } from '#contract/custom-parameters.ts'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'

/** Maximum size of a manifest in bytes (our choice). */
const MANIFEST_BYTES = 262_144

type Why = 'zip' | 'manifest' | 'parameters' | 'name' | 'link' | 'encrypted' | 'tooMany' | 'twice' | 'missing'
export type PackageFile = { path: string; size: number; open: () => Readable }
/** A package that was read and checked, but not stored. */
export type Package = { manifest: Manifest; files: PackageFile[]; size: number; sha256: string; logo: string }

/** A component that can be installed; its id is the package name. */
export type Offer = Omit<Package, 'files'> & { id: string; bytes: () => Promise<Buffer> }

/** The error for a refused package, with the reason and the entry. */
function refused(why: Why, name = '', cause?: unknown): Failure {
  const reason = (language: 'zh' | 'en') => textOf(language, `components.why.${why}`, { name })
  return new Failure('componentRefused', { values: { why: { zh: reason('zh'), en: reason('en') } }, cause })
}

const UTF8_FLAG = 0x800
const KIND = 0o170000
const KINDS = { unsaid: 0, file: 0o100000, folder: 0o040000 }
const LOGOS: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', svg: 'image/svg+xml' }

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The path of an entry; null for a folder. */
function pathOf(entry: Entry): string[] | null {
  const bytes = entry.fileNameRaw
  const name = entryName(bytes, (entry.generalPurposeBitFlag & UTF8_FLAG) !== 0)
  if ('refusal' in name) throw refused('name', bytes.toString('latin1').slice(0, 100))
  const kind = (entry.externalFileAttributes >>> 16) & KIND
  if (!Object.values(KINDS).includes(kind)) throw refused('link', name.path.join('/'))
  if (entry.isEncrypted()) throw refused('encrypted', name.path.join('/'))
  return name.isFolder || kind === KINDS.folder ? null : name.path
}

/** The entries of a zip by path; refuses duplicates, too many entries and too large ones. */
async function entriesOf(zip: ZipFile): Promise<{ path: string[]; entry: Entry }[]> {
  if (zip.entryCount > COMPONENT_FILES_MAX) throw refused('tooMany')
  const entries: { path: string[]; entry: Entry }[] = []
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    const path = pathOf(entry)
    unpacked += entry.uncompressedSize
    if (unpacked > COMPONENT_BYTES) throw new Failure('componentTooLarge')
    if (path) entries.push({ path, entry })
  }
  const names = entries.map(({ path }) => path.join('/').toLowerCase())
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice) throw refused('twice', twice)
  return entries
}

/** Decompresses an entry while it is read, so that a damaged entry fails only its reader. */
async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  for await (const piece of await zip.openReadStreamPromise(entry)) yield piece as Buffer
}

/** Paths relative to the manifest, which may be in the single top folder of the zip. */
function fromManifest(entries: { path: string[]; entry: Entry }[]): { path: string; entry: Entry }[] {
  const [outer] = entries[0]?.path ?? []
  const isAtRoot = entries.some(({ path }) => path.length === 1 && path[0] === MANIFEST)
  const isWrapped = !isAtRoot && entries.every(({ path }) => path.length > 1 && path[0] === outer)
  return entries.map(({ path, entry }) => ({ path: path.slice(isWrapped ? 1 : 0).join('/'), entry }))
}

async function manifestOf(file: PackageFile | undefined): Promise<Manifest> {
  if (!file || file.size > MANIFEST_BYTES) throw refused('missing', MANIFEST)
  let given: unknown
  try {
    given = JSON.parse((await buffer(file.open())).toString('utf8'))
  } catch (cause) {
    throw refused('manifest', 'JSON', cause)
  }
  const manifest = Manifest.safeParse(given)
  if (!manifest.success) throw refused('manifest', manifest.error.issues[0]?.path.join('.') ?? '')
  if (!customItemsOf(manifest.data.parameters)) throw refused('parameters')
  return manifest.data
}

/** The logo of a package as a data URL, so that lists can show it before the package is installed. */
async function logoOf(path: string, file: PackageFile | undefined): Promise<string> {
  if (!path) return ''
  if (!file) throw refused('missing', path)
  const type = LOGOS[path.split('.').at(-1) ?? '']
  if (!type || file.size > LOGO_BYTES) return ''
  return `data:${type};base64,${(await buffer(file.open())).toString('base64')}`
}

/** Reads and checks a package. Throws componentRefused with the reason, componentTooLarge. */
export async function readPackage(bytes: Buffer): Promise<Package> {
  if (bytes.length > COMPONENT_ZIP_BYTES) throw new Failure('componentTooLarge')
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { decodeStrings: false })
    const files = fromManifest(await entriesOf(zip)).map(({ path, entry }) => ({
      path,
      size: entry.uncompressedSize,
      open: () => Readable.from(contentOf(zip, entry), { objectMode: false }),
    }))
    const at = (path: string) => files.find((file) => file.path === path)
    const manifest = await manifestOf(at(MANIFEST))
    if (!at(manifest.entry)) throw refused('missing', manifest.entry)
    const logo = await logoOf(manifest.logo, at(manifest.logo))
    return { manifest, files, size: bytes.length, sha256: sha256Of(bytes), logo }
  } catch (error) {
    throw error instanceof Failure ? error : refused('zip', '', error)
  }
}
