import type { DatasetFile, DatasetTable, DatasetVersion } from '#contract/publications/dataset.ts'
import type { Bilingual, DatasetAccess } from '#contract/publications/metadata.ts'
import type { Addresses } from './addresses.ts'

/** A persistent identifier; `url` is where it is resolved. A version without one is named by its page. */
export type Identifier = { scheme: 'ARK' | 'DOI' | 'Handle' | 'URL'; value: string; url: string }

/** The preferred identifier: a registered DOI, then a handle, then the ARK of this host, then the address. */
export function identifierOf(
  origin: string,
  { doi, handle, ark }: { doi: string | null; handle: string | null; ark: string | null },
  url: string,
): Identifier {
  if (doi) return { scheme: 'DOI', value: doi, url: `https://doi.org/${doi}` }
  if (handle) return { scheme: 'Handle', value: handle, url: `https://hdl.handle.net/${handle}` }
  return ark ? { scheme: 'ARK', value: ark, url: `${origin}/${ark}` } : { scheme: 'URL', value: url, url }
}

/** Access at a moment: an embargo whose day has begun is open. */
export type AccessNow = DatasetAccess['kind']
export const accessAt = ({ kind, until }: DatasetAccess, now: Date): AccessNow =>
  kind === 'embargo' && until !== null && until <= now.toISOString().slice(0, 10) ? 'open' : kind

/** A version of a dataset with everything that its formats tell. */
export type Described = {
  version: DatasetVersion
  access: AccessNow
  addresses: Addresses
  identifier: Identifier
  /** Identifies all versions together; leads to the newest one. */
  concept: Identifier
  /** Identifiers of the other public versions. */
  others: { number: number; identifier: Identifier }[]
  /** The first files by path, FILES_DESCRIBED at most; none for a withdrawn version. */
  files: DatasetFile[]
  /** Tables with public files: for the others, not even the name is included. */
  tables: DatasetTable[]
  /** The site that publishes it. */
  catalogue: Bilingual
}

/** Most files that formats which are read whole describe one by one. */
export const FILES_DESCRIBED = 100

/** Some files, or all, are given to who asked and was let in. */
export const isOnRequest = ({ version, access }: Described): boolean =>
  version.state === 'published' && (access === 'restricted' || (access === 'open' && version.restrictedFiles > 0))
export const isOpen = ({ version, access }: Pick<Described, 'version' | 'access'>): boolean =>
  version.state === 'published' && access === 'open'
