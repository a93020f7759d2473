import type { MailKind } from '#contract/mails.ts'
import { type MailNeeds, PURPOSE } from './needs.ts'
import { ourWords } from './render.ts'
import type { MailRow, Words } from './store.ts'

/** Builds a mail: the text of its kind, customised or default, with its values. */
export function lettersOf({
  store,
  seal,
  settings,
  origin,
}: Pick<MailNeeds, 'store' | 'seal' | 'settings' | 'origin'>) {
  const wordsOf = async (kind: MailKind): Promise<Words> => (await store.words(kind)) ?? ourWords(kind)

  async function valuesOf({
    recipient,
    language,
    details,
    secrets,
  }: Pick<MailRow, 'recipient' | 'language' | 'details' | 'secrets'>) {
    const site = (await settings.basic(language)).dataSpaceName
    const hidden = secrets ? seal.open<Record<string, string>>(secrets, PURPOSE) : {}
    return { ...(details as Record<string, string | number>), ...hidden, site, recipient, origin: origin() }
  }

  return { wordsOf, valuesOf }
}
export type Letters = ReturnType<typeof lettersOf>
