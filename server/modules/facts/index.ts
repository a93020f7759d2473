import type { FastifyInstance, FastifyRequest } from 'fastify'
import { facts } from '#contract/facts.ts'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { sendSheet } from '#server/http/csv.ts'
import { readForm } from '#server/http/form.ts'
import { mount, mountBytes, mountUpload } from '#server/http/mount.ts'
import { factApplication } from './apply.ts'
import { factComparison } from './compare.ts'
import { factSheets } from './export.ts'
import type { FactNeeds } from './needs.ts'
import { factService } from './service.ts'
import { carryFacts, copyFacts } from './store.ts'
import { templateRules } from './templates.ts'

export { factsOf } from './store.ts'

type Needs = Deps & FactNeeds

/** Sheets that this node reads at a time: each takes many times its size in memory. */
const SHEETS_AT_ONCE = 2

/** What people say of files and folders: metadata by templates or freely, tags, notes; one by one and as a sheet. */
export function factsModule(app: FastifyInstance, needs: Needs): void {
  const service = factService(needs)
  const templates = templateRules(needs)
  needs.files.hooks.copied.push(copyFacts)
  needs.files.hooks.crossed.push(carryFacts)
  mount(app, facts.of, async (input, { actor }) => service.of(input, actor))
  mount(app, facts.ofPublic, async (input, { actor }) => service.ofPublic(input, actor))
  mount(app, facts.add, async (input, { actor }) => service.add(input, actor))
  mount(app, facts.tag, async (input, { actor }) => service.tag(input, actor))
  mount(app, facts.tags, async (input, { actor }) => service.tags(input, actor))
  mount(app, facts.note, async (input, { actor }) => service.note(input, actor))
  mount(app, facts.templates, async (input, { actor }) => templates.templates(input, actor))
  mount(app, facts.template, async (input, { actor }) => templates.template(input, actor))
  mount(app, facts.saveTemplate, async (input, { actor }) => templates.saveTemplate(input, actor))
  mount(app, facts.removeTemplate, async (input, { actor }) => templates.removeTemplate(input, actor))
  mount(app, facts.vocabularies, async (input, { actor }) => templates.vocabularies(input, actor))
  mount(app, facts.vocabulary, async (input, { actor }) => templates.vocabulary(input, actor))
  mount(app, facts.saveVocabulary, async (input, { actor }) => templates.saveVocabulary(input, actor))
  mount(app, facts.removeVocabulary, async (input, { actor }) => templates.removeVocabulary(input, actor))
  mount(app, facts.setFolder, async (input, { actor }) => templates.setFolder(input, actor))
  mountSheets(app, needs)
}

function mountSheets(app: FastifyInstance, needs: Needs): void {
  const sheet = factSheets(needs)
  const compare = factComparison(needs)
  const application = factApplication(needs)
  needs.tasks.register(application.work)
  mount(app, facts.apply, async (input, { actor }) => application.apply(input, actor))
  let reading = 0
  mountBytes(app, facts.export, async (input, call) => sendSheet(call.reply, await sheet(input, call)))
  mountUpload(app, facts.compare, sheetOf, async ({ spaceId }, bytes, call) => {
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
