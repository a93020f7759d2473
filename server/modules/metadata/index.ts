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
import { vocabularyRules } from './vocabularies.ts'

export { noMetadata } from './item-metadata.ts'
export { hasTag, loadMetadata, writeMetadata, writtenOf } from './store.ts'

type Needs = Deps & MetadataNeeds

/** Sheets that this server parses at a time: each needs many times its size in memory. */
const SHEETS_AT_ONCE = 2

/** Metadata of files and folders, by templates or free, with tags and notes; for single items and as a sheet. */
export function metadataModule(app: FastifyInstance, needs: Needs): void {
  const service = metadataService(needs)
  const templates = templateRules(needs)
  const vocabularies = vocabularyRules(needs)
  mount(app, metadata.of, service.of)
  mount(app, metadata.ofPublic, service.ofPublic)
  mount(app, metadata.add, service.add)
  mount(app, metadata.tag, service.tag)
  mount(app, metadata.tags, service.tags)
  mount(app, metadata.note, service.note)
  mount(app, metadata.templates, templates.templates)
  mount(app, metadata.template, templates.template)
  mount(app, metadata.saveTemplate, templates.saveTemplate)
  mount(app, metadata.removeTemplate, templates.removeTemplate)
  mount(app, metadata.vocabularies, vocabularies.vocabularies)
  mount(app, metadata.vocabulary, vocabularies.vocabulary)
  mount(app, metadata.saveVocabulary, vocabularies.saveVocabulary)
  mount(app, metadata.removeVocabulary, vocabularies.removeVocabulary)
  mount(app, metadata.setFolder, templates.setFolder)
  mountSheets(app, needs)
}

function mountSheets(app: FastifyInstance, needs: Needs): void {
  const sheet = metadataSheets(needs)
  const compare = metadataComparison(needs)
  const application = metadataApplication(needs)
  needs.tasks.register(application.work)
  mount(app, metadata.apply, application.apply)
  let reading = 0
  mountBytes(app, metadata.export, async (input, call) => sendSheet(call.reply, await sheet(input, call)))
  mountUpload(app, metadata.compare, sheetOf, async ({ spaceId }, bytes, call) => {
    await needs.spaces.enter(spaceId, call.actor)
    if (!bytes.length) throw new Failure('sheetEmpty')
    if (reading >= SHEETS_AT_ONCE) throw new Failure('busy')
    reading += 1
    try {
      return await compare(spaceId, bytes, call)
    } finally {
      reading -= 1
    }
  })
}

/** The fields and the file of the form; without a file its bytes are empty. Throws tooLarge. */
async function sheetOf(request: FastifyRequest): Promise<{ fields: Record<string, unknown>; bytes: Buffer }> {
  const limits = { fileSize: IMPORT_BYTES_MAX, files: 1, fields: 5 }
  const { fields, file } = await readForm(request, limits, (part) => part.toBuffer())
  return { fields, bytes: file ?? Buffer.alloc(0) }
}
