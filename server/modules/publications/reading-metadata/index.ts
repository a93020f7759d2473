import type { DraftFields } from '#contract/publications/draft.ts'
import type { MetadataForm } from '#contract/publications.ts'
import { Failure } from '#server/failure.ts'
import { parseXml } from '#server/xml.ts'
import { bibtexFound } from './bibtex.ts'
import { cffFound } from './cff.ts'
import { dataciteFound } from './datacite.ts'
import { dataciteAttributes } from './datacite-xml.ts'
import { draftOf, type Found } from './found.ts'
import { crateFound } from './ro-crate.ts'

type ReadMetadata = { form: MetadataForm; fields: DraftFields; omitted: string[] }

function ofJson(text: string): [MetadataForm, Found | null] | null {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return null
  if ('@graph' in content) return ['roCrate', crateFound(content)]
  const { data = content } = content as { data?: unknown }
  const { attributes = data } = (data ?? {}) as { attributes?: unknown }
  return ['datacite', dataciteFound((attributes ?? {}) as Record<string, unknown>)]
}

async function ofXml(text: string): Promise<Found | null> {
  const root = await parseXml(text)
  const attributes = root && dataciteAttributes(root)
  return attributes && dataciteFound(attributes)
}

/** The format of a text, detected by its beginning. */
async function recognised(text: string): Promise<[MetadataForm, Found | null] | null> {
  if (text.startsWith('{')) return ofJson(text)
  if (text.startsWith('<')) return ['datacite', await ofXml(text)]
  if (/^cff-version\s*:/m.test(text)) return ['cff', cffFound(text)]
  return ['bibtex', bibtexFound(text)]
}

/** Reads metadata of another place into fields of a draft. Throws publicationMetadataUnreadable. */
export async function readMetadata({ text }: { text: string }): Promise<ReadMetadata> {
  const [form, found] = (await recognised(text.replace(/^\uFEFF/, '').trim())) ?? []
  const read = found && draftOf(found)
  if (!form || !read || !Object.keys(read.fields).length) throw new Failure('publicationMetadataUnreadable')
  return { form, ...read }
}
