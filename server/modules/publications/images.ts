import { buffer } from 'node:stream/consumers'
import { imageProblem, imageSpecOf } from '#contract/core/form-rules.ts'
import { pixelsOf } from '#contract/core/pixels.ts'
import { type Problem, wrong } from '#contract/publications/check.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import type { DatasetMetadata } from '#contract/publications/metadata.ts'
import type { PlanField } from '#contract/publications/plan.ts'
import { placeOf, type TemplateDefinition, type TemplateField } from '#contract/publications/template.ts'
import { Failure } from '#server/failure.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import type { PublicationFiles } from './file-store.ts'
import { type SelectedImage, selectedImages, type Top } from './selection-store.ts'

/** Bytes in which a picture says its width and height; a JPEG may have its camera's notes before. */
const HEAD_BYTES = 262_144

/** Maximum bytes of the pictures inside a record that is sent to an institution (our choice). */
const PICTURES_BYTES = 8_388_608

type Needs = { db: Db; blobs: Pick<BlobStore, 'read'> }

/** Whether a picture has the formats, pixels and size that its field asks for. */
async function fits({ blobs }: Needs, { check }: TemplateField, { path, size, sha256 }: SelectedImage) {
  if (check === '') return true
  if (size === 0) return false
  const head = await buffer(await blobs.read(sha256, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 }))
  // A picture whose size can't be determined has no pixels.
  const { width, height } = pixelsOf(head) ?? { width: 0, height: 0 }
  return imageProblem({ name: path, bytes: size, width, height }, imageSpecOf(check)) === null
}

/** Pictures that a draft names and that are not among its open files, or not as their field asks for. */
export async function imageProblems(
  needs: Needs,
  template: TemplateDefinition,
  { fields, tops, restricted }: { fields: DraftFields; tops: readonly Top[]; restricted: readonly string[] },
): Promise<Problem[]> {
  const asked = template.groups
    .flatMap((group) => group.fields)
    .filter(({ type }) => type === 'image')
    .flatMap((field) => (fields.extra?.[field.key] ?? []).map((path, at) => ({ field, path: path.trim(), at })))
    .filter(({ path }) => path !== '')
  if (!asked.length) return []
  const paths = asked.map(({ path }) => path)
  const found = tops.length ? await selectedImages(needs.db, tops, { restricted, paths }) : []
  const known = new Map(found.map((image) => [image.path, image]))
  const problems: Problem[] = []
  for (const { field, path, at } of asked) {
    const image = known.get(path)
    const more = { entry: at + 1, names: [path], count: 1 }
    if (!image) problems.push(wrong('imageMissing', placeOf(field), more))
    else if (!(await fits(needs, field, image))) problems.push(wrong('imageUnfit', placeOf(field), more))
  }
  return problems
}

/**
 * The pictures that fields of an institution's template name, by their paths, as addresses with their bytes inside.
 * Throws institutionTooLarge.
 */
export async function picturesInside(
  { frozen, blobs }: { frozen: Pick<PublicationFiles, 'one'>; blobs: Pick<BlobStore, 'read'> },
  id: string,
  { plan, metadata }: { plan: readonly PlanField[]; metadata: Pick<DatasetMetadata, 'extra'> },
): Promise<Map<string, string>> {
  const keys = plan.filter(({ kind }) => kind === 'images').map(({ key }) => key)
  const paths = metadata.extra.filter(({ key }) => keys.includes(key)).flatMap(({ values }) => values)
  const pictures = new Map<string, string>()
  let left = PICTURES_BYTES
  for (const path of new Set(paths)) {
    const file = await frozen.one(id, path)
    if (!file) continue
    left -= file.size
    if (left < 0) throw new Failure('institutionTooLarge', { cause: path })
    const bytes = await buffer(await blobs.read(file.sha256))
    pictures.set(path, `data:${file.mime};base64,${bytes.toString('base64')}`)
  }
  return pictures
}
