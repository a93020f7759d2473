import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { files } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'

/** The README of a space as rendered and sanitized by the server; renders nothing if there is none. */
export function Readme({ space }: { space: Space }) {
  const { t } = useTranslation()
  const { data, isLoading } = useQuery({
    queryKey: ['space', space.id, 'page'],
    queryFn: () => call(files.page, { id: space.id }, { quiet: true }),
  })
  if (isLoading) return <div className="skeleton" style={{ height: 160 }} aria-busy="true" />
  const readme = data?.readme
  if (!readme) return null
  return (
    <section aria-label={readme.name || t('spaces.readme')}>
      <h2>{readme.name}</h2>
      {space.type !== 'private' && space.myRole && (
        <p className="field-note">{t('spaces.readmeShown', { name: readme.name })}</p>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets nothing through but marked-up text */}
      <article className="panel readme" dangerouslySetInnerHTML={{ __html: readme.html }} />
    </section>
  )
}
