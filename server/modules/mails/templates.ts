import type { ParsedOf } from '#contract/core/operation.ts'
import type { MailKind, MailTemplate, mails } from '#contract/mails.ts'
import { Failure } from '#server/failure.ts'
import type { By, Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { Letters } from './letter.ts'
import type { MailNeeds } from './needs.ts'
import { kinds, missingVariable, ourWords, renderMail, unknownVariable, variablesOf } from './render.ts'
import type { Words } from './store.ts'

const mailTemplateOf = (kind: MailKind, changed: Words | undefined | null): MailTemplate => ({
  kind,
  ...(changed ?? ourWords(kind)),
  isChanged: Boolean(changed),
  variables: variablesOf(kind),
})
function refuseUnknown(kind: MailKind, ...texts: string[]) {
  const name = texts.map((text) => unknownVariable(kind, text)).find(Boolean)
  if (name) throw new Failure('mailVariableUnknown', { values: { name } })
}

/** The texts of mails, which administrators can change. */
export function mailTemplates({ db, store, audit, settings, origin }: MailNeeds, { wordsOf }: Letters) {
  async function templates() {
    const changed = await store.allWords()
    return kinds.map((kind) => mailTemplateOf(kind, changed.get(kind)))
  }
  const noteWords = (
    tx: Tx,
    kind: MailKind,
    change: { before: Words; after: Words },
    { actor, caller }: Omit<By, 'language'>,
  ) => audit.record(tx, { action: 'mailTemplateChanged', actor, caller, target: { id: kind, name: kind }, ...change })
  async function setTemplate({ kind, zh, en }: ParsedOf<typeof mails.setTemplate>, { actor, caller }: By) {
    refuseUnknown(kind, zh.subject, zh.body, en.subject, en.body)
    for (const [language, { body }] of [['zh', zh] as const, ['en', en] as const]) {
      const name = missingVariable(kind, body)
      if (name) throw new Failure('mailVariableMissing', { values: { name }, data: { language } })
    }
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const before = await wordsOf(kind)
      await store.setWords(tx, kind, { zh, en })
      noteWords(tx, kind, { before, after: { zh, en } }, { actor, caller })
    })
    return mailTemplateOf(kind, { zh, en })
  }
  async function resetTemplate({ kind }: { kind: MailKind }, { actor, caller }: By) {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const before = await store.words(kind)
      await store.forgetWords(tx, kind)
      if (before) noteWords(tx, kind, { before, after: ourWords(kind) }, { actor, caller })
    })
    return mailTemplateOf(kind, null)
  }
  async function preview({ kind, language, words }: ParsedOf<typeof mails.preview>) {
    refuseUnknown(kind, words.subject, words.body)
    const samples = Object.fromEntries(variablesOf(kind).map((name) => [name, sampleOf(name, language)]))
    const { dataSpaceName } = await settings.basic(language)
    return renderMail(words, { ...samples, site: dataSpaceName, origin: origin() }, language)
  }
  const sampleOf = (name: string, language: Language): string => {
    if (name.endsWith('rl')) return `${origin()}/…`
    return textOf(language, `mails.samples.${name}`)
  }

  return { templates, setTemplate, resetTemplate, preview }
}
