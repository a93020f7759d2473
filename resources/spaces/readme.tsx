import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import { files } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { TextSkeleton } from '../../src/widgets/Skeleton.tsx'

/** The README of a space as rendered and sanitized by the server; renders nothing if there is none. */
export function Readme({ space }: { space: Space }) {
  const query = useQuery({
    queryKey: ['space', space.id, 'page'],
    queryFn: () => call(files.page, { id: space.id }, { quiet: true }),
  })
  return (
    <Loaded query={query} skeleton={<TextSkeleton lines={6} />}>
      {({ readme }) => readme && <Shown space={space} readme={readme} />}
    </Loaded>
  )
}

type Page = DataOf<typeof files.page>

function Shown({ space, readme }: { space: Space; readme: NonNullable<Page['readme']> }) {
  const { t } = useTranslation()
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
