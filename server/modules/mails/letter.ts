import type { MailKind } from '#contract/mails.ts'
import { type MailNeeds, PURPOSE } from './needs.ts'
import { ourWords, renderMail } from './render.ts'
import type { MailRow, Words, Written } from './store.ts'

/** Builds a mail: the text of its kind, customised or default, with its values. */
export function lettersOf({
  store,
  seal,
  settings,
  origin,
}: Pick<MailNeeds, 'store' | 'seal' | 'settings' | 'origin'>) {
  const wordsOf = async (kind: MailKind): Promise<Words> => (await store.words(kind)) ?? ourWords(kind)

  /** What a mail of this kind is written with now. */
  async function writingOf({ kind, language }: Pick<MailRow, 'kind' | 'language'>): Promise<Written> {
    const { dataSpaceName: site } = await settings.basic(language)
    return { ...(await wordsOf(kind))[language], site, origin: origin() }
  }

  const secretsOf = (sealed: Buffer) => seal.open<Record<string, string>>(sealed, PURPOSE)

  /** `hiddenUrl` is shown for a link that is no longer stored, and `…` for a code. */
  function letterOf(
    { recipient, language, details, secrets }: Pick<MailRow, 'recipient' | 'language' | 'details' | 'secrets'>,
    { subject, body, ...place }: Written,
    hiddenUrl = '…',
  ) {
    const hidden = secrets ? secretsOf(secrets) : {}
    const known = details as Record<string, string | number>
    const values = { url: hiddenUrl, code: '…', ...known, ...hidden, ...place, recipient }
    return renderMail({ subject, body }, values, language)
  }

  return { wordsOf, writingOf, letterOf, secretsOf }
}
export type Letters = ReturnType<typeof lettersOf>
