import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IMPORT_BYTES_MAX } from '#contract/core/limits.ts'
import { metadata } from '#contract/metadata.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { sendSheet } from '#server/http/csv.ts'
import { readForm } from '#server/http/form.ts'
import { mount, mountBytes, mountUpload } from '#server/http/mount.ts'
import { metadataApplication } from './apply.ts'
import { metadataComparison } from './compare.ts'
import { metadataSheets } from './export.ts'
import type { MetadataNeeds } from './needs.ts'
import { metadataService } from './service.ts'
import { templateRules } from './templates.ts'

export { loadMetadata } from './store.ts'

type Needs = Deps & MetadataNeeds

/** Sheets that this node reads at a time: each takes many times its size in memory. */
const SHEETS_AT_ONCE = 2

/** What people say of files and folders: metadata by templates or freely, tags, notes; one by one and as a sheet. */
export function metadataModule(app: FastifyInstance, needs: Needs): void {
  const service = metadataService(needs)
  const templates = templateRules(needs)
  mount(app, metadata.of, async (input, { actor }) => service.of(input, actor))
  mount(app, metadata.ofPublic, async (input, { actor }) => service.ofPublic(input, actor))
  mount(app, metadata.add, async (input, { actor }) => service.add(input, actor))
  mount(app, metadata.tag, async (input, { actor }) => service.tag(input, actor))
  mount(app, metadata.tags, async (input, { actor }) => service.tags(input, actor))
  mount(app, metadata.note, async (input, { actor }) => service.note(input, actor))
  mount(app, metadata.templates, async (input, { actor }) => templates.templates(input, actor))
  mount(app, metadata.template, async (input, { actor }) => templates.template(input, actor))
  mount(app, metadata.saveTemplate, async (input, { actor }) => templates.saveTemplate(input, actor))
  mount(app, metadata.removeTemplate, async (input, { actor }) => templates.removeTemplate(input, actor))
  mount(app, metadata.vocabularies, async (input, { actor }) => templates.vocabularies(input, actor))
  mount(app, metadata.vocabulary, async (input, { actor }) => templates.vocabulary(input, actor))
  mount(app, metadata.saveVocabulary, async (input, { actor }) => templates.saveVocabulary(input, actor))
  mount(app, metadata.removeVocabulary, async (input, { actor }) => templates.removeVocabulary(input, actor))
  mount(app, metadata.setFolder, async (input, { actor }) => templates.setFolder(input, actor))
  mountSheets(app, needs)
}

function mountSheets(app: FastifyInstance, needs: Needs): void {
  const sheet = metadataSheets(needs)
  const compare = metadataComparison(needs)
  const application = metadataApplication(needs)
  needs.tasks.register(application.work)
  mount(app, metadata.apply, async (input, { actor }) => application.apply(input, actor))
  let reading = 0
  mountBytes(app, metadata.export, async (input, call) => sendSheet(call.reply, await sheet(input, call)))
  mountUpload(app, metadata.compare, sheetOf, async ({ spaceId }, bytes, call) => {
    await needs.spaces.enter(spaceId, call.actor)
    if (!bytes.length) throw new Failure('sheetUnreadable')
    if (reading >= SHEETS_AT_ONCE) throw new Failure('busy')
    reading += 1
    try {
      return await compare(spaceId, bytes, call)
    } finally {
      reading -= 1
    }
  })
}

/** The fields and the one file of the form; without a file no bytes. Throws tooLarge. */
async function sheetOf(request: FastifyRequest): Promise<{ fields: Record<string, unknown>; bytes: Buffer }> {
  const limits = { fileSize: IMPORT_BYTES_MAX, files: 1, fields: 5 }
  const { fields, file } = await readForm(request, limits, (part) => part.toBuffer())
  return { fields, bytes: file ?? Buffer.alloc(0) }
}
