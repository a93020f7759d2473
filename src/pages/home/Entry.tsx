import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import { loadMore } from '#providers/i18n.ts'
import { firstInteraction } from '../first-interaction.ts'
import { part } from '../part.tsx'

/** The forms of the home page and their texts load at the first interaction, because most visitors do not use them. */
export const Entry = part<{ data: PageData }>(async () => {
  if (!import.meta.env.SSR) {
    await firstInteraction()
    await loadMore(['errors', 'signIn'])
  }
  const { EntryCard, ready } = await import('../EntryCard.tsx')
  if (import.meta.env.SSR) await ready()
  return EntryCard
})

/** The forms, collapsed below the content; without JavaScript the header links to the form pages. */
export function EntryBelow({ data }: { data: PageData }) {
  const { t } = useTranslation()
  if (data.user) return null
  return (
    <details className="entry-below">
      <summary>{data.registration.isOpen ? t('home.entry') : t('session.title')}</summary>
      <Entry data={data} />
    </details>
  )
}
